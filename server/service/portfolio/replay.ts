/** Replays the records of an account, when a payment is returned, or posted after a change that follows its date. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { issueTo } from '#domain/accounts/bills.ts';
import { NO_INSTRUCTION } from '#domain/accounts/ledger.ts';
import { subtractParts, sumParts, sumAllParts } from '#domain/parts.ts';
import { type BillRecord, type EntryRecord, NO_AMOUNTS } from '#domain/accounts/records.ts';
import {
  type AccountRecords,
  type AppliedPayment,
  type GroupOpening,
  type PaymentRecord,
  replay,
} from '#domain/accounts/replay.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, subtractCents, sumCents } from '#domain/money.ts';
import { refundAgain, sentBackBefore } from '#domain/payments/returns.ts';
import { updateMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import {
  type AppliedAgain,
  type PostedSplit,
  groupTerms,
  loanEntries,
  loanPostponements,
  paymentHistory,
} from '../../db/schema/index.ts';
import {
  type AccountKey,
  type GroupRow,
  listDisbursements,
  toEntryId,
  entryRow,
  ofAccount,
  readGroups,
  storeGroups,
} from './groups.ts';
import { byKey } from '../group-by.ts';
import { markStatements, markTaxYearChanged } from './due-documents.ts';
import { ownRows, updateOwnRows } from '../own-rows.ts';

/** Returns the split of a payment as its history row contains it. */
export const toSplit = ({ paid, left }: AppliedPayment<GroupRow>) => ({
  ...sumParts(paid.map(({ applied }) => applied)),
  refunded: left,
  groups: paid.map(({ group: { groupId }, applied, parts, advancedTo, repaid }): PostedSplit => ({
    groupId,
    total: sumAllParts(applied),
    ...applied,
    bills: parts,
    ...(advancedTo && { advancedTo }),
    ...(repaid.length > 1 && { loans: repaid }),
  })),
});

/** Returns whether a group was changed, other than by payments, as of a day after `day`. */
export const hasChangedSince = ({ termsInForce, pauses, loans }: GroupRow, day: PlainDate): boolean =>
  (termsInForce.cause !== 'start' && termsInForce.fromDay > day) ||
  pauses.some(({ start, end, grantedOn, isClosed }) => grantedOn > day || start > day || (isClosed && end > day)) ||
  loans.some(({ reducedRates }) => reducedRates.some(({ recordedOn = day }) => recordedOn > day));

/** Returns the bills of a group when its records begin: from the first due date on, unless an opening is stored. */
const getOpening = ({ opening, repaymentStarts, groupId }: GroupRow): GroupOpening => {
  if (opening !== null) return opening;
  if (repaymentStarts === null) throw new Error(`Group ${groupId} has no opening`);
  return { nextDue: repaymentStarts, paidAheadTo: repaymentStarts };
};

/** No bill is due before this day. */
const FIRST_DAY = toPlainDate('1900-01-01');

type PaidRow = typeof paymentHistory.$inferSelect;

/** The records of an account, with the rows that contain results. */
interface StoredRecords extends AccountRecords<GroupRow> {
  readonly paid: readonly PaidRow[];
  readonly entries: readonly (typeof loanEntries.$inferSelect)[];
}

/** Reads the records of an account. Amounts of payments exclude the parts refunded before `day` (ruling 95). */
export async function readRecords(db: Database, account: AccountKey, day: PlainDate): Promise<StoredRecords> {
  const { borrowerKey, accountId } = account;
  const { groups, terms } = await readGroups(db, borrowerKey, { accountIds: [accountId], billsFrom: FIRST_DAY });
  const entries = await db.select().from(loanEntries).where(ofAccount(loanEntries, account)).orderBy(loanEntries.onDay);
  const h = paymentHistory;
  const isPosted = and(eq(h.accountId, accountId), isNotNull(h.postedOn), isNull(h.closedAt));
  const inOrder = [h.effectiveDate, h.authorizedAt, h.paymentId, h.targetGroupId, h.paymentDetailId];
  const paid = await ownRows({ db, borrowerKey }, h, isPosted, ...inOrder);
  const termsByGroup = byKey(terms, ({ groupId }) => groupId);
  return {
    paid,
    entries,
    groups: groups.map((group) => {
      const loanIds = new Set(group.loans.map(({ loanId }) => loanId));
      return {
        group: { ...group, loans: group.loans.map((loan) => ({ ...loan, disbursements: listDisbursements(loan) })) },
        opening: getOpening(group),
        terms: termsByGroup.get(group.groupId) ?? [],
        bills: group.bills,
        pauses: group.pauses,
        entries: entries.filter(({ loanId }) => loanIds.has(loanId)),
      };
    }),
    payments: paid.flatMap((row): PaymentRecord[] => {
      const { paymentDetailId, effectiveDate, billDueDate, keepsDueDate, isExtra, targetGroupId, instruction } = row;
      const amount = subtractCents(row.amount, sentBackBefore(row, day));
      const postedOn = row.postedOn ?? computePostingDay(effectiveDate);
      const record = { paymentDetailId, effectiveDate, billDueDate, keepsDueDate, isExtra, postedOn };
      if (instruction !== null) return [{ ...record, amount, groupId: targetGroupId, instruction }];
      // A payment from before the portal has been divided between the groups already.
      const whole = { ...record, instruction: NO_INSTRUCTION };
      return row.groups.map(({ groupId, total }) => ({ ...whole, amount: total, groupId }));
    }),
  };
}

/**
 * Adds a refund whose payment was returned to the principal of a loan: the money was sent, but the payment was not made.
 * It is the loan with the lowest rate in the groups that still owe something, otherwise of all (docs/decisions/spec-gaps.md).
 */
async function addRefundOwed(
  db: Database,
  groups: readonly GroupRow[],
  principal: Cents,
  onDay: PlainDate,
): Promise<void> {
  const owing = groups.filter(({ nextDue }) => nextDue !== null);
  const loans = (owing.length > 0 ? owing : groups).flatMap((group) => group.loans);
  const [loan] = loans.toSorted((a, b) => a.rate - b.rate || (a.loanId < b.loanId ? -1 : 1));
  if (loan === undefined) throw new Error('An account with a returned payment has no loans');
  const { borrowerKey, accountId, loanId } = loan;
  const entry = { ...NO_AMOUNTS, loanId, kind: 'refundOwed', onDay, principal } as const;
  await db.insert(loanEntries).values(entryRow({ borrowerKey, accountId, confirmationNumber: null }, entry));
}

/**
 * Recomputes an account from its records and stores the results: balances, bills, the splits of payments, the interest of
 * pauses, and the payments after them. Bills that a payoff had prevented are issued on `day` (ruling 87). `sentBack` is the
 * refunded part of a returned payment, which is owed again. Returns the payments whose refunds changed, as they were before.
 */
export async function replayAccount(
  db: Database,
  account: AccountKey,
  { day, cause, sentBack = ZERO }: { day: PlainDate; cause: AppliedAgain['cause']; sentBack?: Cents },
): Promise<PaidRow[]> {
  const own = { ...account, db };
  let records = await readRecords(db, account, day);
  if (sentBack > 0) {
    await addRefundOwed(db, replay(records).groups, sentBack, day);
    records = await readRecords(db, account, day);
  }
  const { groups, applied, pauses, capitalized, rapMonths, terms } = replay(records);
  const issued = groups.map((group, index) => {
    const known = new Map((records.groups[index]?.bills ?? []).map((bill) => [bill.dueDate, bill]));
    const after = issueTo(group, addDays(day, -1));
    const dated = after.bills.map((bill): BillRecord => {
      const stored = known.get(bill.dueDate);
      return stored === undefined ? { ...bill, issuedOn: day } : { ...stored, ...bill };
    });
    return { ...after, bills: dated };
  });
  await storeGroups(own, issued);
  await markStatements(own, issued, day);
  // Payments may be divided in another way now, also in years whose tax forms are issued.
  const [first] = records.payments;
  if (first !== undefined) await markTaxYearChanged(own, { effectiveDate: first.effectiveDate, day });

  const h = paymentHistory;
  const again = records.paid.map((row): PaidRow => {
    const payment = applied.get(row.paymentDetailId);
    if (payment === undefined) return row;
    const refunded = sumCents([payment.left, sentBackBefore(row, day)]);
    const split = toSplit(payment);
    const change = subtractParts(split, row);
    const isSame = change.principal === 0 && change.interest === 0 && change.fees === 0;
    const appliedAgain = isSame ? row.appliedAgain : [...(row.appliedAgain ?? []), { on: day, cause, ...change }];
    return { ...row, ...split, ...refundAgain(row, refunded, day), appliedAgain };
  });
  const changed = again.filter((row, index) => JSON.stringify(row) !== JSON.stringify(records.paid[index]));
  const results = [h.principal, h.interest, h.fees, h.refunded, h.refundedOn, h.groups, h.appliedAgain];
  await updateMany(db, h, results, changed);
  const p = loanPostponements;
  for (const { loanId, start, end, accrued, capitalized: added } of pauses) {
    const isMatch = and(ofAccount(p, account), eq(p.loanId, loanId), eq(p.startDate, start), eq(p.endDate, end));
    await updateOwnRows(own, p, { accrued, capitalized: added }, isMatch);
  }
  const t = groupTerms;
  for (const { groupId, terms: after } of terms) {
    const { fromDay, cause: why, monthlyPayment, paymentSteps, loanPayments } = after;
    const isMatch = and(ofAccount(t, account), eq(t.groupId, groupId), eq(t.fromDay, fromDay), eq(t.cause, why));
    await updateOwnRows(own, t, { monthlyPayment, paymentSteps, loanPayments }, isMatch);
  }
  const amounts = new Map(capitalized.map(({ entry, amount }) => [keyOfEntry(entry), amount]));
  const months = new Map(rapMonths.map((month) => [keyOfEntry(month.entry), month]));
  const entries = records.entries.map((row) => ({
    ...row,
    principal: amounts.get(keyOfEntry(row)) ?? row.principal,
    ...changedMonth(row, months.get(keyOfEntry(row)) ?? row, day),
  }));
  const e = loanEntries;
  await updateMany(db, e, [e.principal, e.interest, e.changes], entries);
  return records.paid.filter(({ refunded }, index) => refunded !== again[index]?.refunded);
}

/** Returns the amounts of a month on RAP as they are computed on `day`, with the change for the next statement. */
function changedMonth(
  row: typeof loanEntries.$inferSelect,
  { principal, interest }: Pick<EntryRecord, 'principal' | 'interest'>,
  on: PlainDate,
) {
  if (row.kind !== 'rapMonth') return {};
  const waived = subtractCents(centsOfMicros(interest), centsOfMicros(row.interest));
  const matched = subtractCents(principal, row.principal);
  const isSame = waived === 0 && matched === 0;
  return { principal, interest, changes: isSame ? row.changes : [...(row.changes ?? []), { on, waived, matched }] };
}

const keyOfEntry = (entry: EntryRecord): string => `${entry.loanId} ${toEntryId(entry)}`;
