/** Brings all borrowers up to date, for programs that read the tables without the API. */
import { and, gt, lt, lte, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../db/open.ts';
import { applications, autoDebits, paymentReturns, scheduledPayments } from '../db/schema.ts';
import { type StepScope, bringUpToDate } from './application-steps.ts';

/** The number of borrowers per query. */
const BATCH = 500;

export interface SweepResult {
  /** Borrowers whose drafts are made, whose due payments are posted or returned, and whose applications have advanced. */
  readonly posted: number;
  /** Borrowers for whom this failed; the next run tries them again. */
  readonly failed: number;
}

/** The configuration that the steps of applications depend on. */
export type StepSettings = Omit<StepScope, 'db' | 'borrowerKey'>;

/** Returns the next borrowers for whom a payment, a return, a draft or a step of an application is due, in order of their keys. */
function nextBorrowers(db: Database, today: PlainDate, last: string) {
  const toPost = db
    .select({ borrowerKey: scheduledPayments.borrowerKey })
    .from(scheduledPayments)
    .where(and(lt(scheduledPayments.effectiveDate, postedBefore(today)), gt(scheduledPayments.borrowerKey, last)));
  const toAdvance = db
    .select({ borrowerKey: applications.borrowerKey })
    .from(applications)
    .where(and(lte(applications.nextStepOn, today), gt(applications.borrowerKey, last)));
  const toReturn = db
    .select({ borrowerKey: paymentReturns.borrowerKey })
    .from(paymentReturns)
    .where(and(lte(paymentReturns.returnsOn, today), gt(paymentReturns.borrowerKey, last)));
  const toDraft = db
    .select({ borrowerKey: autoDebits.borrowerKey })
    .from(autoDebits)
    .where(and(lte(autoDebits.actionOn, today), gt(autoDebits.borrowerKey, last)));
  return union(toPost, toReturn, toAdvance, toDraft)
    .orderBy(sql`1`)
    .limit(BATCH);
}

/**
 * Makes the drafts of auto debit, posts and returns the payments, and executes the steps of applications that are due by
 * `today`, one borrower after the other, each in a separate transaction. Several runs can work at the same time: they
 * lock the borrower's row, and what another run has done is no longer due.
 */
export async function postAllDue(
  db: Database,
  today: PlainDate,
  settings: StepSettings,
  report: (borrowerKey: string, error: unknown) => void,
): Promise<SweepResult> {
  let [posted, failed, last] = [0, 0, ''];
  for (;;) {
    const due = await nextBorrowers(db, today, last);
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
