/**
 * The bills of a group of loans (ruling 87): when they are issued, how payments change them, and the figures of a day, which
 * are sums or searches over the bills. The bill of a due date is issued on the day after the due date before it.
 */
import { type PlainDate, addDays, dueDateAfter, dueDateFrom, later } from '../calendar.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '../money.ts';
import type { LedgerLoan } from '../interest.ts';
import { computePayoff } from './ledger.ts';
import { type BillRecord, NEW_BILL, type PauseRecord, type PaymentStep, type RapMonth } from './records.ts';
import type { Plan } from '../plan-names.ts';
import { isIbr } from '../plan-names.ts';

/** The monthly payments of a group. Amounts are in cents. */
export interface Payments {
  /** The payment of the next installment that is not billed yet, unless a step applies to it. */
  readonly monthlyPayment: Cents;
  /** The later payments of a graduated plan, in the order of their dates; null or omitted for a payment that stays. */
  readonly paymentSteps?: readonly PaymentStep[] | null | undefined;
}

/** The pauses of a group, in the order of their first days. */
export interface Paused {
  readonly pauses: readonly Pick<PauseRecord, 'start' | 'end'>[];
}

/** A group of loans with its bills. */
export interface BilledGroup<L extends LedgerLoan = LedgerLoan> extends Payments {
  readonly groupId: string;
  readonly plan: Plan;
  /** The day on which an application last put a plan in force; null or omitted if none did. */
  readonly planSince?: PlainDate | null | undefined;
  /** The day of the month on which installments are due, 1 to 31; the last day in a shorter month. */
  readonly dueDay: number;
  /** In the order of their due dates: at least those with an open amount. */
  readonly bills: readonly BillRecord[];
  /** The due date of the next bill to be issued; null if the group is paid in full. */
  readonly nextDue: PlainDate | null;
  /** The first due date that no payment covers in advance; null if the group is paid in full. */
  readonly paidAheadTo: PlainDate | null;
  /** The effective date of the payment that last moved the due date. */
  readonly lastBumpDate: PlainDate | null;
  /** The present month on RAP (`rap.ts`). Null or omitted on other plans. */
  readonly rapMonth?: RapMonth | null | undefined;
  readonly pauses: readonly PauseRecord[];
  readonly loans: readonly L[];
}

/** The fields of a group that determine the figures of its bills. */
export type Bills = Omit<BilledGroup, 'groupId' | 'plan' | 'loans'>;

/** Returns whether a day is in one of the pauses, in which no installment is due. */
export const isPausedOn = ({ pauses }: Paused, day: PlainDate): boolean =>
  pauses.some(({ start, end }) => start <= day && day < end);

/** Returns the monthly payment of the installment of a due date that is not billed yet. */
export const paymentOn = ({ monthlyPayment, paymentSteps }: Payments, dueDate: PlainDate): Cents =>
  paymentSteps?.findLast(({ from }) => from <= dueDate)?.payment ?? monthlyPayment;

/** Returns the first due date outside the pauses, from `dueDate` on. */
export function afterPauses(group: Paused & Pick<Bills, 'dueDay'>, dueDate: PlainDate): PlainDate {
  let date = dueDate;
  while (isPausedOn(group, date)) date = dueDateAfter(date, group.dueDay, 1);
  return date;
}

/** Returns the day on which the bill of a due date is issued: the day after the due date before it, or after a pause. */
export function computeIssueDay(group: Paused & Pick<Bills, 'dueDay'>, dueDate: PlainDate): PlainDate {
  let day = addDays(dueDateAfter(dueDate, group.dueDay, -1), 1);
  for (const { start, end } of group.pauses) if (start <= day && day < end) day = end;
  return day;
}

/** Returns the due date of the next bill to be issued; null if the group is paid in full. */
export const nextUnbilled = (group: Pick<Bills, 'nextDue' | 'pauses' | 'dueDay'>): PlainDate | null =>
  group.nextDue === null ? null : afterPauses(group, group.nextDue);

/** The fields of a group that determine whether it waits for the exit payment. */
type Leaving = Partial<Pick<BilledGroup, 'plan' | 'bills'>>;

/**
 * Returns whether a group waits for the payment for leaving IBR: its last bill is a valid exit bill, and the new plan has
 * not begun. No other bill is issued until then (ruling 99).
 */
export function awaitsExit({ plan, bills = [] }: Leaving): boolean {
  const last = bills.at(-1);
  return plan !== undefined && isIbr(plan) && last?.kind === 'exit' && last.cancelledOn === null;
}

/** Returns the day on which the next bill is issued; null if the group is paid in full, or waits for the exit payment. */
export function nextBillOn(group: Pick<Bills, 'nextDue' | 'pauses' | 'dueDay'> & Leaving): PlainDate | null {
  const dueDate = awaitsExit(group) ? null : nextUnbilled(group);
  return dueDate === null ? null : computeIssueDay(group, dueDate);
}

/** Returns the amount of a bill that is not paid, in cents. */
export const getOpenAmount = ({ cancelledOn, isAhead, amount, paid }: BillRecord): Cents =>
  cancelledOn !== null || isAhead ? ZERO : maxCents(subtractCents(amount, paid), ZERO);

/** Returns the bills with an open amount. If a group is paid in full, the open amounts of its bills are not owed. */
export const openBills = ({ bills, nextDue }: Pick<Bills, 'bills' | 'nextDue'>): readonly BillRecord[] =>
  nextDue === null ? [] : bills.filter((bill) => getOpenAmount(bill) > 0);

const openSum = (bills: readonly BillRecord[]): Cents => sumCents(bills.map(getOpenAmount));

/** Returns the amount that is past due on a day: the open amounts of bills whose due dates have passed. */
export const pastDueOn = (group: Bills, day: PlainDate): Cents =>
  openSum(openBills(group).filter(({ dueDate }) => dueDate < day));

/** Returns the due date of the oldest bill that is past due on a day and not paid in full; null without one. */
export const pastDueSinceOn = (group: Bills, day: PlainDate): PlainDate | null =>
  openBills(group).find(({ dueDate }) => dueDate < day)?.dueDate ?? null;

/** Returns for how many days a group is past due on a day, without those in pauses (ruling 97). 0 if it is not. */
export function daysPastDueOn(group: Bills, day: PlainDate): number {
  let days = 0;
  const since = pastDueSinceOn(group, day) ?? day;
  for (let on = since; on < day; on = addDays(on, 1)) if (!isPausedOn(group, on)) days += 1;
  return days;
}

/** Returns the amount that is billed and not past due on a day. */
export const amountDueOn = (group: Bills, day: PlainDate): Cents =>
  openSum(openBills(group).filter(({ dueDate }) => dueDate >= day));

/**
 * Returns the due date on a day: of the first open bill that is not past due, otherwise the first one that is neither
 * paid in advance nor in a pause. Null if nothing is owed.
 */
export function dueDateOn(group: Bills, day: PlainDate): PlainDate | null {
  const { paidAheadTo, dueDay } = group;
  const open = openBills(group).find(({ dueDate }) => dueDate >= day);
  if (open !== undefined || paidAheadTo === null) return open?.dueDate ?? null;
  return afterPauses(group, later(paidAheadTo, dueDateFrom(day, dueDay)));
}

/** Returns the monthly payment of a group on a day: that of its due date, 0 if it is paid in full (ruling 95). */
export function monthlyPaymentOn(group: Bills, day: PlainDate): Cents {
  const dueDate = dueDateOn(group, day);
  return dueDate === null ? ZERO : paymentOn(group, dueDate);
}

/**
 * Issues the bills of a group through `day`, each on its day of issue. A bill is at most the amount owed on its due date,
 * less the other open bills. None is issued for a due date in a pause, or before `notBefore`: a bill whose day of issue
 * passed earlier is issued on that day.
 */
export function issueTo<G extends BilledGroup>(group: G, day: PlainDate, notBefore?: PlainDate): G {
  if (group.nextDue === null || awaitsExit(group)) return group;
  let nextDue = afterPauses(group, group.nextDue);
  const issued: BillRecord[] = [];
  let open = openSum(group.bills);
  for (let on = computeIssueDay(group, nextDue); on <= day; on = computeIssueDay(group, nextDue)) {
    const bill = billFor(group, open, nextDue, notBefore === undefined ? on : later(on, notBefore));
    issued.push(bill);
    open = sumCents([open, getOpenAmount(bill)]);
    nextDue = afterPauses(group, dueDateAfter(nextDue, group.dueDay, 1));
  }
  if (issued.length > 0) return { ...group, bills: [...group.bills, ...issued], nextDue };
  return nextDue === group.nextDue ? group : { ...group, nextDue };
}

/**
 * Reopens a group that is paid in full because a refund is owed again as of `day`: its next bill is for the second due date
 * after that day. The open amounts of older bills are no longer owed (ruling 95). Other groups do not change.
 */
export function reopen<G extends BilledGroup>(group: G, day: PlainDate): G {
  if (group.nextDue !== null) return group;
  const nextDue = dueDateAfter(dueDateFrom(day, group.dueDay), group.dueDay, 1);
  const bills = group.bills.map((bill) => (getOpenAmount(bill) > 0 ? { ...bill, cancelledOn: day } : bill));
  return { ...group, bills, nextDue, paidAheadTo: nextDue };
}

function billFor(group: BilledGroup, open: Cents, dueDate: PlainDate, issuedOn: PlainDate): BillRecord {
  const owed = computePayoff(group.loans, dueDate);
  const room = maxCents(subtractCents(owed, open), ZERO);
  const amount = minCents(paymentOn(group, dueDate), room);
  const isAhead = group.paidAheadTo !== null && dueDate < group.paidAheadTo;
  return { ...NEW_BILL, dueDate, kind: 'installment', amount, issuedOn, isAhead };
}

/** Issues the exit bill on the day of the approval, for the first due date without a bill (ruling 99). */
export function issueExitBill<G extends BilledGroup>(group: G, amount: Cents, day: PlainDate): G {
  if (group.nextDue === null) return group;
  const dueDate = afterPauses(group, group.nextDue);
  const bill: BillRecord = { ...NEW_BILL, dueDate, kind: 'exit', amount, issuedOn: day };
  return { ...group, bills: [...group.bills, bill], nextDue: dueDateAfter(dueDate, group.dueDay, 1) };
}

/** Returns the group after its exit bill has lapsed on a day, because it was not paid in time (ruling 99). */
export const lapseExit = <G extends BilledGroup>(group: G, dueDate: PlainDate, day: PlainDate): G => ({
  ...group,
  bills: cancelBills(group, day, (bill) => bill.kind === 'exit' && bill.dueDate === dueDate),
});

/**
 * Returns whether the group whose bills lead the statements of an account got a bill on a day (ruling 91): the one whose
 * bills are issued first in a month, among those that are neither paid in full nor paused on that day. An exit bill leads
 * always. `groups` are all groups of the account.
 */
export function isLeadBilled(groups: readonly Bills[], day: PlainDate): boolean {
  const billed = groups.filter(({ bills }) => bills.some(({ issuedOn }) => issuedOn === day));
  const paying = groups.filter((group) => group.nextDue !== null && !isPausedOn(group, day));
  // A group that is due on the last day of months gets its bills on the first.
  const [first] = paying.map(({ dueDay }) => dueDay % 31).toSorted((a, b) => a - b);
  return billed.some(
    ({ dueDay, bills }) =>
      dueDay % 31 === first || bills.some(({ kind, issuedOn }) => kind === 'exit' && issuedOn === day),
  );
}

/** A part of a payment that paid a bill, in cents. */
export interface BillPart {
  readonly dueDate: PlainDate;
  readonly amount: Cents;
}

/** A group after a payment, with the parts of the payment that paid bills. */
export interface Settled<G> {
  readonly group: G;
  readonly parts: readonly BillPart[];
  /** The first due date that is not covered in advance, if the payment moved the due date. */
  readonly advancedTo?: PlainDate | undefined;
}

/** The properties of a payment that determine which bills it pays. */
export interface PaymentTerms {
  /** Interest accrues to that day, and bills are past due as of that day (reference 3.4). */
  readonly effectiveDate: PlainDate;
  /** The due date whose bill a draft pays. Null or omitted for other payments. */
  readonly billDueDate?: PlainDate | null | undefined;
  /** True leaves the due date unchanged (ruling 26). */
  readonly keepsDueDate: boolean;
  /** True for the extra amount of auto debit, which follows the standing instruction and pays no bill (ruling 89). */
  readonly isExtra?: boolean | undefined;
}

/** Returns whether a payment can pay a bill: one that keeps the due date does not pay bills that were issued after it. */
export const paysBill = ({ issuedOn }: BillRecord, { effectiveDate, keepsDueDate, isExtra }: PaymentTerms): boolean =>
  isExtra !== true && !(keepsDueDate && issuedOn > effectiveDate);

/**
 * Pays the bills of a group, the oldest first, including those that were issued before the payment is posted. The rest
 * covers whole months ahead, unless the payer asked to keep the due date (34 CFR 685.211(a)(3), rulings 26 and 77).
 * `stillOwed` is the whole amount owed on the group after it.
 */
export function settle<G extends BilledGroup>(
  group: G,
  paid: PaymentTerms & { readonly amount: Cents; readonly stillOwed: Cents },
): Settled<G> {
  const { effectiveDate: day, stillOwed, keepsDueDate, isExtra = false } = paid;
  const parts: BillPart[] = [];
  let rest = paid.amount;
  const bills = group.bills.map((bill) => {
    const amount = paysBill(bill, paid) ? minCents(getOpenAmount(bill), rest) : ZERO;
    if (amount === 0) return bill;
    rest = subtractCents(rest, amount);
    parts.push({ dueDate: bill.dueDate, amount });
    return { ...bill, paid: sumCents([bill.paid, amount]) };
  });
  const settled = { ...group, bills };
  if (stillOwed <= 0) return { group: { ...settled, nextDue: null, paidAheadTo: null }, parts };
  const dueDate = dueDateOn(settled, day);
  const isOpen = openBills(settled).length > 0;
  if (group.nextDue === null || dueDate === null || keepsDueDate || isExtra || isOpen) return { group: settled, parts };
  const first = later(dueDate, group.nextDue);
  const months = monthsCovered(group, first, rest);
  // Only a payment of the bill of the due date, or of a month ahead, moves the due date.
  if (months === 0 && !parts.some((part) => part.dueDate >= day)) return { group: settled, parts };
  const advancedTo = dueDateAfter(first, group.dueDay, months);
  return { group: { ...settled, paidAheadTo: advancedTo, lastBumpDate: day }, parts, advancedTo };
}

/** Returns the number of whole installments that `rest` covers, from the due date `first` on. */
function monthsCovered(group: Bills, first: PlainDate, rest: Cents): number {
  const { monthlyPayment, paymentSteps } = group;
  // A large payment covers thousands of months.
  if (paymentSteps == null || paymentSteps.length === 0) {
    return monthlyPayment > 0 ? Math.floor(rest / monthlyPayment) : 0;
  }
  let [months, left]: [number, number] = [0, rest];
  for (;;) {
    const payment = paymentOn(group, dueDateAfter(first, group.dueDay, months));
    if (payment <= 0 || left < payment) return months;
    left -= payment;
    months += 1;
  }
}

/**
 * Returns the group with a pause that is granted on its day of decision. Bills that are due in the pause are canceled.
 * Payments on them move to the oldest open bills, or stay on the loans if there are none (ruling 87).
 */
export function withPause<G extends BilledGroup>(group: G, pause: PauseRecord): G {
  const pauses = [...group.pauses, pause].toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const bills = cancelBills(group, pause.grantedOn, ({ dueDate }) => pause.start <= dueDate && dueDate < pause.end);
  return { ...group, pauses, bills };
}

/** Cancels bills on a day. Payments on them move to the oldest open bills, or stay on the loans if there are none. */
function cancelBills({ bills }: BilledGroup, day: PlainDate, isMeant: (bill: BillRecord) => boolean): BillRecord[] {
  const isCanceled = (bill: BillRecord): boolean => bill.cancelledOn === null && isMeant(bill);
  let freed = sumCents(bills.filter(isCanceled).map(({ paid }) => paid));
  return bills.map((bill) => {
    if (isCanceled(bill)) return { ...bill, cancelledOn: day, paid: ZERO };
    const amount = minCents(getOpenAmount(bill), freed);
    if (amount === 0) return bill;
    freed = subtractCents(freed, amount);
    return { ...bill, paid: sumCents([bill.paid, amount]) };
  });
}

/** Returns the amounts of a group's bills on a day in cents, given the whole amount owed (`payoff`), which none exceeds. */
export function computeDue(group: Bills, payoff: Cents, day: PlainDate) {
  const pastDue = minCents(pastDueOn(group, day), payoff);
  const amountDue = minCents(amountDueOn(group, day), subtractCents(payoff, pastDue));
  const totalDue = sumCents([pastDue, amountDue]);
  const afterwards = subtractCents(payoff, totalDue);
  const dueDate = dueDateOn(group, day);
  // An exit bill can be open together with the bill of the due date before it (ruling 99).
  const [first, second] = openBills(group).filter((bill) => bill.dueDate >= day);
  const nextBill = first === undefined ? ZERO : minCents(getOpenAmount(first), amountDue);
  const secondBill = second === undefined ? ZERO : minCents(getOpenAmount(second), subtractCents(amountDue, nextBill));
  // The installment that is not billed yet, and the one after it.
  const installmentIn = (months: number, left: Cents): Cents =>
    dueDate === null ? ZERO : minCents(paymentOn(group, dueDateAfter(dueDate, group.dueDay, months)), left);
  const installment = installmentIn(amountDue > 0 ? 1 : 0, afterwards);
  const afterNext = (): Cents => {
    if (amountDue === 0) return installmentIn(1, subtractCents(afterwards, installment));
    return second === undefined ? installment : secondBill;
  };
  return {
    pastDue,
    amountDue,
    totalDue,
    /** The bill of the due date: the billed amount, or the amount that will be billed. */
    next: amountDue > 0 ? nextBill : installment,
    /** The bill after the one of the due date. */
    afterNext: afterNext(),
  };
}

/** Returns the amount to pay on a group on a due date in cents: its bill and older ones, at most the amount then owed. */
export function dueOnDate(group: BilledGroup, dueDate: PlainDate): { amount: Cents; pastDue: Cents } {
  const owed = computePayoff(group.loans, dueDate);
  const pastDue = minCents(pastDueOn(group, dueDate), owed);
  const bill = openBills(group).find((each) => each.dueDate === dueDate);
  const amount = bill === undefined ? ZERO : minCents(getOpenAmount(bill), subtractCents(owed, pastDue));
  return { amount, pastDue };
}

/** An installment that is to be paid. */
export interface Installment {
  readonly date: PlainDate;
  readonly amount: Cents;
}

/**
 * Returns the next installment to pay on a day, given the whole amount owed (`payoff`): an open bill, or the first month
 * that is neither billed nor paid in advance. Null if nothing is owed.
 */
export function nextInstallment(group: Bills, payoff: Cents, day: PlainDate): Installment | null {
  const dueDate = dueDateOn(group, day);
  if (dueDate === null || group.nextDue === null) return null;
  const due = computeDue(group, payoff, day);
  const open = openBills(group).find((bill) => bill.dueDate >= day);
  if (open !== undefined) return { date: open.dueDate, amount: minCents(getOpenAmount(open), due.amountDue) };
  // A bill of zero is open until its due date has passed.
  if (paymentOn(group, dueDate) <= 0) return { date: dueDate, amount: ZERO };
  const date = afterPauses(group, later(dueDate, group.nextDue));
  return { date, amount: minCents(paymentOn(group, date), subtractCents(payoff, due.totalDue)) };
}
