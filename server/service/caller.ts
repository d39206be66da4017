/**
 * Who makes a borrower's call, and what every such call begins with: in one query or, where the tables are distributed, in one
 * for the web account and its session and one for the borrower.
 */
import { and, eq, exists, gt, lt, sql } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../db/open.ts';
import { preparedOnce } from '../db/prepared.ts';
import { borrowers, oidcRecords, scheduledPayments, webAccounts } from '../db/schema.ts';
import { SESSION } from '../oidc/records.ts';

/** A web account and its session, and how the borrower's loans stand. */
export interface Caller {
  readonly borrowerKey: string;
  readonly webAccountId: string;
  /** When the session was last used; `null` where it has ended. */
  readonly sessionUsedAt: Date | null;
  /** The present version of the borrower's loans; `null` where there is no such borrower. */
  readonly loansVersion: string | null;
  /** Whether a payment of the borrower's is to be posted. */
  readonly hasPaymentsToPost: boolean;
}

const isOfSession = and(
  eq(oidcRecords.model, SESSION),
  eq(oidcRecords.uid, sql.placeholder('sessionUid')),
  eq(sql`${oidcRecords.payload}->>'accountId'`, webAccounts.webAccountId),
  gt(oidcRecords.expiresAt, sql.placeholder('now')),
);
const isWebAccount = eq(webAccounts.webAccountId, sql.placeholder('webAccountId'));

const callerQuery = preparedOnce((db) => {
  const { borrowerKey, effectiveDate } = scheduledPayments;
  const isToPost = and(eq(borrowerKey, webAccounts.borrowerKey), lt(effectiveDate, sql.placeholder('postedBefore')));
  const toPost = db.select({ key: borrowerKey }).from(scheduledPayments).where(isToPost);
  return db
    .select({
      borrowerKey: webAccounts.borrowerKey,
      webAccountId: webAccounts.webAccountId,
      sessionUsedAt: oidcRecords.usedAt,
      loansVersion: borrowers.loansVersion,
      hasPaymentsToPost: sql<boolean>`${exists(toPost)}`,
    })
    .from(webAccounts)
    .leftJoin(oidcRecords, isOfSession)
    .leftJoin(borrowers, eq(borrowers.borrowerKey, webAccounts.borrowerKey))
    .where(isWebAccount)
    .prepare('');
});

/** The first half of {@link callerQuery}: tables that are on the coordinator. */
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

/** The second half: tables of one borrower, on one shard. */
const loansQuery = preparedOnce((db) => {
  const borrowerKey = sql.placeholder('borrowerKey');
  const { effectiveDate } = scheduledPayments;
  const isToPost = and(
    eq(scheduledPayments.borrowerKey, borrowerKey),
    lt(effectiveDate, sql.placeholder('postedBefore')),
  );
  const toPost = db.select({ key: scheduledPayments.borrowerKey }).from(scheduledPayments).where(isToPost);
  return db
    .select({ loansVersion: borrowers.loansVersion, hasPaymentsToPost: sql<boolean>`${exists(toPost)}` })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey))
    .prepare('');
});

/** Whose call it is. `today` is the business day. */
interface CallerFacts {
  readonly webAccountId: string;
  readonly sessionUid: string | undefined;
  readonly today: PlainDate;
}

/** The web account of that id with its session; undefined where there is none. */
export async function findCaller(
  db: Database,
  { webAccountId, sessionUid = '', today }: CallerFacts,
  isDistributed: boolean,
): Promise<Caller | undefined> {
  const whose = { webAccountId, sessionUid, now: new Date().toISOString() };
  if (!isDistributed) {
    const [found] = await callerQuery(db).execute({ ...whose, postedBefore: postedBefore(today) });
    return found;
  }
  const [found] = await sessionQuery(db).execute(whose);
  if (found === undefined) return undefined;
  const { borrowerKey } = found;
  const [loans] = await loansQuery(db).execute({ borrowerKey, postedBefore: postedBefore(today) });
  return { ...found, ...(loans ?? { loansVersion: null, hasPaymentsToPost: false }) };
}
