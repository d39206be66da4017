/**
 * The cost of a plan over its full term: monthly payments, totals, and end date. Estimates with equal monthly periods
 * (ruling 80), under {@link listAssumptions | assumptions}.
 */
import { type PlainDate, addMonths, toMonth } from '../calendar.ts';
import { type Cents, ZERO, allocate, minCents, sumCents, toCents } from '../money.ts';
import { getBalance, owedLoans } from './eligibility.ts';
import {
  type EstimateInput,
  type OfferedPlan,
  type PlanOffer,
  incomePayment,
  computePayments,
  getTerm,
} from './estimates.ts';
import { roundExact, sumExact, toWeight } from './exact.ts';
import { paymentsToForgiveness } from './forgiveness.ts';
import { RAP_MATCH, STANDARD_MINIMUM } from './payments.ts';
import type { PlanData, PlanLoan, PlanType, PresentRepayment } from './shapes.ts';
import { type TermBasedPlan, isIbr, isTermBased } from '../plan-names.ts';

/** The assumptions of every outlook. */
const ASSUMPTIONS = [
  'Your interest rates stay as they are, and you make every payment in full and on time. The first one is due in a month.',
  'You take out no new loans and get no deferment or forbearance.',
];

/** The additional assumptions of the outlooks of income-driven plans. */
const INCOME_ASSUMPTIONS = [
  "Your income, your family and the poverty guideline stay as they're today.",
  "Interest that the government pays on subsidized loans in the first three years of IBR or PAYE isn't counted.",
];
const COUNT_UNKNOWN = "Payments that you made before today aren't counted toward forgiveness, so it may come sooner.";
const CAP_UNKNOWN =
  "On IBR and PAYE, you never pay more than the 10-year Standard payment on what you owed when you entered the plan. We don't know that amount, so we use what you owe today.";

const NOT_CAPITALIZED =
  "If you leave IBR, your unpaid interest is added to your principal. These estimates don't count that, so another plan may cost more.";

/** Returns whether a loan is on IBR with unpaid interest, which is capitalized when it leaves the plan. */
const hasInterestOnIbr = ({ currentPlanName, interest }: PlanLoan): boolean => isIbr(currentPlanName) && interest > 0;

/** Returns whether a loan is on IBR or PAYE, and the amount of the day on which it entered the plan is not known. */
const hasUnknownCap = ({ currentPlanName, ibrCap }: PlanLoan): boolean =>
  currentPlanName === 'PAYE' || (isIbr(currentPlanName) && ibrCap === null);

/** Returns the assumptions of the outlooks of a plan type. Shown beside the figures. */
export function listAssumptions(type: PlanType, facts: Pick<PlanData, 'loans'>): readonly string[] {
  const owed = owedLoans(facts);
  const common = [...ASSUMPTIONS, ...(owed.some(hasInterestOnIbr) ? [NOT_CAPITALIZED] : [])];
  if (type === 'Term') return common;
  return [
    ...INCOME_ASSUMPTIONS,
    ...(owed.some(({ countedPayments }) => countedPayments === null) ? [COUNT_UNKNOWN] : []),
    ...(owed.some(hasUnknownCap) ? [CAP_UNKNOWN] : []),
    ...common,
  ];
}

/** The effect of the end of PAYE and ICR on a borrower who is on one of them (34 CFR 685.209(c)(7), (d)(1)). */
export const END_OF_PAYE_AND_ICR =
  'PAYE and ICR end on June 30, 2028. From July 1, 2028 this estimate uses the Repayment Assistance Plan (RAP), and your earlier payments count toward its 30 years.';

/** Some months in a row with the same payment. */
export interface PaymentRun {
  /** The plan of these payments: RAP after PAYE and ICR have ended. */
  readonly planName: OfferedPlan;
  readonly months: number;
  /** In cents a month. */
  readonly payment: Cents;
}

/** The cost of a plan over its full term, for the loans that it covers. Amounts in cents. */
export interface PlanOutlook {
  readonly planName: OfferedPlan;
  readonly firstPayment: Cents;
  /** The last payment is the remaining balance. */
  readonly schedule: readonly PaymentRun[];
  /** The sum of the schedule. */
  readonly totalPaid: Cents;
  /** The part that pays interest, including today's unpaid interest. */
  readonly interestPaid: Cents;
  /** Principal and interest that are forgiven at the end. */
  readonly forgiven: Cents;
  /** Principal that the government pays under RAP. */
  readonly matched: Cents;
  readonly months: number;
  /** The month of the last payment, `YYYY-MM`. */
  readonly endMonth: string;
  readonly end: 'paidOff' | 'forgiven';
  /** The first month after PAYE or ICR has ended, `YYYY-MM`; null if that changes nothing. */
  readonly planEndsIn: string | null;
}

/** A run of a schedule that is being made. */
type RunToExtend = { -readonly [key in keyof PaymentRun]: PaymentRun[key] };

/** Adds a payment to a schedule: to its last run if that has the same. */
function addPayment(schedule: RunToExtend[], planName: OfferedPlan, payment: Cents): void {
  const last = schedule.at(-1);
  if (last !== undefined && last.payment === payment && last.planName === planName) last.months += 1;
  else schedule.push({ planName, months: 1, payment });
}

const computeTotal = (schedule: readonly PaymentRun[]): Cents =>
  sumCents(schedule.map(({ months, payment }) => toCents(months * payment)));

const countMonths = (schedule: readonly PaymentRun[]): number =>
  schedule.reduce((months, run) => months + run.months, 0);

/** Returns the amount owed without interest. */
const sumPrincipal = (loans: readonly PlanLoan[]): Cents =>
  sumCents(loans.flatMap(({ principal, fees }) => [principal, fees]));

/** Some months with the same payment, exact or in cents, or with the payments of several loans. */
interface Run<Amount> {
  readonly months: number;
  readonly payment: Amount;
}

/**
 * Merges the payments of several loans into runs in which none of them changes. The payment of a loan that is paid off is
 * undefined.
 */
function mergedRuns<Amount, Merged>(
  loans: readonly (readonly Run<Amount>[])[],
  merge: (payments: readonly (Amount | undefined)[]) => Merged,
): Run<Merged>[] {
  const ends = new Set<number>();
  const timelines = loans.map((runs) => {
    let end = 0;
    return runs.map(({ months, payment }) => {
      end += months;
      ends.add(end);
      return { end, payment };
    });
  });
  let start = 0;
  return [...ends]
    .sort((a, b) => a - b)
    .map((end) => {
      const payment = merge(timelines.map((runs) => runs.find((run) => run.end >= end)?.payment));
      const run = { months: end - start, payment };
      start = end;
      return run;
    });
}

/** Sums the payments of several loans, in cents. */
function totalRuns(loans: readonly (readonly Run<Cents>[])[]): Run<Cents>[] {
  const total: Run<Cents>[] = [];
  for (const run of mergedRuns(loans, (payments) => sumCents(payments.map((payment) => payment ?? ZERO)))) {
    const last = total.at(-1);
    if (last?.payment === run.payment) total[total.length - 1] = { ...last, months: last.months + run.months };
    else total.push(run);
  }
  return total;
}

/** A loan and its payments on a plan. */
interface LoanRuns {
  readonly loan: PlanLoan;
  readonly runs: readonly Run<Cents>[];
}

/**
 * Returns the payments of each loan on a term-based plan, from the first installment on. The exact payments of a month are
 * added and rounded once, and the loans share the rounded amount (ruling 41).
 */
function loanRuns(
  plan: TermBasedPlan,
  covered: readonly PlanLoan[],
  { eligibility }: EstimateInput,
): readonly LoanRuns[] {
  const shared = mergedRuns(
    covered.map((loan) => computePayments(plan, loan, eligibility)),
    (payments) => {
      const exact = payments.map((payment) => payment ?? 0n);
      return allocate(roundExact(sumExact(exact)), exact.map(toWeight));
    },
  );
  return covered.map((loan, index) => {
    let left = getTerm(plan, loan, eligibility);
    const runs = shared.flatMap(({ months, payment }) => {
      left -= months;
      return left < 0 ? [] : [{ months, payment: payment[index] ?? ZERO }];
    });
    return { loan, runs };
  });
}

/**
 * Returns the payments of some of the loans that a term-based plan covers, from the first installment on. Plans with a level
 * payment have one run for each time until a loan is paid off.
 */
export const paymentRuns = (
  plan: TermBasedPlan,
  covered: readonly PlanLoan[],
  isIncluded: (loan: PlanLoan) => boolean,
  estimate: EstimateInput,
): readonly Run<Cents>[] =>
  totalRuns(
    loanRuns(plan, covered, estimate)
      .filter(({ loan }) => isIncluded(loan))
      .map(({ runs }) => runs),
  );

/** A loan while its months are counted. Amounts are in cents, with fractions. */
interface RunningLoan {
  principal: number;
  fees: number;
  interest: number;
  /** The interest of the present month. */
  accrued: number;
  readonly monthlyRate: number;
  /** Its share of a payment, in proportion. */
  readonly weight: number;
  /** The payments so far that count toward forgiveness. */
  readonly counted: number;
}

const runningLoan = (loan: PlanLoan): RunningLoan => ({
  principal: loan.principal,
  fees: loan.fees,
  interest: loan.interest,
  accrued: 0,
  monthlyRate: loan.rate / 1_200_000,
  weight: getBalance(loan),
  counted: loan.countedPayments ?? 0,
});

const owedOn = ({ principal, fees, interest }: RunningLoan): number => principal + fees + interest;

const isOpen = (loan: RunningLoan): boolean => owedOn(loan) > 1e-6;

/**
 * Distributes an amount over loans in proportion to their weights; the excess of a loan goes to the others. Returns the
 * rest.
 */
function spread(
  amount: number,
  loans: readonly RunningLoan[],
  pay: (loan: RunningLoan, share: number) => number,
): number {
  let left = amount;
  for (let open = loans.filter(isOpen); left > 1e-6 && open.length > 0; open = open.filter(isOpen)) {
    let weights = 0;
    for (const { weight } of open) weights += weight;
    const round = left;
    for (const loan of open) left -= pay(loan, (round * loan.weight) / weights);
    if (left >= round) break;
  }
  return left;
}

/** Pays interest first, then fees, then principal. Returns the amount applied. */
function payLoan(loan: RunningLoan, amount: number): number {
  const interest = Math.min(amount, loan.interest);
  const fees = Math.min(amount - interest, loan.fees);
  const principal = Math.min(amount - interest - fees, loan.principal);
  loan.interest -= interest;
  loan.fees -= fees;
  loan.principal -= principal;
  return interest + fees + principal;
}

function payPrincipal(loan: RunningLoan, amount: number): number {
  const principal = Math.min(amount, loan.principal);
  loan.principal -= principal;
  return principal;
}

/** Sums up an amount of some loans. */
function sumBy(loans: readonly RunningLoan[], getAmount: (loan: RunningLoan) => number): number {
  let sum = 0;
  for (const loan of loans) sum += getAmount(loan);
  return sum;
}

const principalLeft = (loans: readonly RunningLoan[]): number => sumBy(loans, ({ principal }) => principal);

/** The subsidies of RAP in a month: waived interest and matched principal (34 CFR 685.209(h)). */
interface RapMonth {
  readonly waived: number;
  readonly matched: number;
}

/** Adds a month's interest to each loan. */
function accrue(loans: readonly RunningLoan[]): void {
  for (const loan of loans) {
    loan.accrued = loan.principal * loan.monthlyRate;
    loan.interest += loan.accrued;
  }
}

/**
 * Pays a month of RAP after its interest has accrued. The month's interest that the whole payment does not cover is waived,
 * whatever older interest is owed (ruling 96), and the government pays principal: the lesser of $50 and the payment, less
 * the principal that was paid.
 */
function payRapMonth(loans: readonly RunningLoan[], payment: number): RapMonth {
  const before = principalLeft(loans);
  const accrued = sumBy(loans, (loan) => loan.accrued);
  const waived = Math.max(0, accrued - payment);
  // Such a payment only pays interest of the month, and the rest of that is waived.
  if (waived > 0) for (const loan of loans) loan.interest -= loan.accrued;
  else spread(payment, loans, payLoan);
  const target = Math.max(0, Math.min(RAP_MATCH, payment) - (before - principalLeft(loans)));
  return { waived, matched: target - spread(target, loans, payPrincipal) };
}

/** More than the floating-point error of a simulation, and less than any difference between two of its amounts. In cents. */
const TIE = 1e-5;

/** Rounds to the cent, half up (ruling 41). An amount that is below a half only by floating-point error counts as the half. */
const cents = (amount: number): Cents => toCents(Math.round(amount + TIE));

/** Computes a month of RAP for one loan, in cents: for the explanation, and to compare with published examples. */
export function rapMonth(loan: PlanLoan, payment: Cents): { waived: Cents; matched: Cents; principal: Cents } {
  const running = runningLoan(loan);
  accrue([running]);
  const { waived, matched } = payRapMonth([running], payment);
  return { waived: cents(waived), matched: cents(matched), principal: cents(running.principal) };
}

/** A period with a constant payment. */
interface Phase {
  readonly planName: OfferedPlan;
  /** Null for all that is owed. */
  readonly payment: Cents | null;
  /** The number of the last month, counted from 1. */
  readonly through: number;
}

/** The payments of some loans until they are paid off or forgiven, and the remaining balance. Amounts in cents. */
interface Repayment {
  readonly schedule: readonly PaymentRun[];
  readonly forgiven: Cents;
  /** The principal and fees that are forgiven. */
  readonly principal: Cents;
  readonly matched: Cents;
}

/** Runs loans through the phases until they are paid off or forgiven, or the last phase is over. */
function simulate(loans: readonly PlanLoan[], phases: readonly Phase[]): Repayment {
  let running = loans.map(runningLoan);
  const left: RunningLoan[] = [];
  const schedule: RunToExtend[] = [];
  let [month, matched] = [0, 0];
  for (const { planName, payment, through } of phases) {
    const forgivenAfter = paymentsToForgiveness(planName);
    const isForgiven = ({ counted }: RunningLoan) => counted + month >= forgivenAfter;
    for (; month < through; month += 1) {
      if (running.some(isForgiven)) {
        left.push(...running.filter(isForgiven));
        running = running.filter((loan) => !isForgiven(loan));
      }
      if (!running.some(isOpen)) break;
      accrue(running);
      const due = cents(sumBy(running, owedOn));
      const paid = payment === null ? due : minCents(payment, due);
      if (planName === 'RAP') matched += payRapMonth(running, paid).matched;
      else spread(paid, running, payLoan);
      // The remainder is a fraction of a cent.
      if (paid === due) running = [];
      addPayment(schedule, planName, paid);
    }
  }
  left.push(...running);
  return {
    schedule,
    forgiven: cents(sumBy(left, owedOn)),
    principal: cents(sumBy(left, ({ principal, fees }) => principal + fees)),
    matched: cents(matched),
  };
}

/** A month beyond every plan. */
const NEVER = 1200;

/** Returns the number of monthly payments due through a day, the first a month after `asOf`. */
function paymentsThrough(asOf: PlainDate, day: PlainDate): number {
  let months = 0;
  while (addMonths(asOf, months + 1) <= day) months += 1;
  return months;
}

/** Returns the phases of a plan whose payment does not depend on a term; undefined if a parameter is missing. */
function computePhases({ plan, covered, total }: PlanOffer, estimate: EstimateInput): Phase[] | undefined {
  if (plan !== 'PAYE' && plan !== 'ICR') return [{ planName: plan, payment: total, through: NEVER }];
  const { asOf } = estimate.facts;
  const last = paymentsThrough(asOf, estimate.parameters.dates.payeAndIcrThrough);
  const afterwards = incomePayment('RAP', covered, estimate);
  if (afterwards === undefined) return undefined;
  return [
    { planName: plan, payment: total, through: last },
    { planName: 'RAP', payment: afterwards, through: NEVER },
  ];
}

/**
 * Returns whether the minimum payment of the standard plan applies, so that the loans are paid off before the end of its
 * term.
 */
const isBelowMinimum = ({ plan, total }: PlanOffer): boolean =>
  plan === 'STANDARD' && total !== null && total <= STANDARD_MINIMUM;

/** Returns the payments of a loan on a term-based plan. The last one is the remaining balance. */
function termPhases(planName: TermBasedPlan, runs: readonly Run<Cents>[]): Phase[] {
  let end = 0;
  const phases = runs.map(({ months, payment }) => {
    end += months;
    return { planName, payment, through: end };
  });
  return [
    ...phases.map((phase) => ({ ...phase, through: Math.min(phase.through, end - 1) })),
    {
      planName,
      payment: null,
      through: end,
    },
  ];
}

/** Sums up the repayments of loans that are paid off separately. */
function paidOff(planName: OfferedPlan, repayments: readonly Repayment[]): Repayment {
  const schedule = totalRuns(repayments.map((each) => each.schedule)).map((run) => ({ planName, ...run }));
  return { schedule, forgiven: ZERO, principal: ZERO, matched: ZERO };
}

/** Sums up the repayment of some loans on a plan. */
function outlookFrom(
  {
    planName,
    firstPayment,
    loans,
    asOf,
  }: Pick<PlanOutlook, 'planName' | 'firstPayment'> & {
    readonly loans: readonly PlanLoan[];
    readonly asOf: PlainDate;
  },
  { schedule, forgiven, principal, matched }: Repayment,
): PlanOutlook {
  const [months, totalPaid] = [countMonths(schedule), computeTotal(schedule)];
  const principalPaid = sumPrincipal(loans) - principal - matched;
  const before = schedule.filter((run) => run.planName === planName);
  return {
    planName,
    firstPayment,
    schedule,
    totalPaid,
    interestPaid: toCents(Math.max(0, totalPaid - principalPaid)),
    forgiven,
    matched,
    months,
    endMonth: toMonth(addMonths(asOf, months)),
    end: forgiven > 0 ? 'forgiven' : 'paidOff',
    planEndsIn: before.length === schedule.length ? null : toMonth(addMonths(asOf, countMonths(before) + 1)),
  };
}

/**
 * Returns the outlook of an offered plan (`computeOffer`). Undefined if a parameter is missing, so that its payment is
 * unknown.
 */
export function computeOutlook(offer: PlanOffer, estimate: EstimateInput): PlanOutlook | undefined {
  const { plan, covered, total } = offer;
  if (total === null) return undefined;
  const facts = { planName: plan, firstPayment: total, loans: covered, asOf: estimate.facts.asOf };
  if (isTermBased(plan) && !isBelowMinimum(offer)) {
    const runs = loanRuns(plan, covered, estimate);
    const repayments = runs.map(({ loan, runs: own }) => simulate([loan], termPhases(plan, own)));
    return outlookFrom(facts, paidOff(plan, repayments));
  }
  const phases = computePhases(offer, estimate);
  return phases && outlookFrom(facts, simulate(covered, phases));
}

/** The plans whose payment stays the same until the loans are paid off. */
const LEVEL = ['STANDARD', 'EXTENDED_FIXED', 'TIERED_STANDARD'] as const;

/** Returns the absolute number of a month. */
const monthNumber = (date: PlainDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/**
 * Returns the outlook of groups that stay on their present plan, as the ledger projects their payments, so that it ends with
 * the remaining term of the loans (ruling 96). Undefined if the plan does not ask for the same payment each month, or
 * without groups.
 */
export function computePresentOutlook(
  plan: string,
  groups: readonly PresentRepayment[],
  { firstPayment, asOf }: Pick<PlanOutlook, 'firstPayment'> & { readonly asOf: PlainDate },
): PlanOutlook | undefined {
  const planName = LEVEL.find((each) => each === plan);
  const runs = groups.flatMap((group) => group.runs);
  if (planName === undefined || runs.length === 0) return undefined;
  // The first year begins with the next payment, or in a month if that is later.
  const start = Math.min(monthNumber(asOf) + 1, ...runs.map(({ from }) => monthNumber(from)));
  const months = Math.max(...runs.map((run) => monthNumber(run.from) + run.months)) - start;
  const schedule: RunToExtend[] = [];
  for (let month = start; month < start + months; month += 1) {
    const due = runs.filter(({ from, months: count }) => {
      const first = monthNumber(from);
      return first <= month && month < first + count;
    });
    addPayment(schedule, planName, sumCents(due.map(({ payment }) => payment)));
  }
  const lastDays = runs.map((run) => addMonths(run.from, run.months - 1));
  return {
    planName,
    firstPayment,
    schedule,
    totalPaid: computeTotal(schedule),
    interestPaid: sumCents(groups.map(({ interest }) => interest)),
    forgiven: ZERO,
    matched: ZERO,
    months,
    endMonth: lastDays.map(toMonth).toSorted().at(-1) ?? '',
    end: 'paidOff',
    planEndsIn: null,
  };
}
