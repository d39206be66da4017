/**
 * Converts the sums that a database stored before bills were recorded. No debt becomes older by it; what cannot be known
 * (the amounts and dates of paid bills, what paid them) is left out.
 */
import { type PlainDate, addDays, dueDateAfter } from '../calendar.ts';
import { type Cents, ZERO, minCents, subtractCents } from '../money.ts';
import { type BilledGroup, type Paused, type Payments, isPausedOn } from './bills.ts';
import type { BillRecord } from './records.ts';

/** The bill of a group as it was stored before. Amounts are in cents. */
export interface FormerSums extends Payments, Paused {
  readonly dueDay: number;
  /** The due date of the first installment that is neither paid nor past due; null if nothing is owed. */
  readonly paymentDueDate: PlainDate | null;
  /** Billed for that date and not yet paid. */
  readonly amountDue: Cents;
  readonly pastDue: Cents;
  /** The day through which bills had been issued. */
  readonly billedThrough: PlainDate;
  /** Due date of the first installment; null if it is not known. */
  readonly repaymentStarts?: PlainDate | null | undefined;
}

type Converted = Pick<BilledGroup, 'bills' | 'nextDue' | 'paidAheadTo'>;

const billFor = (dueDate: PlainDate, dueDay: number, amount: Cents): BillRecord => ({
  dueDate,
  kind: 'installment',
  amount,
  paid: ZERO,
  isAhead: false,
  cancelledOn: null,
  issuedOn: addDays(dueDateAfter(dueDate, dueDay, -1), 1),
});

/**
 * Returns the open bills that follow from sums: what is left of the bill of the due date, and for the past-due amount one
 * bill a month backwards from the due date, the oldest with the remainder. Due dates in a pause are left out; before the
 * first installment there is none, so a rest belongs to the oldest bill. A bill that is paid is not known, but the next
 * bill is then that of the month after.
 */
export function billsOfSums(sums: FormerSums): Converted {
  const { paymentDueDate: dueDate, amountDue, pastDue, billedThrough, dueDay, monthlyPayment } = sums;
  if (dueDate === null) return { bills: [], nextDue: null, paidAheadTo: null };
  const present = billFor(dueDate, dueDay, amountDue);
  const isIssued = amountDue > 0 || (billedThrough >= present.issuedOn && !isPausedOn(sums, dueDate));
  const past: BillRecord[] = [];
  let left = pastDue;
  for (let due = dueDateAfter(dueDate, dueDay, -1); left > 0; due = dueDateAfter(due, dueDay, -1)) {
    if (isPausedOn(sums, due)) continue;
    const isFirst = sums.repaymentStarts != null && dueDateAfter(due, dueDay, -1) < sums.repaymentStarts;
    const amount = isFirst || monthlyPayment <= 0 ? left : minCents(monthlyPayment, left);
    past.unshift(billFor(due, dueDay, amount));
    left = subtractCents(left, amount);
  }
  return {
    bills: amountDue > 0 ? [...past, present] : past,
    nextDue: isIssued ? dueDateAfter(dueDate, dueDay, 1) : dueDate,
    paidAheadTo: dueDate,
  };
}
