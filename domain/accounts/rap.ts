/**
 * The subsidies of RAP (20 USC 1087e(q)(2), 34 CFR 685.209(h), ruling 96). If the bill of a month is paid in full and on
 * time, the interest of the month that the whole payment does not cover is waived, and the government pays principal: the
 * lesser of $50 and the payment, less the principal that payments of the month paid. A month ends on the day of its due
 * date, or the next banking day, on which a draft is still in time (ruling 88), after the payments of that day.
 */
import { bankingDayFrom, computePostingDay } from '../banking-days.ts';
import { type PlainDate, addDays, dueDateAfter, dueDateFrom } from '../calendar.ts';
import { MICROS_IN_CENT, type LedgerLoan, accrueTo } from '../interest.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '../money.ts';
import { type Parts, sumAllParts } from '../parts.ts';
import { RAP_MATCH } from '../plans/payments.ts';
import { shareUpTo } from '../share.ts';
import {
  type BillPart,
  type BilledGroup,
  type PaymentTerms,
  afterPauses,
  nextUnbilled,
  getOpenAmount,
} from './bills.ts';
import { computePayoff } from './ledger.ts';
import type { RapMonth } from './records.ts';
import type { Plan } from '../plan-names.ts';

/** The subsidies of a loan for a month. */
export interface RapResult {
  readonly loanId: string;
  /** In millionths of a cent. */
  readonly waived: bigint;
  /** The principal that the government paid, in cents. */
  readonly matched: Cents;
}

/** A month in which nothing has been paid. */
const NOTHING_PAID = { inTime: ZERO, late: ZERO, next: ZERO, beyond: ZERO, interest: ZERO, principal: ZERO };

const getUnpaidInterest = (loans: readonly LedgerLoan[]): Record<string, string> =>
  Object.fromEntries(loans.map(({ loanId, accruedInterest }) => [loanId, String(accruedInterest)]));

/** Returns the due date of the bill of the present month; null if a group has none, or owes nothing. */
export function rapDueDate(group: BilledGroup): PlainDate | null {
  const { plan, rapMonth, nextDue } = group;
  return plan !== 'RAP' || rapMonth == null || nextDue === null ? null : afterPauses(group, rapMonth.dueDate);
}

/** Returns the last day of the month of a due date, also the last day on which its draft is in time. */
export const getMonthEnd = (dueDate: PlainDate): PlainDate => bankingDayFrom(dueDate);

/** Returns the last day of the present month on RAP; null without one. */
export function rapMonthEnd(group: BilledGroup): PlainDate | null {
  const dueDate = rapDueDate(group);
  return dueDate === null ? null : getMonthEnd(dueDate);
}

/** The next step of the server for the months of a group on RAP. */
export interface RapWork {
  /** The day of the step: payments of the last day of the month are posted then. */
  readonly on: PlainDate;
  /** The last day of the month. */
  readonly end: PlainDate;
  /** The due date of its bill. Null if the first month begins after it. */
  readonly dueDate: PlainDate | null;
}

/** Returns the next step for the months of a group. Null on plans other than RAP, or if nothing is owed. */
export function findRapWork(group: BilledGroup): RapWork | null {
  const unbilled = nextUnbilled(group);
  if (group.plan !== 'RAP' || unbilled === null) return null;
  const dueDate = rapDueDate(group);
  if (dueDate !== null) return { on: computePostingDay(getMonthEnd(dueDate)), end: getMonthEnd(dueDate), dueDate };
  // Without a known month, the present one began on the due date before that of the last bill.
  const before = dueDateAfter(unbilled, group.dueDay, -2);
  return { on: addDays(before, 1), end: getMonthEnd(before), dueDate: null };
}

/**
 * Returns a group with a month that begins on `day`, after the payments of that day, or when a pause has ended. Groups on
 * plans other than RAP do not change. `inTime` is the amount already paid on its bill.
 */
export function openMonth<G extends BilledGroup>(group: G, day: PlainDate, dueDate: PlainDate, inTime = ZERO): G {
  if (group.plan !== 'RAP') return group;
  const loans = group.loans.map((loan) => accrueTo(loan, day));
  return {
    ...group,
    loans,
    rapMonth: { ...NOTHING_PAID, inTime, dueDate, from: day, unpaidBefore: getUnpaidInterest(loans) },
  };
}

/**
 * Returns the month of a group whose plan changes on `day`; null on plans other than RAP. The bill of the first due date has
 * the former terms, unless it is issued on that day, and earns no subsidy.
 */
export function monthOnPlan(group: BilledGroup, plan: Plan, day: PlainDate): RapMonth | null {
  if (plan !== 'RAP') return null;
  if (group.plan === 'RAP') return group.rapMonth ?? null;
  const isBilledToday = dueDateFrom(addDays(day, -1), group.dueDay) < day;
  const unpaidBefore = isBilledToday ? getUnpaidInterest(group.loans.map((loan) => accrueTo(loan, day))) : null;
  return { ...NOTHING_PAID, dueDate: dueDateFrom(day, group.dueDay), from: day, unpaidBefore };
}

/** Returns a group after a payment, with the month on RAP to which it counts. */
export function countPayment<G extends BilledGroup>(
  group: G,
  { effectiveDate, billDueDate }: PaymentTerms,
  { applied, parts }: { readonly applied: Parts; readonly parts: readonly BillPart[] },
): G {
  const { rapMonth: month } = group;
  if (group.plan !== 'RAP' || month == null) return group;
  const dueDate = afterPauses(group, month.dueDate);
  const isInTime = effectiveDate <= (billDueDate === dueDate ? getMonthEnd(dueDate) : dueDate);
  const sumWhere = (isMeant: (part: BillPart) => boolean): Cents =>
    sumCents(parts.filter(isMeant).map(({ amount }) => amount));
  const own = sumWhere((part) => part.dueDate === dueDate);
  const beyond = subtractCents(
    sumAllParts(applied),
    sumWhere(() => true),
  );
  const rapMonth: RapMonth = {
    ...month,
    inTime: sumCents([month.inTime, isInTime ? own : ZERO]),
    late: sumCents([month.late, isInTime ? ZERO : own]),
    next: sumCents([month.next, sumWhere((part) => part.dueDate > dueDate)]),
    beyond: sumCents([month.beyond, beyond]),
    interest: sumCents([month.interest, applied.interest]),
    principal: sumCents([month.principal, applied.principal]),
  };
  return { ...group, rapMonth };
}

const sumOfMicros = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const atMost = (amount: bigint, limit: bigint): bigint => (amount < 0n ? 0n : amount < limit ? amount : limit);

/** Divides interest over loans in proportion to the most that each can get. The amount is at most the sum of these. */
function divide(amount: bigint, limits: readonly bigint[]): bigint[] {
  let [left, limit] = [amount, sumOfMicros(limits)];
  return limits.map((each) => {
    const share = each === 0n ? 0n : (left * each) / limit;
    [left, limit] = [left - share, limit - each];
    return share;
  });
}

/** Returns the subsidies for a month; undefined if its bill was not paid in full and on time. */
function computeResults(
  { bills, loans, pauses }: BilledGroup,
  month: RapMonth,
  dueDate: PlainDate,
): RapResult[] | undefined {
  const { from, unpaidBefore, inTime, late, beyond, interest, principal } = month;
  const bill = bills.find((each) => each.dueDate === dueDate);
  const isOpen = bill !== undefined && (getOpenAmount(bill) > 0 || bill.cancelledOn !== null);
  // A pause whose end is not executed yet: its interest is not known here.
  const isUnknown = unpaidBefore === null || pauses.some(({ end }) => from < end && end <= dueDate);
  if (isUnknown || inTime === 0 || late > 0 || isOpen) return undefined;
  const payment = sumCents([inTime, beyond]);
  const unpaid = loans.map((loan) => loan.accruedInterest);
  // The unpaid part of the month's interest; the rest is older.
  const ofMonth = loans.map(({ loanId, accruedInterest }) => accruedInterest - BigInt(unpaidBefore[loanId] ?? 0));
  const accrued = sumOfMicros(ofMonth) + BigInt(interest) * MICROS_IN_CENT;
  const waived = atMost(accrued - BigInt(payment) * MICROS_IN_CENT, sumOfMicros(unpaid));
  const rooms = ofMonth.map((amount, index) => atMost(amount, unpaid[index] ?? 0n));
  const first = divide(atMost(waived, sumOfMicros(rooms)), rooms);
  const rest = divide(
    waived - sumOfMicros(first),
    unpaid.map((amount, index) => amount - (first[index] ?? 0n)),
  );
  const owed = loans.map((loan) => loan.principal);
  const match = maxCents(subtractCents(minCents(RAP_MATCH, payment), principal), ZERO);
  const matched = shareUpTo(match, owed, owed);
  return loans.map(({ loanId }, index) => ({
    loanId,
    waived: (first[index] ?? 0n) + (rest[index] ?? 0n),
    matched: matched[index] ?? ZERO,
  }));
}

/**
 * Ends the month of a due date on `day`, after the payments of that day, and begins the next one. Returns the subsidies;
 * without loans if the month was not paid in full and on time. Groups on other plans do not change.
 */
export function closeMonth<G extends BilledGroup>(
  before: G,
  dueDate: PlainDate,
  day: PlainDate,
): { group: G; results: readonly RapResult[] } {
  const { rapMonth: month } = before;
  if (before.plan !== 'RAP') return { group: before, results: [] };
  const accrued = { ...before, loans: before.loans.map((loan) => accrueTo(loan, day)) };
  const results = month == null ? [] : (computeResults(accrued, month, dueDate) ?? []);
  const loans = accrued.loans.map((loan, index) => {
    const { waived = 0n, matched = ZERO } = results[index] ?? {};
    const principal = subtractCents(loan.principal, matched);
    return { ...loan, accruedInterest: loan.accruedInterest - waived, principal };
  });
  const isOver = results.length > 0 && computePayoff(loans, day) === 0;
  const group = { ...before, ...(isOver && { nextDue: null, paidAheadTo: null }), loans };
  return { group: openMonth(group, day, dueDateAfter(dueDate, before.dueDay, 1), month?.next), results };
}

/** Ends the months on RAP whose last day is before `day`. */
export function closeMonthsBefore<G extends BilledGroup>(group: G, day: PlainDate): G {
  let now = group;
  for (;;) {
    const dueDate = rapDueDate(now);
    if (dueDate === null || getMonthEnd(dueDate) >= day) return now;
    now = closeMonth(now, dueDate, getMonthEnd(dueDate)).group;
  }
}
