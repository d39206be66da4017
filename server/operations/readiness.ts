/** Readiness of this instance: its database, its sign-in provider, and whether it is shutting down. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { withTimeout } from '../timeout.ts';

/** The result of a check. */
export type CheckResult = 'ok' | 'failed';

/** The response of `/readyz`. */
export interface ReadinessReport {
  readonly status: 'ready' | 'notReady';
  readonly checks: {
    readonly database: CheckResult;
    readonly signIn: CheckResult;
    readonly shutdown: 'running' | 'shuttingDown';
  };
  /** Problems that do not prevent serving requests. */
  readonly warnings?: readonly string[];
}

/** Checks a dependency of the server. Rejects if it is unavailable. */
export type Check = () => Promise<unknown>;

/** Timeout of a check, and how long results are cached, in milliseconds. */
const LIMITS = { check: 2000, database: 1000, signInOk: 15_000, signInFailed: 2000, warning: 15_000 } as const;

/** Returns a check that runs at most once at a time and caches its result for `getCacheTime` milliseconds. */
function remembered(check: Check, getCacheTime: (result: CheckResult) => number): () => Promise<CheckResult> {
  let running: Promise<CheckResult> | undefined;
  let known: { readonly result: CheckResult; readonly until: number } | undefined;
  const run = async (): Promise<CheckResult> => {
    const result = await withTimeout(LIMITS.check, check(), new Error('The check timed out')).then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
    known = { result, until: performance.now() + getCacheTime(result) };
    running = undefined;
    return result;
  };
  return () => {
    if (known !== undefined && performance.now() < known.until) return Promise.resolve(known.result);
    return (running ??= run());
  };
}

/** The checks of one server. */
export interface ReadinessChecks {
  readonly database: Check;
  readonly signIn?: Check | undefined;
  readonly warning?: () => Promise<string | undefined>;
}

/** The readiness of one server. */
export class Readiness {
  readonly #database: () => Promise<CheckResult>;
  readonly #signIn: () => Promise<CheckResult>;
  readonly #warning: () => Promise<string | undefined>;
  #known: { readonly warning: Promise<string | undefined>; readonly until: number } | undefined;
  #isStopping = false;

  /** `signIn` checks an external sign-in provider. Undefined for the embedded one. `warning` returns a warning, if any. */
  constructor({ database, signIn, warning }: ReadinessChecks) {
    this.#warning = warning ?? (() => Promise.resolve(undefined));
    this.#database = remembered(database, () => LIMITS.database);
    this.#signIn =
      signIn === undefined
        ? () => Promise.resolve('ok')
        : remembered(signIn, (result) => (result === 'ok' ? LIMITS.signInOk : LIMITS.signInFailed));
  }

  /** Reports this instance as not ready from now on. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Returns the warning, cached for a while. An unavailable database has none. */
  warning(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#known === undefined || now > this.#known.until) {
      const late = new Error('The check timed out');
      const warning = withTimeout(LIMITS.check, this.#warning(), late).catch(() => undefined);
      this.#known = { warning, until: now + LIMITS.warning };
    }
    return this.#known.warning;
  }

  /** Runs the checks, also during shutdown. */
  async report(): Promise<ReadinessReport> {
    const [database, signIn, warning] = await Promise.all([this.#database(), this.#signIn(), this.warning()]);
    const isReady = database === 'ok' && signIn === 'ok' && !this.#isStopping;
    return {
      status: isReady ? 'ready' : 'notReady',
      checks: { database, signIn, shutdown: this.#isStopping ? 'shuttingDown' : 'running' },
      ...(warning !== undefined && { warnings: [warning] }),
    };
  }
}

/** Checks that the database responds to a query. */
export const databaseCheck =
  (db: Database): Check =>
  () =>
    db.execute(sql`select 1`);

/** Checks that an OpenID provider responds to the discovery request. */
export const providerCheck =
  (issuer: string): Check =>
  async () => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMITS.check) });
    // An unread body would keep the connection open.
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The sign-in provider returned ${answer.status}`);
  };
