/** Starts the server: reads the environment, opens the database, and listens. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { businessDate } from '#domain/calendar.ts';
import { type Assembled, assemble, shownFolder } from './assemble.ts';
import { type OpenOptions, type OpenedDatabase, openDatabase } from './db/open.ts';
import { getKeyFile, keysFrom } from './db/key-file.ts';
import { passingKeys, setKeys } from './db/keys.ts';
import { isSealedDatabase, reencryptDatabase } from './db/key-rotation.ts';
import { checkStoreId } from './documents/store-id.ts';
import { type ServerEnv, readEnv, requireMail } from './env.ts';
import { REQUEST_LIMITS } from './http/admission.ts';
import { type Middleware, drain, listen, stopListening } from './http/listen.ts';
import { RequestObserver } from './http/observe.ts';
import { log, logError, setLogFormat } from './log.ts';
import { FULL_COST, TEST_COST, passwordsWaiting, setHashCost } from './credentials/password-hash.ts';
import { sweepRecords } from './oidc/records.ts';
import { sweepInvitations } from './service/profile/payers.ts';
import { sweepRecoveryRequests } from './credentials/one-time-codes.ts';
import { paths } from './paths.ts';
import { closePools } from './worker-pool.ts';
import { demoTable } from './demo/demo-table.ts';

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Serves the portal from source instead of its build. */
  readonly viteMiddleware?: Middleware;
  /** Location of the embedded database. Defaults to `.data`. */
  readonly database?: Pick<OpenOptions, 'dataDir' | 'memory' | 'prepared'>;
  /** The folder of the built portal. Defaults to `dist/portal`. */
  readonly portal?: string;
}

export interface RunningServer {
  readonly env: ServerEnv;
  /** A table of the demo people, if the database contains them and the embedded provider is used. */
  readonly demoPeople: string | undefined;
  /** A note that emails are written to files, with the folder. Undefined if there is a mail server. */
  readonly outboxNote: string | undefined;
  /**
   * Shuts down: `/readyz` returns 503 while the server keeps responding for at least `delaySeconds` (0 by default) and
   * until no request is in flight. Then closes the port and the database.
   */
  close(options?: { readonly delaySeconds?: number }): Promise<void>;
}

/** Interval between deletions of expired records, in milliseconds. */
const SWEEP = 5 * 60 * 1000;

/** Returns the folder for file data: next to the embedded database, or a temporary folder for a database in memory. */
function getDataFolder({ database }: StartOptions): string {
  if (database?.memory === true) return join(tmpdir(), `portal-data-${randomUUID()}`);
  return dirname(database?.dataDir ?? paths.data);
}

function open(env: ServerEnv, options: StartOptions): Promise<OpenedDatabase> {
  return openDatabase({
    databaseUrl: env.databaseUrl,
    migrations: paths.migrations,
    prepared: existsSync(paths.preparedDatabase) ? paths.preparedDatabase : undefined,
    onBrokenConnection: (error) => logError('a database connection', error),
    ...(options.database ?? { dataDir: paths.data }),
  });
}

/** Sets the encryption keys and re-encrypts the database with the newest one. Throws `KeyProblem` for wrong keys. */
async function seal(env: ServerEnv, opened: OpenedDatabase, options: StartOptions): Promise<void> {
  const { key, oldKeys, sealsRows } = env;
  const file = getKeyFile(options.database?.dataDir ?? paths.data);
  const isSealed = await isSealedDatabase(opened.db);
  setKeys(opened.kind === 'memory' ? passingKeys() : await keysFrom({ key, oldKeys, file, isSealed }));
  // A process that can write to an embedded database can also read the key file next to it, so accepting unbound values
  // adds no risk.
  const hasKeyBeside = opened.kind !== 'postgres' && key === undefined;
  await opened.withoutLimits((db) => reencryptDatabase(db, { acceptsEarlier: sealsRows || hasKeyBeside }));
}

/**
 * Returns the tasks that the server repeats: deleting expired sign-in records, recovery requests, invitations, documents
 * uploaded without signing in, abandoned uploads and old emails, adding texts for borrowers with text alerts, and
 * maintaining the embedded database.
 */
export const sweepTasks = (
  { db, maintain }: Pick<OpenedDatabase, 'db' | 'maintain'>,
  { documents, mail, clock, textAlertSteps }: Pick<Assembled, 'documents' | 'mail' | 'clock' | 'textAlertSteps'>,
): (() => Promise<void>)[] => [
  () => sweepRecords(db),
  () => sweepRecoveryRequests(db),
  () => sweepInvitations(db, clock.now()),
  () => documents.expireAnonymous(db, clock.now()),
  () => documents.sweep(db),
  () => mail.sweep(),
  () => textAlertSteps(),
  maintain,
];

/**
 * Runs these tasks now and every five minutes. Returns a function that stops this and waits for a running sweep.
 */
function startSweeping(tasks: readonly (() => Promise<void>)[]): () => Promise<void> {
  const sweepAll = async () => {
    for (const task of tasks) await task().catch((error: unknown) => logError('sweeping', error));
  };
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = sweepAll();
  };
  const timer = setInterval(sweep, SWEEP).unref();
  sweep();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}

const formatOutboxNote = (folder: string): string =>
  `Email is not sent: SMTP_URL is not set, so messages are written to ${shownFolder(folder)}.`;
/** Serves metrics if a port is configured. Loads the metrics library only then. */
async function openMetrics({ metrics }: ServerEnv, { connections }: OpenedDatabase, observer: RequestObserver) {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('./operations/metrics.ts');
  return serveMetrics(metrics, {
    connections,
    underWay: () => observer.underWay,
    signInsUnderWay: () => observer.signInsUnderWay,
    passwordsWaiting,
  });
}

async function serve(env: ServerEnv, database: OpenedDatabase, options: StartOptions): Promise<RunningServer> {
  const { viteMiddleware, portal = paths.portal } = options;
  const { db } = database;
  const settings = viteMiddleware === undefined ? portal : paths.public;
  const data = getDataFolder(options);
  const folders = {
    portal,
    settings,
    documents: join(data, 'documents'),
    outbox: join(data, 'outbox'),
    // These files belong to the default portal build only.
    ...(options.portal === undefined && {
      prerender: paths.prerender,
      authorizationPrefetch: paths.authorizationPrefetch,
      flows: paths.flows,
    }),
  };
  if (env.bucket === undefined && database.kind !== 'memory') await checkStoreId(db, folders.documents);
  const assembled = await assemble(env, database, folders);
  const { app, signIn, clock, demo, mail, readiness } = assembled;
  const warning = await readiness.warning();
  if (warning !== undefined) log(warning, {}, 'warn');
  const { publicUrl, host, port, proxies } = env;
  const observer = new RequestObserver();
  // Tests share their processors with browsers, which delay the event loop.
  const lag = env.isTest ? Infinity : REQUEST_LIMITS.lag;
  const requestLimits = { ...REQUEST_LIMITS, total: env.maxRequests, lag };
  const metrics = await openMetrics(env, database, observer);
  const server = await listen({
    app,
    signIn,
    publicUrl,
    host,
    port,
    viteMiddleware,
    proxies,
    requestLimits,
    observer,
  }).catch(async (error: unknown) => {
    await metrics?.close();
    throw error;
  });
  const stopSweeping = startSweeping(sweepTasks(database, assembled));
  const stopDelivery = mail.start();
  const isDemo = signIn !== undefined && env.hasDemoPeople;
  return {
    env,
    demoPeople: isDemo ? await demoTable(demo, businessDate(clock.now())) : undefined,
    outboxNote: env.smtp === undefined ? formatOutboxNote(folders.outbox) : undefined,
    close: async ({ delaySeconds = 0 } = {}) => {
      readiness.stop();
      await drain(observer, delaySeconds * 1000);
      await stopListening(server);
      await closePools();
      await metrics?.close();
      await stopDelivery();
      await stopSweeping();
      await database.close();
    },
  };
}

/** Starts the server. Errors for invalid settings contain instructions. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const env = readEnv(options.env);
  requireMail(env, options.env);
  setLogFormat(env.logFormat);
  setHashCost(env.isTest ? TEST_COST : FULL_COST);
  const database = await open(env, options);
  try {
    await seal(env, database, options);
    return await serve(env, database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}
