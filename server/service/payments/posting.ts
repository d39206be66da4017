/**
 * Posts payments as of their effective dates (ruling 20). A payment is posted on the second banking day after its date,
 * scheduled by the work queue (service/due-work/work.ts). Posting also records whether the bank will return the payment. On
 * the day of the return, the account is computed again from its records without the payment.
 */
import { and, eq, gte, inArray, lt, lte } from 'drizzle-orm';
import { applyPosting } from '#domain/accounts/posting.ts';
import type { EntryRecord } from '#domain/accounts/records.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { ZERO, sumCents } from '#domain/money.ts';
import { RETURNED } from '#domain/payments/payment-types.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import {
  instantOfReturn,
  isReturnedFrom,
  toRefund,
  computeReturnDay,
  sentBackBefore,
} from '#domain/payments/returns.ts';
import { insertMany } from '../../db/bulk.ts';
import { groupBy } from '../group-by.ts';
import { loanEntries, paymentHistory, paymentReturns, scheduledPayments } from '../../db/schema/index.ts';
import { type OpenedInsert, seals } from '../../db/seals.ts';
import { type GroupRow, storeGroups } from '../portfolio/groups.ts';
import { markStatements, markTaxYearChanged } from '../portfolio/due-documents.ts';
import { type Own, ownRows, updateOwnRows } from '../own-rows.ts';
import { hasChangedSince, replayAccount, toSplit } from '../portfolio/replay.ts';
import { endPaidInFull, groupsAtAutoDebitRates } from './auto-debit-state.ts';
import { toDrawnOn, inOrder, joinParts, getPaymentId } from '../portfolio/debits.ts';
import { readAllInstructions } from '../portfolio/instructions.ts';
import { type ChangedRefund, announceChangedRefunds, announcePosted, announceReturn } from './posted-messages.ts';

type HistoryRow = OpenedInsert<typeof paymentHistory>;

/**
 * Posts the payments of a borrower whose day of posting is `day`, in a transaction that holds the borrower's row. `today`
 * is the day on which that is done. A payment that is dated before a change that was executed since is posted by a replay of its account.
 */
export async function postPayments(
  own: Own,
  { day, today }: { readonly day: PlainDate; readonly today: PlainDate },
): Promise<void> {
  const { db, borrowerKey } = own;
  const s = scheduledPayments;
  const isDue = and(eq(s.borrowerKey, borrowerKey), lt(s.effectiveDate, postedBefore(day)));
  const taken = await db.delete(s).where(isDue).returning();
  const due = taken.map(seals.scheduledPayments.open).toSorted(inOrder);
  if (due.length === 0) return;
  const accountIds = [...new Set(due.map(({ accountId }) => accountId))];
  const groups = await groupsAtAutoDebitRates(own, accountIds, due);
  const instructions = await readAllInstructions(own);
  const changed = new Map<string, GroupRow>();
  const late = new Set<string>();
  const { accountId: ofAccount, kind } = loanEntries;
  const isDated = and(inArray(ofAccount, accountIds), inArray(kind, ['refundOwed', 'rapMonth']));
  const entries = await ownRows(own, loanEntries, isDated);
  const history = due.map((row): HistoryRow => {
    const { accountId, groupId, effectiveDate, paymentType: description } = row;
    const now = groups.get(accountId) ?? [];
    const instruction = instructions.on(accountId, effectiveDate);
    const posted = applyPosting(now, { ...row, instruction });
    const isFollowed = entries.some((entry) => entry.accountId === accountId && isAfter(entry, effectiveDate));
    if (isFollowed || now.some((group) => hasChangedSince(group, effectiveDate))) late.add(accountId);
    for (const { group } of posted.paid) changed.set(`${accountId}/${group.groupId}`, group);
    groups.set(accountId, posted.groups);
    const refund = toRefund(posted.left, day);
    const asPosted = { description, targetGroupId: groupId, instruction, postedOn: day, drawnOn: toDrawnOn(row) };
    return { ...row, ...toSplit(posted), ...refund, ...asPosted };
  });
  await insertMany(db, paymentHistory, joinParts(history).map(seals.paymentHistory.seal));
  const returns = due
    .filter(({ bankAccountNumber }) => isReturnedFrom(bankAccountNumber))
    .map((row) => ({ ...row, returnsOn: computeReturnDay(row.effectiveDate) }));
  await insertMany(db, paymentReturns, returns);
  for (const { effectiveDate } of due) await markTaxYearChanged(own, { effectiveDate, day, today });
  const inTime = [...changed.values()].filter(({ accountId }) => !late.has(accountId));
  await storeGroups(own, inTime);
  const paidInFull = [...groups.values()].filter((all) => all.every(({ nextDue }) => nextDue === null));
  await markStatements(own, paidInFull.flat(), day);
  for (const accountId of late) await replayAccount(db, { borrowerKey, accountId }, { day, cause: 'late' });
  await endPaidInFull(own, accountIds, day);
  const ids = due.map(({ paymentDetailId }) => paymentDetailId);
  await announcePosted(own, ids, day);
}

/** Returns whether an entry follows the payments of a day. A month on RAP ends after the payments of its last day. */
const isAfter = ({ kind, onDay }: Pick<EntryRecord, 'kind' | 'onDay'>, day: PlainDate): boolean =>
  onDay > day || (kind === 'rapMonth' && onDay === day);

/** Returns payments due on `day` to the bank. Later bills, pauses and plans stay; later payments are computed again. */
export async function returnPayments(own: Own, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  const isDue = and(eq(paymentReturns.borrowerKey, borrowerKey), lte(paymentReturns.returnsOn, day));
  const due = await db.delete(paymentReturns).where(isDue).returning();
  const h = paymentHistory;
  const ids = due.map(({ paymentDetailId }) => paymentDetailId);
  const isReturned = inArray(h.paymentDetailId, ids);
  const posted = await ownRows(own, h, isReturned, h.paymentDetailId);
  if (posted.length < due.length) throw new Error('A returned payment is not in the history');
  await updateOwnRows(own, h, { description: RETURNED, closedAt: instantOfReturn(day) }, isReturned);
  // A future refund is not sent.
  const isToCome = and(isReturned, gte(h.refundedOn, day));
  await updateOwnRows(own, h, { refunded: ZERO, refundedOn: null }, isToCome);
  for (const parts of groupBy(posted, getPaymentId)) await announceReturn(db, parts, day);
  const accountIds = [...new Set(posted.map((row) => row.accountId))];
  // Without the first draft, the lower rate of auto debit did not begin with it.
  await groupsAtAutoDebitRates(own, accountIds);
  const changed: ChangedRefund[] = [];
  for (const accountId of accountIds) {
    const sentBack = sumCents(posted.map((row) => (row.accountId === accountId ? sentBackBefore(row, day) : ZERO)));
    changed.push(...(await replayAccount(db, { borrowerKey, accountId }, { day, cause: 'returned', sentBack })));
  }
  await announceChangedRefunds(own, changed, day);
}
