/**
 * Posts payments when the business clock has passed their day (ruling 20). There is no scheduled job: each call first
 * posts the borrower's due payments, as of their effective dates and in that order, so that figures and history are the
 * same as if they had been posted on time. Server instances keep no state; the rows determine which payments are due.
 */
import { and, eq, lt } from 'drizzle-orm';
import { NOTHING, addParts, wholeOf } from '#domain/accounts/ledger.ts';
import { applyPosting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore, postingDayOf } from '#domain/payments/progress.ts';
import { refundOf } from '#domain/payments/refunds.ts';
import { insertMany, updateMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import { loanGroups, loans, paymentHistory, scheduledPayments } from '../../db/schema/index.ts';
import { type OpenedInsert, type OpenedRow, seals } from '../../db/seals.ts';
import { firstDueDraft, makeDueDrafts } from './auto-debit-drafts.ts';
import { joinParts } from './debits.ts';
import { type GroupRow, type LoanRow, changeLoansVersion, groupsOf, storeChangedGroups } from '../accounts/groups.ts';
import { instructionsOf } from './instructions.ts';
import { announcePosted } from './posted-messages.ts';
import { PendingReturns, hasReturnDue } from './returns.ts';
import type { Scope } from '../scope.ts';
import { lockBorrower } from '../lock-borrower.ts';

type ScheduledRow = OpenedRow<typeof scheduledPayments.$inferSelect>;
type HistoryRow = OpenedInsert<typeof paymentHistory>;

/** The payments of a borrower that are to have been posted by `today`. */
const isDue = (borrowerKey: string, today: PlainDate) =>
  and(eq(scheduledPayments.borrowerKey, borrowerKey), lt(scheduledPayments.effectiveDate, postedBefore(today)));

type Ordered = Pick<ScheduledRow, 'effectiveDate' | 'authorizedAt' | 'paymentId' | 'groupId' | 'paymentDetailId'>;

/**
 * Payments are posted by effective date, then as they were authorized, then in one order that any instance finds. Within a
 * payment, groups come before the extra amount, which is for the whole account.
 */
export function inOrder(a: Ordered, b: Ordered): number {
  if (a.effectiveDate !== b.effectiveDate) return a.effectiveDate < b.effectiveDate ? -1 : 1;
  const later = a.authorizedAt.getTime() - b.authorizedAt.getTime();
  if (later !== 0) return later;
  const keyOf = (row: Ordered): string => `${row.paymentId}/${row.groupId ?? '~'}/${row.paymentDetailId}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

/** Stores the changes of some groups and their loans. */
async function storeGroups(db: Database, borrowerKey: string, groups: readonly GroupRow[]): Promise<void> {
  const { paymentDueDate, amountDue, pastDue, lastBumpDate, billedThrough } = loanGroups;
  await updateMany(
    db,
    loanGroups,
    {
      keys: [loanGroups.borrowerKey, loanGroups.accountId, loanGroups.groupId],
      changed: [paymentDueDate, amountDue, pastDue, lastBumpDate, billedThrough],
      within: eq(loanGroups.borrowerKey, borrowerKey),
    },
    groups,
  );
  const { principal, accruedInterest, fees, interestThrough } = loans;
  await updateMany(
    db,
    loans,
    {
      keys: [loans.borrowerKey, loans.accountId, loans.loanId],
      changed: [principal, accruedInterest, fees, interestThrough],
      within: eq(loans.borrowerKey, borrowerKey),
    },
    groups.flatMap((group) => group.loans),
  );
}

/** Returns the history row of a scheduled payment, with its effect in each group. */
function historyOf(row: ScheduledRow, { paid, left }: ReturnType<typeof applyPosting<LoanRow, GroupRow>>): HistoryRow {
  const { borrowerKey, paymentId, paymentDetailId, accountId, effectiveDate, amount, paymentType } = row;
  const { routingNumber, bankAccountNumber, accountTypeId, accountHolder } = row;
  const { actorWebAccountId, actorRole, actorIsImpersonator, predicted } = row;
  return {
    borrowerKey,
    paymentDetailId,
    accountId,
    effectiveDate,
    amount,
    ...paid.map(({ applied }) => applied).reduce(addParts, NOTHING),
    ...refundOf(left, effectiveDate),
    postedOn: postingDayOf(effectiveDate),
    description: paymentType,
    groups: paid.map(({ group, applied }) => ({ groupId: group.groupId, total: wholeOf(applied), ...applied })),
    paymentId,
    predicted,
    actorWebAccountId,
    actorRole,
    actorIsImpersonator,
    drawnOn: { routingNumber, bankAccountNumber, accountTypeId, accountHolder },
  };
}

/**
 * Posts the payments that are due by `today`, then returns the posted payments whose return is due, in a transaction
 * that holds the borrower's row.
 */
async function postAndReturn(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  const taken = await db.delete(scheduledPayments).where(isDue(borrowerKey, today)).returning();
  const due = taken.map(seals.scheduledPayments.open);
  const returns = await PendingReturns.read(db, borrowerKey);
  const accountIds = new Set([...due.map(({ accountId }) => accountId), ...returns.accountsDue(today)]);
  if (accountIds.size === 0) return;
  const groups = await groupsOf(db, borrowerKey, [...accountIds]);
  const instructions = await instructionsOf(db, borrowerKey);
  const changed = new Map<string, GroupRow>();
  const history = due.toSorted(inOrder).map((row) => {
    const { accountId, amount, groupId, effectiveDate, keepsDueDate } = row;
    const now = groups.get(accountId) ?? [];
    const instruction = instructions.on(accountId, effectiveDate);
    const posting = { amount, groupId, effectiveDate, keepsDueDate, instruction };
    const posted = applyPosting<LoanRow, GroupRow>(now, posting);
    returns.note(row, posting, now);
    for (const { group } of posted.paid) changed.set(`${accountId}/${group.groupId}`, group);
    groups.set(accountId, posted.groups);
    return historyOf(row, posted);
  });
  await storeGroups(db, borrowerKey, [...changed.values()]);
  await insertMany(db, paymentHistory, joinParts(history).map(seals.paymentHistory.seal));
  await announcePosted(db, borrowerKey, history);
  await storeChangedGroups(db, borrowerKey, await returns.settle(groups, today));
  await changeLoansVersion(db, borrowerKey);
}

/**
 * Makes the drafts of auto debit, posts the payments that are due by `today`, and returns the posted payments whose return
 * is due. The caller's transaction must have locked the borrower's row ({@link lockBorrower}).
 */
export async function postWithinLock(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  const postUntil = (day: PlainDate) => postAndReturn(db, borrowerKey, day);
  await makeDueDrafts(db, borrowerKey, today, postUntil);
  await postUntil(today);
}

/**
 * Brings a borrower up to date: makes the drafts of auto debit, posts the payments due by `today` and returns those that
 * the bank has sent back, each exactly once, however many instances do this concurrently and even if one of them is
 * interrupted. Costs three index lookups if nothing is due.
 */
export async function postDuePayments({
  db,
  borrowerKey,
  today,
}: Pick<Scope, 'db' | 'borrowerKey' | 'today'>): Promise<void> {
  const [first] = await db
    .select({ paymentId: scheduledPayments.paymentId })
    .from(scheduledPayments)
    .where(isDue(borrowerKey, today))
    .limit(1);
  const isUpToDate =
    first === undefined &&
    !(await hasReturnDue(db, borrowerKey, today)) &&
    (await firstDueDraft(db, borrowerKey, today)) === undefined;
  if (isUpToDate) return;
  await db.transaction(async (transaction) => {
    await lockBorrower(transaction, borrowerKey);
    await postWithinLock(transaction, borrowerKey, today);
  });
}
