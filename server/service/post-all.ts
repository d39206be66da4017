/** Makes the drafts of auto debit and posts the due payments of all borrowers, for programs that read the tables without the API. */
import { and, gt, lt, lte, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import type { Database } from '../db/open.ts';
import { autoDebits, scheduledPayments } from '../db/schema.ts';
import { postDuePayments } from './posting.ts';

/** The number of borrowers per query. */
const BATCH = 500;

export interface SweepResult {
  /** Borrowers whose due payments are posted. */
  readonly posted: number;
  /** Borrowers for whom posting failed; the next run tries them again. */
  readonly failed: number;
}

/**
 * Makes the drafts and posts the payments due by `today`, one borrower after the other, each in a separate transaction. Several runs can
 * work at the same time: posting locks the borrower's row, and payments that another run has posted are no longer due.
 */
export async function postAllDue(
  db: Database,
  today: PlainDate,
  report: (borrowerKey: string, error: unknown) => void,
): Promise<SweepResult> {
  let [posted, failed, last] = [0, 0, ''];
  for (;;) {
    const { effectiveDate } = scheduledPayments;
    const due = await union(
      db
        .select({ borrowerKey: scheduledPayments.borrowerKey })
        .from(scheduledPayments)
        .where(and(lt(effectiveDate, postedBefore(today)), gt(scheduledPayments.borrowerKey, last))),
      db
        .select({ borrowerKey: autoDebits.borrowerKey })
        .from(autoDebits)
        .where(and(lte(autoDebits.actionOn, today), gt(autoDebits.borrowerKey, last))),
    )
      .orderBy(sql`borrower_key`)
      .limit(BATCH);
    for (const { borrowerKey } of due) {
      try {
        await postDuePayments({ db, borrowerKey, today });
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
