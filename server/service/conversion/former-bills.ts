/**
 * The former rules, which computed bills from stored sums. Only the comparison of an upgrade uses them, to list the changes
 * for borrowers.
 */
import { toDraftDay } from '#domain/timeline/draft-days.ts';
import { nextDueDate } from '#domain/timeline/drafts.ts';
import type { LedgerLoan } from '#domain/interest.ts';
import { computePayoff } from '#domain/accounts/ledger.ts';
import type { PaymentStep } from '#domain/accounts/records.ts';
import { type PlainDate, addDays, dueDateAfter, findEarliest, later } from '#domain/calendar.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '#domain/money.ts';

/** The bill of a group of loans. Amounts are in cents. */
export interface Bill {
  /** The payment of the installment of the due date. */
  readonly monthlyPayment: Cents;
  /** The later payments, in the order of their dates; null or omitted for a payment that stays. */
  readonly paymentSteps?: readonly PaymentStep[] | null | undefined;
  /** The day of the month on which installments are due, 1 to 31; the last day in a shorter month. */
  readonly dueDay: number;
  /** The due date of the first installment that is neither paid nor past due; null if nothing is owed. */
  readonly paymentDueDate: PlainDate | null;
  /** Billed for that date and not yet paid. */
  readonly amountDue: Cents;
  readonly pastDue: Cents;
  /** When a payment last moved the due date. */
  readonly lastBumpDate: PlainDate | null;
  /** The day through which bills have been issued. */
  readonly billedThrough: PlainDate;
  /** The first and last day of the latest pause of payments; null or omitted without one. */
  readonly postponedFrom?: PlainDate | null | undefined;
  readonly postponedThrough?: PlainDate | null | undefined;
}

type Pause = Pick<Bill, 'postponedFrom' | 'postponedThrough'>;

/** Returns whether `day` is in the pause. Bills that are due during a pause are zero. */
export const isPausedOn = ({ postponedFrom = null, postponedThrough = null }: Pause, day: PlainDate): boolean =>
  postponedFrom !== null && postponedThrough !== null && postponedFrom <= day && day <= postponedThrough;

/** Returns the monthly payment of the installment of a due date that is not before the present one. */
export const paymentOn = ({ monthlyPayment, paymentSteps }: Steps, dueDate: PlainDate): Cents =>
  paymentSteps?.findLast(({ from }) => from <= dueDate)?.payment ?? monthlyPayment;

type Steps = Pick<Bill, 'monthlyPayment' | 'paymentSteps'>;

/** Returns the day on which the bill for a due date is issued: the day after the previous due date, or after the pause. */
export function issuedOn(bill: Bill, dueDate: PlainDate): PlainDate {
  const issued = addDays(dueDateAfter(dueDate, bill.dueDay, -1), 1);
  return bill.postponedThrough != null && isPausedOn(bill, issued) ? addDays(bill.postponedThrough, 1) : issued;
}

/**
 * Returns the bill as of `today`: amounts whose due date has passed are past due, and the next installment is billed.
 */
export function billOn<B extends Bill>(bill: B, today: PlainDate): B {
  let { paymentDueDate, amountDue, pastDue } = bill;
  let through = bill.billedThrough;
  while (paymentDueDate !== null) {
    if (isPausedOn(bill, paymentDueDate)) {
      amountDue = ZERO;
      paymentDueDate = dueDateAfter(paymentDueDate, bill.dueDay, 1);
      continue;
    }
    const issued = issuedOn(bill, paymentDueDate);
    if (through < issued && issued <= today) {
      amountDue = paymentOn(bill, paymentDueDate);
      through = issued;
    }
    if (paymentDueDate >= today) break;
    pastDue = sumCents([pastDue, amountDue]);
    amountDue = ZERO;
    through = later(through, paymentDueDate);
    paymentDueDate = dueDateAfter(paymentDueDate, bill.dueDay, 1);
  }
  const monthlyPayment = paymentDueDate === null ? bill.monthlyPayment : paymentOn(bill, paymentDueDate);
  return { ...bill, monthlyPayment, paymentDueDate, amountDue, pastDue, billedThrough: later(through, today) };
}

/** Returns the due date of the oldest installment that is not paid in full, by a division; null if nothing is past due. */
export function pastDueSince(bill: Bill): PlainDate | null {
  if (bill.pastDue <= 0 || bill.paymentDueDate === null || bill.monthlyPayment <= 0) return null;
  let since = bill.paymentDueDate;
  for (let missed = Math.ceil(bill.pastDue / bill.monthlyPayment); missed > 0;) {
    since = dueDateAfter(since, bill.dueDay, -1);
    if (!isPausedOn(bill, since)) missed -= 1;
  }
  return since;
}

/** A group with its former bill, and its loans and payments as they will be on a day. */
export interface FormerGroup {
  readonly bill: Bill;
  readonly repaymentStarts: PlainDate | null;
  readonly projectTo: (day: PlainDate) => Pick<Bill, 'monthlyPayment' | 'paymentSteps'> & {
    readonly loans: readonly LedgerLoan[];
  };
}

/** Returns the amount of a draft for a due date. */
function draftOn(groups: readonly FormerGroup[], dueDate: PlainDate, extra: Cents): Cents {
  const paying = groups.filter(({ bill }) => bill.paymentDueDate !== null && !isPausedOn(bill, dueDate));
  const bills = paying.map(({ bill, projectTo }) => {
    const { loans, ...payments } = projectTo(dueDate);
    const { paymentDueDate, amountDue, pastDue } = billOn<Bill>({ ...bill, ...payments }, dueDate);
    if (paymentDueDate !== dueDate) return ZERO;
    return minCents(amountDue, maxCents(subtractCents(computePayoff(loans, dueDate), pastDue), ZERO));
  });
  const billed = sumCents(bills);
  const repaid = paying.filter(({ repaymentStarts }) => repaymentStarts === null || repaymentStarts <= dueDate);
  const hasExtra = findEarliest(repaid.map(({ bill }) => dueDateAfter(dueDate, bill.dueDay, 0))) === dueDate;
  if (!hasExtra) return billed;
  const payoff = sumCents(groups.map(({ projectTo }) => computePayoff(projectTo(dueDate).loans, dueDate)));
  return sumCents([billed, minCents(extra, maxCents(subtractCents(payoff, billed), ZERO))]);
}

/** The number of due dates that are searched for the next draft. */
const SEARCHED = 240;

/**
 * Returns the first draft with an amount after a due date; null if there is none. `extraOn` returns the extra amount of
 * the draft on a day, or null if auto debit does not draw on that day.
 */
export function formerDraft(
  groups: readonly FormerGroup[],
  after: PlainDate,
  extraOn: (draftDay: PlainDate) => Cents | null,
): { readonly draftDay: PlainDate; readonly amount: Cents } | null {
  const owing = groups.map(({ bill: { dueDay, paymentDueDate } }) => ({ dueDay, nextDue: paymentDueDate }));
  let dueDate = nextDueDate(owing, after);
  for (let searched = 0; searched < SEARCHED && dueDate !== null; searched += 1) {
    const draftDay = toDraftDay(dueDate);
    const extra = extraOn(draftDay);
    const amount = extra === null ? ZERO : draftOn(groups, dueDate, extra);
    if (amount > 0) return { draftDay, amount };
    dueDate = nextDueDate(owing, dueDate);
  }
  return null;
}
