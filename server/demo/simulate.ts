/**
 * Simulates the past of a demo account: the ledger repays its loans, payment by payment, from the start of repayment to
 * today. The demo data contains no computed amounts.
 */
import { type BillPart, type BilledGroup, dueDateOn, computeDue, issueTo, withPause } from '#domain/accounts/bills.ts';
import { NO_INSTRUCTION, levelPayment, owedOn, computePayoff } from '#domain/accounts/ledger.ts';
import { type Parts, addParts, sumAllParts } from '#domain/parts.ts';
import { toDraftDay } from '#domain/timeline/draft-days.ts';
import { beginPause } from '#domain/accounts/pauses.ts';
import { postToAccount } from '#domain/accounts/posting.ts';
import { type ReducedTime, autoDebitRates } from '#domain/accounts/auto-debit-rate.ts';
import type { Incentive } from '#domain/accounts/loans/shapes.ts';
import { computePostingDay, previousBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, dayOfMonth, dueDateAfter, earlier, findEarliest, later } from '#domain/calendar.ts';
import { type ReducedRate, type LedgerLoan, accrueTo } from '#domain/interest.ts';
import { type Cents, ZERO, allocate, maxCents, minCents, sumCents, toCents } from '#domain/money.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import type { HeldDisbursement } from '../db/schema/index.ts';
import type { DemoAccount, DemoGroup, DemoLoan } from './format.ts';

export interface SimulatedLoan extends LedgerLoan {
  readonly reducedRates: readonly ReducedRate[];
  readonly disbursedOn: PlainDate;
  readonly disbursed: Cents;
  readonly disbursements: readonly HeldDisbursement[];
  readonly isSubsidized: boolean;
  readonly regulatoryRate: number | null;
  readonly schoolName: string | null;
  readonly lenderName: string | null;
  readonly incentives: readonly Incentive[];
}

export interface SimulatedGroup extends BilledGroup<SimulatedLoan> {
  readonly loanType: string;
  readonly repaymentStarts: PlainDate;
  /** The date of the next income recertification. Null if the payment amount does not depend on income. */
  readonly recertifyBy: PlainDate | null;
  readonly isPermanentStandard: boolean;
  readonly isVariableRate: boolean;
  readonly unemploymentMonths: number;
  readonly economicHardshipMonths: number;
  readonly hardshipMonths: number;
}

/** The part of a payment in one group, with the bills that it paid. */
export interface SimulatedSplit {
  readonly groupId: string;
  readonly parts: Parts;
  readonly bills: readonly BillPart[];
  readonly advancedTo?: PlainDate | undefined;
  /** The principal repaid on each loan. */
  readonly repaid: readonly { readonly loanId: string; readonly principal: Cents }[];
}

/** A posted payment with its split per group. */
export interface SimulatedPayment {
  readonly effectiveDate: PlainDate;
  readonly parts: Parts;
  readonly groups: readonly SimulatedSplit[];
}

export interface SimulatedAccount {
  /** With all bills that were issued. */
  readonly groups: readonly SimulatedGroup[];
  /** Oldest first. */
  readonly payments: readonly SimulatedPayment[];
}

const DEPARTMENT = 'U.S. Department of Education';

/** Returns the owner of the loans of an account: from the file, except for accounts of the Department of Education. */
const getLender = ({ number, lender }: DemoAccount): string | null =>
  lender ?? (number.startsWith('E') ? DEPARTMENT : null);

const toIncentive = (demo: DemoLoan['incentives'][number]): Incentive => ({
  incentiveDescription: demo.description,
  incentiveStatusDescription: demo.status,
  statusDescription: demo.status,
  incentiveDate: demo.awarded ?? null,
  awardedAmount: demo.amount ?? null,
  awardedDisclaimer: demo.disclaimer ?? null,
  qualifyingCurrentCount: demo.qualifyingPayments ?? null,
  disqualificationDate: demo.disqualified ?? null,
  disqualificationReason: demo.reason ?? null,
  incentiveCreateDate: demo.created ?? null,
  incentiveChangeDate: demo.changed ?? null,
  benefitRequirements: demo.requirements ?? null,
});

/** The facts that a loan inherits from its group and account. */
interface LoanData {
  readonly repaymentStarts: PlainDate;
  readonly school: string | null;
  readonly lender: string | null;
  /** The times in which the rate is lower because of auto debit. */
  readonly reduced: readonly ReducedTime[];
}

/** Returns a loan as of its last disbursement, with the interest that had accrued until then. */
function disbursed(
  demo: DemoLoan,
  loanId: string,
  { repaymentStarts, school, lender, reduced }: LoanData,
): SimulatedLoan {
  const parts = [...demo.disbursements].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = parts[0]?.date ?? repaymentStarts;
  // The government pays the interest of a subsidized loan until the end of grace.
  const subsidyEnd = demo.subsidized ? repaymentEntered({ repaymentStarts }) : null;
  let loan: SimulatedLoan = {
    loanId,
    rate: demo.rate,
    reducedRates: autoDebitRates({ rate: demo.rate, disbursedOn: first }, reduced),
    monthlyPayment: ZERO,
    principal: ZERO,
    accruedInterest: 0n,
    fees: ZERO,
    interestThrough: subsidyEnd === null ? first : later(subsidyEnd, first),
    disbursedOn: first,
    disbursed: sumCents(parts.map((part) => part.amount)),
    disbursements: parts,
    isSubsidized: demo.subsidized,
    regulatoryRate: demo.regulatoryRate ?? null,
    schoolName: school,
    lenderName: lender,
    incentives: demo.incentives.map(toIncentive),
  };
  for (const part of parts) {
    loan = accrueTo(loan, part.date);
    loan = { ...loan, principal: sumCents([loan.principal, part.amount]) };
  }
  return loan;
}

/**
 * Returns the group's loans with their part of the monthly amount: level over the term, or on an income-driven plan a share
 * of the income-driven payment.
 */
function scheduled(group: DemoGroup, { lender, reduced }: Pick<LoanData, 'lender' | 'reduced'>): SimulatedLoan[] {
  const facts = { repaymentStarts: group.repaymentStarts, school: group.school ?? null, lender, reduced };
  const loans = group.loans
    .flatMap((loan) => Array.from({ length: loan.copies }, () => loan))
    .map((loan, index) => disbursed(loan, `${group.id}${String(index + 1).padStart(2, '0')}`, facts));
  const level = loans.map((loan) => {
    // Interest of the first month is in the level payment, except where the government pays it until repayment is entered.
    const owed = owedOn(loan, (loan.isSubsidized ? repaymentEntered(group) : null) ?? group.repaymentStarts);
    return levelPayment(sumAllParts(owed), loan.rate, group.termMonths, 'up');
  });
  const monthly = group.monthlyPayment === undefined ? level : allocate(group.monthlyPayment, level);
  return loans.map((loan, index) => ({ ...loan, monthlyPayment: monthly[index] ?? ZERO }));
}

/** Returns the banking day of a payment: auto debit draws after a closed day, other payments come before it. */
const paidOn = (day: PlainDate, isAutoDebit: boolean): PlainDate =>
  isAutoDebit ? toDraftDay(day) : previousBankingDay(addDays(day, 1));

/** Returns the day on which a simulated payment was posted. The past contains no payments that are under way. */
export const postedOn = (effectiveDate: PlainDate, today: PlainDate): PlainDate =>
  earlier(computePostingDay(effectiveDate), today);

/** Biweekly payments of half an installment start one billing period before the first due date. */
const FIRST_HALF = -27;

/** Returns the dates before `today` on which the group is paid, before they are moved to banking days. */
function paymentDays(group: DemoGroup, today: PlainDate): PlainDate[] {
  const days: PlainDate[] = [];
  const dueDay = dayOfMonth(group.repaymentStarts);
  const nth = (index: number) =>
    group.pays === 'monthly'
      ? dueDateAfter(group.repaymentStarts, dueDay, index)
      : addDays(group.repaymentStarts, FIRST_HALF + 14 * index);
  const end = group.postponed !== undefined && group.postponed.from < today ? group.postponed.from : today;
  for (let day = nth(0); day < end; day = nth(days.length)) days.push(day);
  const missed = group.pays === 'monthly' ? group.missed : Math.ceil((group.missed * 365.25) / 12 / 14);
  return days.slice(0, Math.max(0, days.length - missed));
}

/** The past payments of a demo account: whether auto debit makes them, and since when it is on. */
export interface DemoAutoDebit {
  readonly isAutoDebit: boolean;
  /** Null without a saved bank account. */
  readonly enrolledOn: PlainDate | null;
}

/** Returns the time in which the loans of an account have the lower rate: from the first draft since the enrollment. */
function reducedTimes(
  { groups }: DemoAccount,
  { isAutoDebit, enrolledOn }: DemoAutoDebit,
  today: PlainDate,
): ReducedTime[] {
  if (!isAutoDebit || enrolledOn === null) return [];
  const drafts = groups.flatMap((group) => paymentDays(group, today).map((day) => paidOn(day, isAutoDebit)));
  const from = findEarliest(drafts.filter((day) => enrolledOn <= day && day < today));
  return from === null ? [] : [{ enrolledOn, from, until: null }];
}

/**
 * Returns the payment amount for a day: an installment, or half of one. The last half before a due date includes any
 * remaining amount due.
 */
function amountFor({ pays }: DemoGroup, group: SimulatedGroup, day: PlainDate, payoff: Cents): Cents {
  if (pays === 'monthly') return minCents(group.monthlyPayment, payoff);
  const half = toCents(Math.ceil(group.monthlyPayment / 2));
  const dueDate = dueDateOn(group, day);
  const isLastInTime = dueDate !== null && addDays(day, 14) > dueDate;
  return minCents(isLastInTime ? maxCents(half, computeDue(group, payoff, day).totalDue) : half, payoff);
}

/** The split of one payment within one group. */
interface GroupPayment extends SimulatedSplit {
  readonly effectiveDate: PlainDate;
}

/** Returns a group in a postponement, during which interest accrues, except for subsidized loans in a deferment. */
function postponedGroup(
  group: SimulatedGroup,
  { by, from, through }: NonNullable<DemoGroup['postponed']>,
): SimulatedGroup {
  const pause = { kind: by, start: from, end: addDays(through, 1) };
  const granted = withPause(issueTo(group, addDays(from, -1)), { ...pause, grantedOn: from, isClosed: false });
  return beginPause(granted, pause, from).group;
}

function simulateGroup(
  group: DemoGroup,
  { isAutoDebit, today, ...facts }: Pick<LoanData, 'lender' | 'reduced'> & { isAutoDebit: boolean; today: PlainDate },
): { group: SimulatedGroup; payments: GroupPayment[] } {
  const loans = scheduled(group, facts);
  const monthlyPayment = sumCents(loans.map((loan) => loan.monthlyPayment));
  const { id: groupId, loanType, plan } = group;
  let billed: SimulatedGroup = {
    groupId,
    loanType,
    plan,
    monthlyPayment,
    dueDay: dayOfMonth(group.repaymentStarts),
    bills: [],
    nextDue: group.repaymentStarts,
    paidAheadTo: group.repaymentStarts,
    lastBumpDate: null,
    pauses: [],
    repaymentStarts: group.repaymentStarts,
    recertifyBy: group.recertifyBy ?? null,
    isPermanentStandard: group.permanentStandard,
    isVariableRate: group.variableRate,
    unemploymentMonths: group.monthsUsed.unemployment,
    economicHardshipMonths: group.monthsUsed.economicHardship,
    hardshipMonths: group.monthsUsed.hardship,
    loans,
  };
  const payments: GroupPayment[] = [];
  const paidDays = paymentDays(group, today);
  for (const [index, nominal] of paidDays.entries()) {
    const effectiveDate = paidOn(nominal, isAutoDebit);
    if (effectiveDate >= today) break;
    billed = issueTo({ ...billed, loans: billed.loans.map((loan) => accrueTo(loan, effectiveDate)) }, effectiveDate);
    const payoff = computePayoff(billed.loans, effectiveDate);
    if (payoff === 0) break;
    const ahead = index === paidDays.length - 1 ? monthlyPayment * group.paidAhead : 0;
    const amount = minCents(toCents(amountFor(group, billed, nominal, payoff) + ahead), payoff);
    const { paid } = postToAccount([billed], {
      amount,
      effectiveDate,
      postedOn: postedOn(effectiveDate, today),
      keepsDueDate: false,
      groupId: null,
      instruction: NO_INSTRUCTION,
    });
    for (const { group: after, applied, parts, advancedTo, repaid } of paid) {
      billed = after;
      payments.push({ groupId, effectiveDate, parts: applied, bills: parts, advancedTo, repaid });
    }
  }
  if (group.postponed !== undefined) billed = postponedGroup(billed, group.postponed);
  return { group: issueTo(billed, today), payments };
}

/**
 * Simulates the account from the start of repayment to `today`. Payments on the same day are combined into one payment
 * of the account.
 */
export function simulateAccount(account: DemoAccount, autoDebit: DemoAutoDebit, today: PlainDate): SimulatedAccount {
  const facts = { lender: getLender(account), isAutoDebit: autoDebit.isAutoDebit, today };
  const times = account.number.startsWith('J') ? [] : reducedTimes(account, autoDebit, today);
  const simulated = account.groups.map((group) => {
    const reduced = isDirect({ loanType: group.loanType, accountLoanType: account.loanType }) ? times : [];
    return simulateGroup(group, { ...facts, reduced });
  });
  const byDay = new Map<PlainDate, GroupPayment[]>();
  for (const payment of simulated.flatMap((each) => each.payments)) {
    const sameDay = byDay.get(payment.effectiveDate);
    if (sameDay === undefined) byDay.set(payment.effectiveDate, [payment]);
    else sameDay.push(payment);
  }
  const payments = [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([effectiveDate, groups]) => ({
      effectiveDate,
      parts: groups.map((each) => each.parts).reduce(addParts),
      groups: groups.map(({ effectiveDate: _day, ...split }) => split),
    }));
  return { groups: simulated.map((each) => each.group), payments };
}
