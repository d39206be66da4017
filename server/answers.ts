/** What answers each call: the service for the borrower's calls, the public handlers for the rest. */
import { type PlainDate, businessDate } from '#domain/calendar.ts';
import type { OwnedRow } from '#domain/call.ts';
import type { IncomeFacts } from '#domain/deferment/rules.ts';
import type { StartRanges } from '#domain/portal/shapes.ts';
import { accrualEndOf } from '#domain/payments/cutoff.ts';
import type { BusinessClock } from './clock.ts';
import type { Database } from './db/open.ts';
import type { DocumentIntake } from './documents/intake.ts';
import type { GateDeps, Handler } from './http/gate.ts';
import type { ParsedRequest } from './http/request.ts';
import type { Issuer } from './pdf/write-pdf.ts';
import { isInUse, noteUse } from './oidc/records.ts';
import type { ContentStore } from './portal/content.ts';
import type { PrivacyFormDeps } from './portal/privacy.ts';
import { publicHandlers } from './portal/handlers.ts';
import type { Search } from './portal/search.ts';
import { findCaller } from './service/caller.ts';
import { handlers } from './service/index.ts';
import { LoansVersions } from './service/kept.ts';
import { postDuePayments } from './service/posting.ts';
import { ownsAll } from './service/rows.ts';
import type { Limits, Scope } from './service/scope.ts';

export interface AnswerDeps {
  readonly db: Database;
  /** Whether the tables are spread over several servers (db/distribution.ts). */
  readonly isDistributed: boolean;
  readonly clock: BusinessClock;
  readonly content: ContentStore;
  readonly search: Search;
  readonly chatUrl: string;
  /** What the privacy forms are checked against. */
  readonly privacyForm: PrivacyFormDeps;
  readonly limits: Limits;
  /** The limits of family size and income. */
  readonly incomeFacts: IncomeFacts;
  /** How far from today a deferment may begin. */
  readonly defermentStart: StartRanges;
  /** Since when Direct loans have the benefit of hostile pay. */
  readonly hostilePaySince: PlainDate;
  /** How uploaded documents are kept. */
  readonly documents: DocumentIntake;
  /** The names of the portal, which no password may be made of. */
  readonly portalNames: readonly string[];
  /** The outbox folder, when the recovery page may name it: with demo data and without a mail server. */
  readonly outbox: string | undefined;
  /** The servicer, as the head of its letters names it. */
  readonly servicer: Issuer;
  /** Seconds after which an unused session ends; undefined where somebody else's provider keeps the sessions. */
  readonly idleSeconds: number | undefined;
  /** Megabytes of computed answers that are kept. */
  readonly cacheMegabytes: number;
}

/** The managed text that says from which day balances after the cutoff count: a day, YYYY-MM-DD (Y §4.2). */
const ACCRUAL_END = { section: 'payments', name: 'interest-accrual-end-date' };

/**
 * Handlers without the types of their requests, for looking them up by id. Each gets what the gate made of the request
 * by the schemas of the very call that the handler's type names. (Method signatures take narrower parameters.)
 */
interface Forgetful {
  ofBorrower(scope: Scope, request: ParsedRequest): Promise<unknown>;
  ofAnyone(request: ParsedRequest): Promise<unknown>;
}
type ById<K extends keyof Forgetful> = Readonly<Record<string, Forgetful[K]>>;

/**
 * Brings handlers, scopes and the ownership of rows together for the gate. Before a borrower's call is answered, the
 * payments whose day has passed are posted, so that no handler sees or writes figures that lag behind the clock.
 */
export function answersOf(deps: AnswerDeps) {
  const { db, clock, content, limits, incomeFacts, defermentStart, hostilePaySince, documents, portalNames, servicer } =
    deps;
  const { idleSeconds, cacheMegabytes, isDistributed } = deps;
  const forBorrowers: ById<'ofBorrower'> = handlers;
  const forAnyone: ById<'ofAnyone'> = publicHandlers(deps);

  const accrualEnd = accrualEndOf(content.find(ACCRUAL_END)?.data ?? null);

  const handlerOf = (callId: string): Handler | undefined => {
    const open = forAnyone[callId];
    if (open !== undefined) return open;
    const own = forBorrowers[callId];
    if (own === undefined) return undefined;
    return async (request, scope) => {
      if (scope === undefined) throw new Error(`${callId} is a borrower's call but is open to the public`);
      if (!scope.hasPaymentsToPost) return own(scope, request);
      await postDuePayments(scope);
      // Posting has changed the loans, so that their version is not the one that was read.
      return own({ ...scope, loansVersion: undefined }, request);
    };
  };

  const loansVersions = new LoansVersions(cacheMegabytes);

  const scopeOf: GateDeps['scopeOf'] = async ({ person, sessionUid, source }) => {
    const now = clock.now();
    const today = businessDate(now);
    const found = await findCaller(db, { webAccountId: person.webAccountId, sessionUid, today }, isDistributed);
    if (found === undefined) return undefined;
    const { borrowerKey, webAccountId, sessionUsedAt, loansVersion, hasPaymentsToPost } = found;
    if (idleSeconds !== undefined) {
      // Whoever has logged out has no session any more, whatever the token still says.
      if (sessionUid === undefined || sessionUsedAt === null || !isInUse(sessionUsedAt, idleSeconds)) return 'ended';
      await noteUse(db, sessionUid, sessionUsedAt);
    }
    return {
      db,
      borrowerKey,
      person,
      webAccountId,
      sessionUid,
      source,
      now,
      today,
      loansVersion: loansVersion === null ? undefined : loansVersions.of(borrowerKey, loansVersion),
      hasPaymentsToPost,
      limits,
      incomeFacts,
      defermentStart,
      hostilePaySince,
      accrualEnd,
      documents,
      portalNames,
      servicer,
    };
  };

  const owns = (scope: Scope, rows: readonly OwnedRow[]): Promise<boolean> => ownsAll(db, scope.borrowerKey, rows);
  return { handlerOf, scopeOf, owns };
}
