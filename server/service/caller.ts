/**
 * Loads the caller of a borrower's call: web account, session and loan version. One query on a single server; two if
 * the tables are distributed: one for the web account and session, one for the borrower.
 */
import { and, eq, exists, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../db/open.ts';
import { preparedOnce } from '../db/prepared.ts';
import { autoDebits, borrowers, oidcRecords, scheduledPayments, webAccounts } from '../db/schema.ts';
import { SESSION } from '../oidc/records.ts';

/** A web account with its session and the state of the borrower's loans. */
export interface Caller {
  readonly borrowerKey: string;
  readonly webAccountId: string;
  /** When the session was last used; `null` if it has ended. */
  readonly sessionUsedAt: Date | null;
  /** The current version of the borrower's loans; `null` if the borrower does not exist. */
  readonly loansVersion: string | null;
  /** Whether payments of the borrower are ready to post, or drafts of auto debit are to be made. */
  readonly hasPaymentsToPost: boolean;
}

const isOfSession = and(
  eq(oidcRecords.model, SESSION),
  eq(oidcRecords.uid, sql.placeholder('sessionUid')),
  eq(sql`${oidcRecords.payload}->>'accountId'`, webAccounts.webAccountId),
  gt(oidcRecords.expiresAt, sql.placeholder('now')),
);
const isWebAccount = eq(webAccounts.webAccountId, sql.placeholder('webAccountId'));

/** Whether a draft of auto debit is to be made. */
const isToDraft = lte(autoDebits.actionOn, sql.placeholder('today'));

const callerQuery = preparedOnce((db) => {
  const { borrowerKey, effectiveDate } = scheduledPayments;
  const isToPost = and(eq(borrowerKey, webAccounts.borrowerKey), lt(effectiveDate, sql.placeholder('postedBefore')));
  const toPost = db.select({ key: borrowerKey }).from(scheduledPayments).where(isToPost);
  const toDraft = db
    .select({ key: autoDebits.borrowerKey })
    .from(autoDebits)
    .where(and(eq(autoDebits.borrowerKey, webAccounts.borrowerKey), isToDraft));
  return db
    .select({
      borrowerKey: webAccounts.borrowerKey,
      webAccountId: webAccounts.webAccountId,
      sessionUsedAt: oidcRecords.usedAt,
      loansVersion: borrowers.loansVersion,
      hasPaymentsToPost: sql<boolean>`${or(exists(toPost), exists(toDraft))}`,
    })
    .from(webAccounts)
    .leftJoin(oidcRecords, isOfSession)
    .leftJoin(borrowers, eq(borrowers.borrowerKey, webAccounts.borrowerKey))
    .where(isWebAccount)
    .prepare('');
});

/** The part of {@link callerQuery} that reads tables on the coordinator. */
const sessionQuery = preparedOnce((db) =>
  db
    .select({
      borrowerKey: webAccounts.borrowerKey,
      webAccountId: webAccounts.webAccountId,
      sessionUsedAt: oidcRecords.usedAt,
    })
    .from(webAccounts)
    .leftJoin(oidcRecords, isOfSession)
    .where(isWebAccount)
    .prepare(''),
);

/** The part of {@link callerQuery} that reads the borrower's tables, which are on one shard. */
const loansQuery = preparedOnce((db) => {
  const borrowerKey = sql.placeholder('borrowerKey');
  const { effectiveDate } = scheduledPayments;
  const isToPost = and(
    eq(scheduledPayments.borrowerKey, borrowerKey),
    lt(effectiveDate, sql.placeholder('postedBefore')),
  );
  const toPost = db.select({ key: scheduledPayments.borrowerKey }).from(scheduledPayments).where(isToPost);
  const toDraft = db
    .select({ key: autoDebits.borrowerKey })
    .from(autoDebits)
    .where(and(eq(autoDebits.borrowerKey, borrowerKey), isToDraft));
  const hasPaymentsToPost = sql<boolean>`${or(exists(toPost), exists(toDraft))}`;
  return db
    .select({ loansVersion: borrowers.loansVersion, hasPaymentsToPost })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey))
    .prepare('');
});

/** Identifies the caller. `today` is the business day. */
interface CallerFacts {
  readonly webAccountId: string;
  readonly sessionUid: string | undefined;
  readonly today: PlainDate;
}

/** Returns the web account with its session, or undefined if the web account does not exist. */
export async function findCaller(
  db: Database,
  { webAccountId, sessionUid = '', today }: CallerFacts,
  isDistributed: boolean,
): Promise<Caller | undefined> {
  const whose = { webAccountId, sessionUid, now: new Date().toISOString() };
  if (!isDistributed) {
    const [found] = await callerQuery(db).execute({ ...whose, today, postedBefore: postedBefore(today) });
    return found;
  }
  const [found] = await sessionQuery(db).execute(whose);
  if (found === undefined) return undefined;
  const { borrowerKey } = found;
  const [loans] = await loansQuery(db).execute({ borrowerKey, today, postedBefore: postedBefore(today) });
  return { ...found, ...(loans ?? { loansVersion: null, hasPaymentsToPost: false }) };
}
