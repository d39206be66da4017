/**
 * The cost of a plan over its full term: monthly payments, totals, and end date. Estimates with equal monthly periods
 * (ruling 80), under the {@link ASSUMPTIONS}.
 */
import { type PlainDate, addMonths, monthOf } from '../../calendar.ts';
import { type Cents, ZERO, subtractCents, sumCents, toCents } from '../../money.ts';
import { planEntry } from './catalogue.ts';
import { balanceOf } from './eligibility.ts';
import { type EstimateFacts, type OfferedPlan, type PlanOffer, incomePayment, paymentsOf } from './estimates.ts';
import { type Exact, roundExact, sumExact } from './exact.ts';
import { RAP_MATCH, STANDARD_MINIMUM } from './payments.ts';
import { type PlanLoan } from './shapes.ts';
import { type TermBasedPlan, isTermBased } from './names.ts';

/** What every outlook takes for granted. Shown beside the figures. */
export const ASSUMPTIONS = [
  'Your income, your family and the poverty guideline stay as they are today.',
  'Your interest rates stay as they are, and you make every payment in full and on time. The first one is due in a month.',
  'You take out no new loans and get no deferment or forbearance.',
  'Payments that you made before today are not counted toward forgiveness, so it may come sooner.',
  'Interest that the government pays on subsidized loans in the first three years of IBR or PAYE is not counted.',
] as const;

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
  /** The last payment differs from the previous ones by the remainder. */
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

/** Adds a payment to a schedule: to its last run if that has the same. */
function addPayment(schedule: PaymentRun[], run: PaymentRun): void {
  if (run.months <= 0) return;
  const last = schedule.at(-1);
  if (last !== undefined && last.payment === run.payment && last.planName === run.planName) {
    schedule[schedule.length - 1] = { ...last, months: last.months + run.months };
  } else schedule.push(run);
}

const totalOf = (schedule: readonly PaymentRun[]): Cents =>
  sumCents(schedule.map(({ months, payment }) => toCents(months * payment)));

const monthsOf = (schedule: readonly PaymentRun[]): number => schedule.reduce((months, run) => months + run.months, 0);

/** Returns the amount owed without interest. */
const principalOf = (loans: readonly PlanLoan[]): Cents =>
  sumCents(loans.flatMap(({ principal, fees }) => [principal, fees]));

/** Some months with the same payment, exact or in cents. */
interface Run<Amount> {
  readonly months: number;
  readonly payment: Amount;
}

/** The payments of several loans together: a run for each time in which none of them changes. */
function mergedRuns<Amount>(
  loans: readonly (readonly Run<Amount>[])[],
  sum: (payments: readonly Amount[]) => Amount,
): Run<Amount>[] {
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
      const payments = timelines.map((runs) => runs.find((run) => run.end >= end)?.payment);
      const run = { months: end - start, payment: sum(payments.filter((payment) => payment !== undefined)) };
      start = end;
      return run;
    });
}

/**
 * Returns the payments of some loans together on a term-based plan, from the first installment on. Plans with a level
 * payment have one run for each time until a loan is paid off.
 */
export const paymentRuns = (
  plan: TermBasedPlan,
  loans: readonly PlanLoan[],
  { eligibility }: EstimateFacts,
): readonly { readonly months: number; readonly payment: Cents }[] =>
  mergedRuns(
    loans.map((loan) => paymentsOf(plan, loan, eligibility)),
    sumExact,
  ).map(({ months, payment }) => ({ months, payment: roundExact(payment) }));

/**
 * The schedule of a term-based plan. Each payment is rounded to the cent; the total is exact and rounded once (ruling 41), and
 * the last payment makes up the difference.
 */
function termSchedule(plan: OfferedPlan, runs: readonly Run<Exact>[]) {
  const total = roundExact(sumExact(runs.map(({ months, payment }) => payment * BigInt(months))));
  const schedule: PaymentRun[] = [];
  for (const { months, payment } of runs)
    addPayment(schedule, { planName: plan, months, payment: roundExact(payment) });
  const last = schedule.pop();
  if (last === undefined) return schedule;
  addPayment(schedule, { ...last, months: last.months - 1 });
  addPayment(schedule, { ...last, months: 1, payment: subtractCents(total, totalOf(schedule)) });
  return schedule;
}

/** A loan while its months are counted. Amounts are in cents, with fractions. */
interface RunningLoan {
  principal: number;
  interest: number;
  /** The interest of the present month. */
  accrued: number;
  readonly monthlyRate: number;
  /** Its share of a payment, in proportion. */
  readonly weight: number;
}

const runningLoan = (loan: PlanLoan): RunningLoan => ({
  principal: loan.principal + loan.fees,
  interest: loan.interest,
  accrued: 0,
  monthlyRate: loan.rate / 1_200_000,
  weight: balanceOf(loan),
});

const isOpen = ({ principal, interest }: RunningLoan): boolean => principal + interest > 1e-6;

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

/** Pays interest first, then principal. Returns the amount applied. */
function payLoan(loan: RunningLoan, amount: number): number {
  const interest = Math.min(amount, loan.interest);
  const principal = Math.min(amount - interest, loan.principal);
  loan.interest -= interest;
  loan.principal -= principal;
  return interest + principal;
}

function payPrincipal(loan: RunningLoan, amount: number): number {
  const principal = Math.min(amount, loan.principal);
  loan.principal -= principal;
  return principal;
}

function principalLeft(loans: readonly RunningLoan[]): number {
  let left = 0;
  for (const { principal } of loans) left += principal;
  return left;
}

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
 * Pays a month of RAP after its interest has accrued. The month's interest that the payment does not cover is waived, and the
 * government pays principal: the lesser of $50 and the payment, less the principal that was paid.
 */
function payRapMonth(loans: readonly RunningLoan[], payment: number): RapMonth {
  const before = principalLeft(loans);
  spread(payment, loans, payLoan);
  let waived = 0;
  for (const loan of loans) {
    const unpaid = Math.min(loan.interest, loan.accrued);
    loan.interest -= unpaid;
    waived += unpaid;
  }
  const wanted = Math.max(0, Math.min(RAP_MATCH, payment) - (before - principalLeft(loans)));
  return { waived, matched: wanted - spread(wanted, loans, payPrincipal) };
}

/** More than the floating-point error of a simulation, and less than any difference between two of its amounts. In cents. */
const TIE = 1e-5;

/** Rounds to the cent, half up (ruling 41). An amount that is below a half only by floating-point error counts as the half. */
const cents = (amount: number): Cents => toCents(Math.round(amount + TIE));

/** A month of RAP for one loan, in cents: for the explanation, and to compare with published examples. */
export function rapMonth(loan: PlanLoan, payment: Cents): { waived: Cents; matched: Cents; principal: Cents } {
  const running = runningLoan(loan);
  accrue([running]);
  const { waived, matched } = payRapMonth([running], payment);
  return { waived: cents(waived), matched: cents(matched), principal: cents(running.principal) };
}

/** A period with a constant payment. */
interface Phase {
  readonly planName: OfferedPlan;
  readonly payment: Cents;
  /** The number of the last month, counted from 1. */
  readonly through: number;
}

/** The payments of some loans until they are paid off or forgiven, and the remaining balance. Amounts in cents. */
interface Repayment {
  readonly schedule: readonly PaymentRun[];
  readonly forgiven: Cents;
  /** The principal that is forgiven. */
  readonly principal: Cents;
  readonly matched: Cents;
}

/** Returns the amount owed on loans after a month's interest has accrued, rounded to the cent. */
function dueOn(loans: readonly RunningLoan[]): number {
  let due = 0;
  for (const { principal, interest } of loans) due += principal + interest;
  return cents(due);
}

/** Runs loans through the phases until they are paid off or the last phase is over. */
function simulate(loans: readonly PlanLoan[], phases: readonly Phase[]): Repayment {
  const running = loans.map(runningLoan);
  const schedule: PaymentRun[] = [];
  let [month, matched] = [0, 0];
  for (const { planName, payment, through } of phases) {
    const start = month;
    let last: Cents | undefined;
    for (; month < through && last === undefined && running.some(isOpen); month += 1) {
      accrue(running);
      const due = dueOn(running);
      if (planName === 'RAP') matched += payRapMonth(running, Math.min(payment, due)).matched;
      else spread(Math.min(payment, due), running, payLoan);
      if (payment < due) continue;
      // The remainder is a fraction of a cent.
      for (const loan of running) [loan.principal, loan.interest] = [0, 0];
      last = toCents(due);
    }
    addPayment(schedule, { planName, months: month - start - (last === undefined ? 0 : 1), payment });
    if (last !== undefined) addPayment(schedule, { planName, months: 1, payment: last });
  }
  const principal = principalLeft(running);
  const forgiven = running.reduce((sum, loan) => sum + loan.principal + loan.interest, 0);
  return { schedule, forgiven: cents(forgiven), principal: cents(principal), matched: cents(matched) };
}

/** A month beyond every plan. */
const NEVER = 1200;

/** How many monthly payments fall due up to a day, the first a month after `asOf`. */
function paymentsThrough(asOf: PlainDate, day: PlainDate): number {
  let months = 0;
  while (addMonths(asOf, months + 1) <= day) months += 1;
  return months;
}

/** The phases of a plan; undefined if a parameter is missing. */
function phasesOf({ plan, covered, total }: PlanOffer, estimate: EstimateFacts): Phase[] | undefined {
  if (total === null) return undefined;
  const through = planEntry(plan)?.forgivenAfterMonths ?? NEVER;
  if (plan !== 'PAYE' && plan !== 'ICR') return [{ planName: plan, payment: total, through }];
  const { asOf } = estimate.facts;
  const last = paymentsThrough(asOf, estimate.parameters.dates.payeAndIcrThrough);
  const afterwards = incomePayment('RAP', covered, estimate);
  if (afterwards === undefined) return undefined;
  return [
    { planName: plan, payment: total, through: Math.min(last, through) },
    { planName: 'RAP', payment: afterwards, through: planEntry('RAP')?.forgivenAfterMonths ?? NEVER },
  ];
}

const isBelowMinimum = ({ plan, total }: PlanOffer): boolean => plan === 'STANDARD' && total === STANDARD_MINIMUM;

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
  const [months, totalPaid] = [monthsOf(schedule), totalOf(schedule)];
  const principalPaid = principalOf(loans) - principal - matched;
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
    endMonth: monthOf(addMonths(asOf, months)),
    end: forgiven > 0 ? 'forgiven' : 'paidOff',
    planEndsIn: before.length === schedule.length ? null : monthOf(addMonths(asOf, monthsOf(before) + 1)),
  };
}

/**
 * The outlook of an offered plan (`offerOf`). Undefined if a parameter is missing, so that its payment is unknown.
 */
export function outlookOf(offer: PlanOffer, estimate: EstimateFacts): PlanOutlook | undefined {
  const { plan, covered, total } = offer;
  if (total === null) return undefined;
  const facts = { planName: plan, firstPayment: total, loans: covered, asOf: estimate.facts.asOf };
  if (isTermBased(plan) && !isBelowMinimum(offer)) {
    const loans = covered.map((loan) => paymentsOf(plan, loan, estimate.eligibility));
    const schedule = termSchedule(plan, mergedRuns(loans, sumExact));
    return outlookFrom(facts, { schedule, forgiven: ZERO, principal: ZERO, matched: ZERO });
  }
  const phases = phasesOf(offer, estimate);
  return phases && outlookFrom(facts, simulate(covered, phases));
}

/** The plans whose payment stays the same until the loans are paid off. */
const LEVEL = ['STANDARD', 'EXTENDED_FIXED', 'TIERED_STANDARD'] as const;

/**
 * The outlook of some loans that stay on their present plan, each with its present payment. Undefined if the plan does not ask
 * for the same payment each month, or if a payment never repays its loan.
 */
export function presentOutlookOf(plan: string, loans: readonly PlanLoan[], asOf: PlainDate): PlanOutlook | undefined {
  const planName = LEVEL.find((each) => each === plan);
  if (planName === undefined) return undefined;
  const repayments = loans.map((loan) => simulate([loan], [{ planName, payment: loan.currentAmount, through: NEVER }]));
  if (repayments.some(({ forgiven }) => forgiven > 0)) return undefined;
  const runs = mergedRuns(
    repayments.map(({ schedule }) => schedule),
    sumCents,
  );
  const firstPayment = sumCents(loans.map(({ currentAmount }) => currentAmount));
  const schedule: PaymentRun[] = [];
  for (const run of runs) addPayment(schedule, { planName, ...run });
  return outlookFrom(
    { planName, firstPayment, loans, asOf },
    { schedule, forgiven: ZERO, principal: ZERO, matched: ZERO },
  );
}
