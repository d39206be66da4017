/**
 * Bills: due dates, past-due amounts, and the effect of payments on the due date. A bill is issued the day after the
 * previous one was due; an installment is past due from the day after its due date.
 */
import { type PlainDate, dayOfMonth, dueDateAfter } from '#domain/calendar.ts';
import { type LedgerLoan, accrueTo } from '#domain/interest.ts';
import { owedOn, postToGroups } from '#domain/accounts/ledger.ts';
import { type Parts, sumAllParts } from '#domain/parts.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import type { Plan } from '#domain/plan-names.ts';
import { type Cents, ZERO, subtractCents, maxCents, minCents, sumCents, toCents } from '#domain/money.ts';
import {
  type Bill,
  billOn,
  isPausedOn,
  issuedOn,
  pastDueSince,
  paymentOn,
} from '#server/service/conversion/former-bills.ts';

export { type Bill, billOn, isPausedOn, pastDueSince };

/** A bill before the first installment, which falls due on `firstDue`. */
export const firstBill = (monthlyPayment: Cents, firstDue: PlainDate): Bill => ({
  monthlyPayment,
  dueDay: dayOfMonth(firstDue),
  paymentDueDate: firstDue,
  amountDue: ZERO,
  pastDue: ZERO,
  lastBumpDate: null,
  billedThrough: dueDateAfter(firstDue, dayOfMonth(firstDue), -1),
});

/**
 * Returns whether an amount is due on a group on exactly this day: its due date, outside a pause, with a bill that is not
 * paid. Auto debit drafts bills by this rule.
 */
export function isBillDueOn(bill: Bill, day: PlainDate): boolean {
  const { paymentDueDate, amountDue } = billOn(bill, day);
  return paymentDueDate === day && amountDue > 0;
}

/**
 * Returns whether the bill of the due date was issued and paid, so that nothing more is to be paid on that date
 * (ruling 77). The bill must be as of today.
 */
function isBillPaid(bill: Bill): boolean {
  const { paymentDueDate, amountDue, billedThrough } = bill;
  if (paymentDueDate === null || amountDue > 0 || paymentOn(bill, paymentDueDate) <= 0) return false;
  return billedThrough >= issuedOn(bill, paymentDueDate);
}

/**
 * Returns the bill with a pause from `postponedFrom` to `postponedThrough` that was granted on `today`. Past-due
 * installments of the pause are no longer owed; older ones are.
 */
export function withPause<B extends Bill>(
  bill: B,
  pause: { readonly postponedFrom: PlainDate; readonly postponedThrough: PlainDate },
  today: PlainDate,
): B {
  const before = billOn(bill, today);
  let paused = 0;
  for (let due = before.paymentDueDate; due !== null;) {
    due = dueDateAfter(due, bill.dueDay, -1);
    if (due < pause.postponedFrom) break;
    if (isPausedOn(pause, due)) paused += 1;
  }
  const forgiven = minCents(before.pastDue, toCents(bill.monthlyPayment * paused));
  return billOn({ ...before, ...pause, pastDue: subtractCents(before.pastDue, forgiven) }, today);
}

/**
 * Returns the bill after `paid` was posted on `day` with `payoff` still owed. Pays the past-due amount first, then the
 * amount due. The due date advances past the paid installment and by the whole months that the rest covers, unless the
 * payer asked to keep it (34 CFR 685.211(a)(3), ruling 26). The bill must be as of `day`.
 */
export function settleBill<B extends Bill>(
  bill: B,
  paid: Cents,
  payoff: Cents,
  day: PlainDate,
  keepsDueDate: boolean,
): B {
  if (payoff <= 0) return { ...bill, paymentDueDate: null, amountDue: ZERO, pastDue: ZERO };
  const forPast = minCents(paid, bill.pastDue);
  const forCurrent = minCents(subtractCents(paid, forPast), bill.amountDue);
  const rest = paid - forPast - forCurrent;
  const pastDue = subtractCents(bill.pastDue, forPast);
  const amountDue = subtractCents(bill.amountDue, forCurrent);
  const settled = { ...bill, pastDue, amountDue };
  if (bill.paymentDueDate === null || keepsDueDate || pastDue > 0 || amountDue > 0) return settled;
  // The rest pays installments after a bill that was paid before with the due date kept (ruling 77).
  const first = forCurrent > 0 || isBillPaid(bill) ? 1 : 0;
  const covered = monthsCovered(bill, bill.paymentDueDate, first, rest);
  if (forCurrent <= 0 && covered === 0) return settled;
  const months = first + covered;
  return { ...settled, paymentDueDate: dueDateAfter(bill.paymentDueDate, bill.dueDay, months), lastBumpDate: day };
}

/** Returns the number of whole installments that `rest` covers, from `first` months after the due date on. */
function monthsCovered(bill: Bill, dueDate: PlainDate, first: number, rest: number): number {
  const steps = bill.paymentSteps ?? [];
  if (steps.length === 0) return bill.monthlyPayment > 0 ? Math.floor(rest / bill.monthlyPayment) : 0;
  let [months, left] = [0, rest];
  for (;;) {
    const payment = paymentOn(bill, dueDateAfter(dueDate, bill.dueDay, first + months));
    if (payment <= 0 || left < payment) return months;
    left -= payment;
    months += 1;
  }
}

/** Returns the amounts of a bill in cents, given the whole amount owed (`payoff`), which no installment exceeds. */
export function computeDue(bill: Bill, payoff: Cents) {
  const pastDue = minCents(maxCents(bill.pastDue, ZERO), payoff);
  const amountDue = minCents(maxCents(bill.amountDue, ZERO), subtractCents(payoff, pastDue));
  const totalDue = sumCents([pastDue, amountDue]);
  const afterwards = subtractCents(payoff, totalDue);
  // The installment that is not billed yet, and the one after it.
  const installmentIn = (months: number, left: Cents): Cents => {
    if (bill.paymentDueDate === null) return ZERO;
    return minCents(paymentOn(bill, dueDateAfter(bill.paymentDueDate, bill.dueDay, months)), left);
  };
  const installment = installmentIn(amountDue > 0 ? 1 : 0, afterwards);
  return {
    pastDue,
    amountDue,
    totalDue,
    /** The installment of the due date: the billed amount, or the amount that will be billed. */
    next: amountDue > 0 ? amountDue : installment,
    /** The installment after the one of the due date. */
    afterNext: amountDue > 0 ? installment : installmentIn(1, subtractCents(afterwards, installment)),
  };
}

/** An installment that is to be paid. */
export interface Installment {
  readonly date: PlainDate;
  readonly amount: Cents;
}

/**
 * Returns the next installment to pay, given the whole amount owed (`payoff`): that of the due date, or the one after it
 * if the bill of the due date is paid and the payer kept the due date. Null if nothing is owed. The bill must be as of
 * today; `due` is its {@link computeDue}.
 */
export function nextInstallment(bill: Bill, payoff: Cents, due = computeDue(bill, payoff)): Installment | null {
  const { paymentDueDate, dueDay } = bill;
  if (paymentDueDate === null) return null;
  if (!isBillPaid(bill)) return { date: paymentDueDate, amount: due.next };
  let date = dueDateAfter(paymentDueDate, dueDay, 1);
  while (isPausedOn(bill, date)) date = dueDateAfter(date, dueDay, 1);
  return { date, amount: minCents(paymentOn(bill, date), subtractCents(payoff, due.totalDue)) };
}

/** A group of loans with its bill. */
export interface GroupBySums<L extends LedgerLoan = LedgerLoan> {
  readonly groupId: string;
  readonly plan: Plan;
  readonly bill: Bill;
  readonly loans: readonly L[];
}

/** Posts a payment to the groups of an account. Also returns the part of each group. */
export function payBySums<L extends LedgerLoan>(
  groups: readonly GroupBySums<L>[],
  { amount, effectiveDate: day, keepsDueDate, isExtra = false, groupId, instruction }: Posting,
): { groups: GroupBySums<L>[]; paid: { readonly groupId: string; readonly applied: Parts }[] } {
  const billed = groups.map((each) => ({
    ...each,
    bill: billOn(each.bill, day),
    loans: each.loans.map((loan) => accrueTo(loan, day)),
  }));
  const owing = billed.map(({ bill, ...rest }) => ({
    ...rest,
    monthlyPayment: bill.monthlyPayment,
    amountDue: isExtra ? ZERO : bill.amountDue,
    pastDue: isExtra ? ZERO : bill.pastDue,
    pastDueSince: isExtra ? null : pastDueSince(bill),
  }));
  const { posted } = postToGroups(amount, owing, day, { groupId, instruction });
  const paid: { groupId: string; applied: Parts }[] = [];
  const after = billed.map((each, index): GroupBySums<L> => {
    const own = posted[index];
    const amountPaid = own === undefined ? ZERO : sumAllParts(own.applied);
    if (own === undefined || amountPaid === 0) return groups[index] ?? each;
    paid.push({ groupId: each.groupId, applied: own.applied });
    const stillOwed = sumCents(own.group.loans.map((loan) => sumAllParts(owedOn(loan, day))));
    const bill = isExtra ? each.bill : settleBill(each.bill, amountPaid, stillOwed, day, keepsDueDate);
    return { ...each, bill, loans: own.group.loans };
  });
  return { groups: after, paid };
}
