/** Who makes a borrower's call, and what every such call begins with, in one query. */
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
    .leftJoin(
      oidcRecords,
      and(
        eq(oidcRecords.model, SESSION),
        eq(oidcRecords.uid, sql.placeholder('sessionUid')),
        eq(sql`${oidcRecords.payload}->>'accountId'`, webAccounts.webAccountId),
        gt(oidcRecords.expiresAt, sql.placeholder('now')),
      ),
    )
    .leftJoin(borrowers, eq(borrowers.borrowerKey, webAccounts.borrowerKey))
    .where(eq(webAccounts.webAccountId, sql.placeholder('webAccountId')))
    .prepare('');
});

/** The web account of that id with its session; undefined where there is none. `today` is the business day. */
export async function findCaller(
  db: Database,
  { webAccountId, sessionUid, today }: { webAccountId: string; sessionUid: string | undefined; today: PlainDate },
): Promise<Caller | undefined> {
  const [found] = await callerQuery(db).execute({
    webAccountId,
    sessionUid: sessionUid ?? '',
    now: new Date().toISOString(),
    postedBefore: postedBefore(today),
  });
  return found;
}
