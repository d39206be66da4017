/** Connects calls with their handlers: the service for borrowers' calls, and the public handlers for the rest. */
import { type PlainDate, businessDate } from '#domain/calendar.ts';
import type { OwnedRow } from '#domain/call.ts';
import type { IncomeLimits } from '#domain/repayment/deferment/rules.ts';
import type { Cents } from '#domain/money.ts';
import type { ApplicationDurations } from '#domain/application-durations.ts';
import type { PayoffQuoteDays, StartRanges } from '#domain/portal/shapes.ts';
import { parseAccrualEnd } from '#domain/payments/cutoff.ts';
import { getTextConsentVersion } from './portal/text-consent.ts';
import type { BusinessClock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { DocumentUploads } from './documents/document-uploads.ts';
import type { GateDeps, Handler } from './http/gate.ts';
import type { ParsedRequest } from './http/request.ts';
import type { Issuer } from './pdf/write-pdf.ts';
import { isInUse, noteUse } from './oidc/records.ts';
import type { ContentStore } from './portal/content.ts';
import type { PrivacyFormDeps } from './portal/privacy.ts';
import { publicHandlers } from './portal/handlers.ts';
import type { Search } from './portal/search.ts';
import { findCaller, hasWorkDue } from './service/caller.ts';
import { handlers } from './service/index.ts';
import { LoansVersions } from './service/loans-cache.ts';
import { bringUpToDate, postDuePayments } from './service/due-work/work.ts';
import { ownsAll } from './service/rows.ts';
import type { Limits, LoansVersion, PayerSettings, Scope } from './service/scope.ts';

export interface CallHandlerDeps {
  readonly db: Database;
  /** Whether the tables are distributed over several servers (db/distribution.ts). */
  readonly isDistributed: boolean;
  readonly clock: BusinessClock;
  readonly content: ContentStore;
  readonly search: Search;
  readonly chatUrl: string;
  /** Facts for validating privacy forms. */
  readonly privacyForm: PrivacyFormDeps;
  readonly limits: Limits;
  /** Limits for family size and income. */
  readonly incomeLimits: IncomeLimits;
  /** Extended plans require more debt than this in a loan program (`termRepaymentAmount`). */
  readonly termThreshold: Cents;
  /** The range of days for payoff quotes. */
  readonly payoffQuoteDays: PayoffQuoteDays;
  /** Range of start dates for deferments relative to today. */
  readonly defermentStart: StartRanges;
  /** The durations of an application's stages. */
  readonly applicationDurations: ApplicationDurations;
  /** Hostile pay applies to Direct loans disbursed on or after this date. */
  readonly hostilePaySince: PlainDate;
  /** The document store. */
  readonly documents: DocumentUploads;
  /** The portal's names, which passwords must not contain. */
  readonly portalNames: readonly string[];
  /** The outbox folder, if the recovery page may show it: with demo data and without a mail server. */
  readonly outbox: string | undefined;
  readonly payers: PayerSettings;
  /** The servicer, as named in letterheads. */
  readonly servicer: Issuer;
  /** The folder for codes of text alerts, as pages name it. Undefined if the server cannot send texts. */
  readonly textOutbox: string | undefined;
  /** Inactivity timeout of sessions in seconds. Undefined with an external sign-in provider. */
  readonly idleSeconds: number | undefined;
  /** Size of the cache for computed responses, in megabytes. */
  readonly cacheMegabytes: number;
}

/** The managed text with the first date of balances after the cutoff, in the format YYYY-MM-DD (Y §4.2). */
const ACCRUAL_END = { section: 'payments', name: 'interest-accrual-end-date' };

/**
 * Handlers without their request types, for looking them up by id. The gate validates each request with the schemas of
 * the handler's own call. (Method signatures accept narrower parameters.)
 */
interface UntypedHandlers {
  ofBorrower(scope: Scope, request: ParsedRequest): Promise<unknown>;
  ofAnyone(request: ParsedRequest): Promise<unknown>;
}
type ById<K extends keyof UntypedHandlers> = Readonly<Record<string, UntypedHandlers[K]>>;

/**
 * Returns the handlers, scopes and ownership checks for the gate. Before each borrower's call, posts the payments whose
 * date has passed, so that handlers never see or write stale amounts.
 */
export function createCallHandlers(deps: CallHandlerDeps) {
  const {
    db,
    clock,
    content,
    limits,
    incomeLimits,
    termThreshold,
    payoffQuoteDays,
    defermentStart,
    applicationDurations,
    hostilePaySince,
    documents,
    portalNames,
    outbox,
    payers,
    servicer,
    textOutbox,
  } = deps;
  const { idleSeconds, cacheMegabytes, isDistributed } = deps;
  const forBorrowers: ById<'ofBorrower'> = handlers;
  const forAnyone: ById<'ofAnyone'> = publicHandlers(deps);

  const consentVersion = getTextConsentVersion(content);
  const texting = { isAvailable: textOutbox !== undefined, consentVersion, outbox: textOutbox };
  const accrualEnd = parseAccrualEnd(content.find(ACCRUAL_END)?.data ?? null);

  const findHandler = (callId: string): Handler<Scope> | undefined => {
    const open = forAnyone[callId];
    if (open !== undefined) return open;
    const own = forBorrowers[callId];
    if (own === undefined) return undefined;
    return async (request, scope) => {
      if (scope === undefined) throw new Error(`${callId} is a borrower's call but is open to the public`);
      if (!scope.hasPaymentsToPost && !scope.hasStepsDue) return own(scope, request);
      if (scope.hasStepsDue) await bringUpToDate(scope, scope.today);
      else await postDuePayments(scope);
      // Steps and payments may have changed the loans, so the version read earlier is outdated.
      return own({ ...scope, loansVersion: undefined }, request);
    };
  };

  const loansVersions = new LoansVersions(cacheMegabytes);

  /**
   * Returns whether loan work of a borrower is due. Within a day, work becomes due only with a new version of the loans, so
   * one query for each version and day is enough. Distributed tables have no triggers that renew it.
   */
  const hasPaymentsToPost = async (borrowerKey: string, today: PlainDate, version: LoansVersion | undefined) => {
    if (!isDistributed && version?.workedOn === today) return false;
    const isDue = await hasWorkDue(db, borrowerKey, today);
    if (!isDue && version !== undefined) version.workedOn = today;
    return isDue;
  };

  const createScope: GateDeps<Scope>['createScope'] = async ({ person, sessionUid, source, signal }) => {
    const now = clock.now();
    const today = businessDate(now);
    const found = await findCaller(db, { webAccountId: person.webAccountId, sessionUid, today }, isDistributed);
    if (found === undefined) return undefined;
    const { borrowerKey, webAccountId, sessionUsedAt, hasStepsDue } = found;
    if (found.isRevoked) return 'ended';
    if (idleSeconds !== undefined) {
      // After a log-out, the session does not exist, even if the token is still valid.
      if (sessionUid === undefined || sessionUsedAt === null || !isInUse(sessionUsedAt, idleSeconds)) return 'ended';
      await noteUse(db, sessionUid, sessionUsedAt);
    }
    const loansVersion = found.loansVersion === null ? undefined : loansVersions.of(borrowerKey, found.loansVersion);
    return {
      db,
      borrowerKey,
      person,
      webAccountId,
      sessionUid,
      source,
      signal,
      now,
      today,
      loansVersion,
      hasPaymentsToPost: await hasPaymentsToPost(borrowerKey, today, loansVersion),
      hasStepsDue,
      applicationDurations,
      limits,
      incomeLimits,
      termThreshold,
      payoffQuoteDays,
      defermentStart,
      hostilePaySince,
      accrualEnd,
      documents,
      portalNames,
      sessionIdleSeconds: idleSeconds,
      outbox,
      payers,
      servicer,
      texting,
    };
  };

  const owns = (scope: Scope, rows: readonly OwnedRow[]): Promise<boolean> => ownsAll(db, scope.borrowerKey, rows);
  return { findHandler, createScope, owns };
}
