/**
 * Posts payments when the business clock has passed their day (ruling 20). There is no scheduled job: each call first
 * posts the borrower's due payments, as of their effective dates and in that order, so that figures and history are the
 * same as if they had been posted on time. Server instances keep no state; the rows determine which payments are due.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { NOTHING, addParts, wholeOf } from '#domain/accounts/ledger.ts';
import { applyPosting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import { insertMany, updateMany } from '../db/bulk.ts';
import type { Database } from '../db/open.ts';
import { borrowers, loanGroups, loans, paymentHistory, scheduledPayments } from '../db/schema.ts';
import { type OpenedInsert, type OpenedRow, seals } from '../db/seals.ts';
import { instructionsOf } from './instructions.ts';
import { byKey } from './portfolio.ts';
import type { Scope } from './scope.ts';
import { lockBorrower } from './lock-borrower.ts';

type ScheduledRow = OpenedRow<typeof scheduledPayments.$inferSelect>;
type HistoryRow = OpenedInsert<typeof paymentHistory>;
type LoanRow = typeof loans.$inferSelect;
type GroupRow = typeof loanGroups.$inferSelect & { readonly loans: readonly LoanRow[] };

/** The payments of a borrower that are to have been posted by `today`. */
const isDue = (borrowerKey: string, today: PlainDate) =>
  and(eq(scheduledPayments.borrowerKey, borrowerKey), lt(scheduledPayments.effectiveDate, postedBefore(today)));

type Ordered = Pick<ScheduledRow, 'effectiveDate' | 'authorizedAt' | 'paymentId' | 'groupId' | 'paymentDetailId'>;

/** Payments are posted by effective date, then as they were authorized, then in one order that any instance finds. */
export function inOrder(a: Ordered, b: Ordered): number {
  if (a.effectiveDate !== b.effectiveDate) return a.effectiveDate < b.effectiveDate ? -1 : 1;
  const later = a.authorizedAt.getTime() - b.authorizedAt.getTime();
  if (later !== 0) return later;
  const keyOf = (row: Ordered): string => `${row.paymentId}/${row.groupId ?? ''}/${row.paymentDetailId}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

/** The groups of some accounts with their loans, by account id. */
async function groupsOf(
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
): Promise<Map<string, GroupRow[]>> {
  const groupRows = await db
    .select()
    .from(loanGroups)
    .where(and(eq(loanGroups.borrowerKey, borrowerKey), inArray(loanGroups.accountId, [...accountIds])))
    .orderBy(asc(loanGroups.groupId));
  const loanRows = await db
    .select()
    .from(loans)
    .where(and(eq(loans.borrowerKey, borrowerKey), inArray(loans.accountId, [...accountIds])))
    .orderBy(asc(loans.loanId));
  const loansOf = byKey(loanRows, (row) => `${row.accountId}/${row.groupId}`);
  const groups = groupRows.map((row) => ({ ...row, loans: loansOf.get(`${row.accountId}/${row.groupId}`) ?? [] }));
  return byKey(groups, (row) => row.accountId);
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
    refunded: left,
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
 * Gives a borrower's loans another version, so that nothing computed of them earlier is served again. Triggers do the same
 * (migration 0007), except where the tables are distributed (db/distribution.ts).
 */
export async function changeLoansVersion(db: Database, borrowerKey: string): Promise<void> {
  await db.update(borrowers).set({ loansVersion: randomUUID() }).where(eq(borrowers.borrowerKey, borrowerKey));
}

/** Takes the payments that are due, in a transaction that holds the borrower's row, and posts them. */
async function postAll(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  await lockBorrower(db, borrowerKey);
  const taken = await db.delete(scheduledPayments).where(isDue(borrowerKey, today)).returning();
  const due = taken.map(seals.scheduledPayments.open);
  if (due.length === 0) return;
  const groups = await groupsOf(db, borrowerKey, [...new Set(due.map(({ accountId }) => accountId))]);
  const instructions = await instructionsOf(db, borrowerKey);
  const changed = new Map<string, GroupRow>();
  const history = due.toSorted(inOrder).map((row) => {
    const { accountId, amount, groupId, effectiveDate, keepsDueDate } = row;
    const now = groups.get(accountId) ?? [];
    const instruction = instructions.on(accountId, effectiveDate);
    const posted = applyPosting<LoanRow, GroupRow>(now, { amount, groupId, effectiveDate, keepsDueDate, instruction });
    for (const { group } of posted.paid) changed.set(`${accountId}/${group.groupId}`, group);
    groups.set(accountId, posted.groups);
    return historyOf(row, posted);
  });
  await storeGroups(db, borrowerKey, [...changed.values()]);
  await insertMany(db, paymentHistory, history.map(seals.paymentHistory.seal));
  await changeLoansVersion(db, borrowerKey);
}

/**
 * Brings a borrower up to date: posts the payments due by `today`, each exactly once, however many instances do this
 * concurrently and even if one of them is interrupted. Costs one index lookup if nothing is due.
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
  if (first === undefined) return;
  await db.transaction((transaction) => postAll(transaction, borrowerKey, today));
}
