/**
 * Posts payments as of their effective dates (ruling 20). A payment is posted on the second banking day after its date;
 * the work queue (service/work.ts) says when.
 */
import { and, eq, inArray, lt } from 'drizzle-orm';
import { applyPosting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import { refundOf } from '#domain/payments/refunds.ts';
import { insertMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import { loanEntries, paymentHistory, scheduledPayments } from '../../db/schema/index.ts';
import { type OpenedInsert, seals } from '../../db/seals.ts';
import { type GroupRow, type LoanRow, storeGroups } from '../accounts/groups.ts';
import { markStatements } from '../accounts/issue-statements.ts';
import { markTaxYearChanged } from '../accounts/issue-tax-forms.ts';
import { hasChangedSince, replayAccount, splitOf } from '../accounts/replay.ts';
import { endPaidInFull } from './auto-debit-end.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';
import { drawnOnOf, inOrder, joinParts } from './debits.ts';
import { instructionsOf } from './instructions.ts';
import { announcePosted } from './posted-messages.ts';
import { noteReturn } from './returns.ts';

type HistoryRow = OpenedInsert<typeof paymentHistory>;

/** Reads the days on which refunds of some accounts became owed again. */
const refundsOwed = (db: Database, borrowerKey: string, accountIds: readonly string[]) =>
  db
    .select({ accountId: loanEntries.accountId, onDay: loanEntries.onDay })
    .from(loanEntries)
    .where(
      and(
        eq(loanEntries.borrowerKey, borrowerKey),
        inArray(loanEntries.accountId, [...accountIds]),
        eq(loanEntries.kind, 'refundOwed'),
      ),
    );

/**
 * Posts the payments of a borrower whose day of posting is `day`, in a transaction that holds the borrower's row. `today`
 * is the day on which that is done. A payment that is dated before a change that was executed since is posted by a replay of its account.
 */
export async function postPayments(
  db: Database,
  borrowerKey: string,
  { day, today }: { readonly day: PlainDate; readonly today: PlainDate },
): Promise<void> {
  const s = scheduledPayments;
  const isDue = and(eq(s.borrowerKey, borrowerKey), lt(s.effectiveDate, postedBefore(day)));
  const taken = await db.delete(s).where(isDue).returning();
  const due = taken.map(seals.scheduledPayments.open).toSorted(inOrder);
  if (due.length === 0) return;
  const accountIds = [...new Set(due.map(({ accountId }) => accountId))];
  const groups = await groupsAtAutoDebitRates(db, borrowerKey, accountIds, due);
  const instructions = await instructionsOf(db, borrowerKey);
  const changed = new Map<string, GroupRow>();
  const late = new Set<string>();
  const owedAgain = await refundsOwed(db, borrowerKey, accountIds);
  const history = due.map((row): HistoryRow => {
    const { accountId, groupId, effectiveDate, paymentType: description } = row;
    const now = groups.get(accountId) ?? [];
    const instruction = instructions.on(accountId, effectiveDate);
    const posted = applyPosting<LoanRow, GroupRow>(now, { ...row, instruction });
    const isOwedAgain = owedAgain.some((entry) => entry.accountId === accountId && entry.onDay > effectiveDate);
    if (isOwedAgain || now.some((group) => hasChangedSince(group, effectiveDate))) late.add(accountId);
    for (const { group } of posted.paid) changed.set(`${accountId}/${group.groupId}`, group);
    groups.set(accountId, posted.groups);
    const refund = refundOf(posted.left, day);
    const asPosted = { description, targetGroupId: groupId, instruction, postedOn: day, drawnOn: drawnOnOf(row) };
    return { ...row, ...splitOf(posted), ...refund, ...asPosted };
  });
  await insertMany(db, paymentHistory, joinParts(history).map(seals.paymentHistory.seal));
  for (const row of due) await noteReturn(db, row);
  for (const { effectiveDate } of due) await markTaxYearChanged(db, borrowerKey, { effectiveDate, day, today });
  const inTime = [...changed.values()].filter(({ accountId }) => !late.has(accountId));
  await storeGroups(db, borrowerKey, inTime);
  const paidInFull = [...groups.values()].filter((own) => own.every(({ nextDue }) => nextDue === null));
  await markStatements(db, borrowerKey, paidInFull.flat(), day);
  for (const accountId of late) await replayAccount(db, { borrowerKey, accountId }, { day, cause: 'late' });
  await endPaidInFull(db, borrowerKey, accountIds, day);
  const ids = due.map(({ paymentDetailId }) => paymentDetailId);
  await announcePosted(db, borrowerKey, { ids, day });
}
