/**
 * Loads the caller of a borrower's call: web account, session and loan version, in one query; two if the tables are
 * distributed: one for the web account and session, one for the borrower.
 */
import { and, eq, exists, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../db/database.ts';
import { preparedOnce } from '../db/prepared.ts';
import {
  accounts,
  applications,
  autoDebitDrafts,
  autoDebits,
  borrowers,
  loanGroups,
  oidcRecords,
  paymentReturns,
  scheduledPayments,
  webAccounts,
} from '../db/schema/index.ts';
import { SESSION } from '../credentials/sessions.ts';

/** A web account with its session and the state of the borrower's loans. */
export interface Caller {
  readonly borrowerKey: string;
  readonly webAccountId: string;
  /** Whether the borrower has removed this authorized payer. */
  readonly isRevoked: boolean;
  /** When the session was last used; `null` if it has ended. */
  readonly sessionUsedAt: Date | null;
  /** The current version of the borrower's loans; `null` if the borrower does not exist. */
  readonly loansVersion: string | null;
  /** Whether a step of an application or tax forms of the borrower are due. */
  readonly hasStepsDue: boolean;
}

const isOfSession = and(
  eq(oidcRecords.model, SESSION),
  eq(oidcRecords.uid, sql.placeholder('sessionUid')),
  eq(sql`${oidcRecords.payload}->>'accountId'`, webAccounts.webAccountId),
  gt(oidcRecords.expiresAt, sql.placeholder('now')),
);
const isStepDue = lte(applications.nextStepOn, sql.placeholder('today'));
const isRevoked = sql<boolean>`${isNotNull(webAccounts.revokedAt)}`;
const isWebAccount = eq(webAccounts.webAccountId, sql.placeholder('webAccountId'));

/** Selects whether a step of an application or tax forms of a borrower are due. The query must join `borrowers`. */
function selectWhetherToAdvance(db: Database, ofBorrower: PgColumn) {
  const isOfBorrower = and(eq(applications.borrowerKey, ofBorrower), isStepDue);
  const hasStep = exists(db.select({ key: applications.borrowerKey }).from(applications).where(isOfBorrower));
  const hasForms = lte(borrowers.taxFormsOn, sql.placeholder('today'));
  return sql<boolean>`${or(hasStep, hasForms)} is true`;
}

const callerQuery = preparedOnce((db) => {
  return db
    .select({
      borrowerKey: webAccounts.borrowerKey,
      webAccountId: webAccounts.webAccountId,
      isRevoked,
      sessionUsedAt: oidcRecords.usedAt,
      loansVersion: borrowers.loansVersion,
      hasStepsDue: selectWhetherToAdvance(db, webAccounts.borrowerKey),
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
      isRevoked,
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
  return db
    .select({
      loansVersion: borrowers.loansVersion,
      hasStepsDue: selectWhetherToAdvance(db, borrowers.borrowerKey),
    })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey))
    .prepare('');
});

/** The tables with the days of loan work. Each change of them renews the version of the borrower's loans. */
export const TABLES_WITH_WORK = [
  scheduledPayments,
  paymentReturns,
  autoDebits,
  autoDebitDrafts,
  loanGroups,
  accounts,
] as const;

const isDue = (day: PgColumn) => lte(day, sql.placeholder('today'));

/**
 * Selects a borrower if payments are ready to post or to return, drafts, bills or statements are due, a recertification is
 * due, or a month on RAP has ended.
 */
const dueQuery = preparedOnce((db) => {
  const ofBorrower = sql.placeholder('borrowerKey');
  const conditions = [
    lt(scheduledPayments.effectiveDate, sql.placeholder('postedBefore')),
    isDue(paymentReturns.returnsOn),
    isDue(autoDebits.actionOn),
    isDue(autoDebitDrafts.actionOn),
    or(isDue(loanGroups.nextBillOn), isDue(loanGroups.recertificationOn), isDue(loanGroups.rapMonthOn)),
    or(isNull(accounts.recordsSince), isDue(accounts.statementOn)),
  ];
  const rows = TABLES_WITH_WORK.map((table, index) =>
    exists(
      db
        .select({ key: table.borrowerKey })
        .from(table)
        .where(and(eq(table.borrowerKey, ofBorrower), conditions[index])),
    ),
  );
  return db
    .select({ key: borrowers.borrowerKey })
    .from(borrowers)
    .where(and(eq(borrowers.borrowerKey, ofBorrower), or(...rows)))
    .prepare('');
});

/**
 * Returns whether payments of a borrower are ready to post or to return, drafts, bills or statements are due, a
 * recertification is due, or a month on RAP has ended. `today` is the business day.
 */
export async function hasWorkDue(db: Database, borrowerKey: string, today: PlainDate): Promise<boolean> {
  const found = await dueQuery(db).execute({ borrowerKey, today, postedBefore: postedBefore(today) });
  return found.length > 0;
}

/** Identifies the caller. `today` is the business day. */
interface CallerInput {
  readonly webAccountId: string;
  readonly sessionUid: string | undefined;
  readonly today: PlainDate;
}

/** Returns the web account with its session, or undefined if the web account does not exist. */
export async function findCaller(
  db: Database,
  { webAccountId, sessionUid = '', today }: CallerInput,
  isDistributed: boolean,
): Promise<Caller | undefined> {
  const whose = { webAccountId, sessionUid, now: new Date().toISOString() };
  if (!isDistributed) {
    const [found] = await callerQuery(db).execute({ ...whose, today });
    return found;
  }
  const [found] = await sessionQuery(db).execute(whose);
  if (found === undefined) return undefined;
  const { borrowerKey } = found;
  const [loans] = await loansQuery(db).execute({ borrowerKey, today });
  return { ...found, ...(loans ?? { loansVersion: null, hasStepsDue: false }) };
}
