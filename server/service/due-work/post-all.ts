/** Brings all borrowers up to date, for programs that read the tables without the API. */
import { type SQL, and, gt, lt, lte, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, union } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  applications,
  autoDebitDrafts,
  autoDebits,
  borrowers,
  loanGroups,
  paymentReturns,
  scheduledPayments,
  textAlerts,
} from '../../db/schema/index.ts';
import type { StepScope } from '../repayment/application-steps.ts';
import { bringUpToDate } from './work.ts';

/** The number of borrowers per query. */
const BATCH = 500;

export interface SweepResult {
  /**
   * The number of borrowers for whom work was done: drafts, posting and return of payments, steps of applications, tax
   * forms.
   */
  readonly posted: number;
  /** The number of borrowers for whom it failed; the next run tries them again. */
  readonly failed: number;
}

/** The configuration that the steps of applications depend on. */
export type StepSettings = Omit<StepScope, 'db' | 'borrowerKey'>;

type OfBorrowers = PgTable & { readonly borrowerKey: PgColumn };

/** Selects the borrowers after `last` with a row for which something is due. */
const borrowersWith = (db: Database, table: OfBorrowers, isDue: SQL, last: string) =>
  db
    .select({ borrowerKey: sql<string>`${table.borrowerKey}`.as('borrower_key') })
    .from(table)
    .where(and(isDue, gt(table.borrowerKey, last)));

/** Returns the next borrowers, in order of their keys, for whom any work or a check for reminders is due. */
function nextBorrowers(db: Database, today: PlainDate, last: string) {
  const withDay = (table: OfBorrowers, day: PgColumn) => borrowersWith(db, table, lte(day, today), last);
  const isToPost = lt(scheduledPayments.effectiveDate, postedBefore(today));
  return union(
    borrowersWith(db, scheduledPayments, isToPost, last),
    withDay(paymentReturns, paymentReturns.returnsOn),
    withDay(applications, applications.nextStepOn),
    withDay(autoDebits, autoDebits.actionOn),
    withDay(autoDebitDrafts, autoDebitDrafts.actionOn),
    withDay(loanGroups, loanGroups.nextBillOn),
    withDay(accounts, accounts.statementOn),
    withDay(loanGroups, loanGroups.recertificationOn),
    withDay(loanGroups, loanGroups.rapMonthOn),
    withDay(borrowers, borrowers.taxFormsOn),
    withDay(textAlerts, textAlerts.checkOn),
  )
    .orderBy(sql`1`)
    .limit(BATCH);
}

/** Returns the next borrowers with text alerts whose reminders have not been checked today, in order of their keys. */
const nextToRemind = (db: Database, today: PlainDate, last: string) =>
  borrowersWith(db, textAlerts, lte(textAlerts.checkOn, today), last).orderBy(textAlerts.borrowerKey).limit(BATCH);

/**
 * Draws the drafts of auto debit, posts and returns the payments, executes the steps of applications and issues the tax
 * forms that are due by `today`, one borrower after the other, each in a separate transaction. Several runs can work at the
 * same time: they lock the borrower's row, and what another run has done is no longer due.
 */
export const postAllDue = (db: Database, today: PlainDate, settings: StepSettings, report: Report) =>
  bringAllUpToDate(nextBorrowers, db, today, settings, report);

/**
 * Brings the borrowers with text alerts up to date once a day, so that they get texts about payments, applications and
 * due dates without logging in. The server calls it every few minutes; for all borrowers there is {@link postAllDue}.
 */
export const postForTextAlerts = (db: Database, today: PlainDate, settings: StepSettings, report: Report) =>
  bringAllUpToDate(nextToRemind, db, today, settings, report);

type Report = (borrowerKey: string, error: unknown) => void;
type Next = (db: Database, today: PlainDate, last: string) => Promise<readonly { readonly borrowerKey: string }[]>;

async function bringAllUpToDate(
  getNext: Next,
  db: Database,
  today: PlainDate,
  settings: StepSettings,
  report: Report,
): Promise<SweepResult> {
  let [posted, failed, last] = [0, 0, ''];
  for (;;) {
    const due = await getNext(db, today, last);
    for (const { borrowerKey } of due) {
      try {
        await bringUpToDate({ ...settings, db, borrowerKey }, today);
        posted += 1;
      } catch (error) {
        failed += 1;
        report(borrowerKey, error);
      }
    }
    const next = due.at(-1)?.borrowerKey;
    if (next === undefined) return { posted, failed };
    last = next;
  }
}
