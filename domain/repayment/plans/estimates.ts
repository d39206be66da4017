/** The estimates of the plans that a borrower may choose, for each program (R §3, §4; ruling 22). */
import { type Cents, ZERO, allocate, sumCents } from '../../money.ts';
import {
  type EligibilityFacts,
  balanceOf,
  countsElsewhere,
  eligibilityFactsOf,
  owedLoans,
  reasonAgainst,
} from './eligibility.ts';
import { type Exact, maxExact, exactOf, roundExact, sumExact, weightOf } from './exact.ts';
import { type PlanParameters, icrFactorsOn, planParameters, povertyGuideline } from './parameters/parameters.ts';
import {
  type Debt,
  EXTENDED_MONTHS,
  type ExactRun,
  STANDARD_MINIMUM,
  STANDARD_MONTHS,
  consolidationMonths,
  graduatedPayments,
  icrAmounts,
  icrFactor,
  incomeBasedPayment,
  levelPayment,
  rapPayment,
  rapRounded,
  shareOf,
  smallIcr,
  smallIncomeBased,
  standardAmount,
  tieredMonths,
} from './payments.ts';
import {
  type EligiblePlan,
  type EstimatedLoan,
  type EstimatesRequest,
  type ExternalLoanProfile,
  type LoanProgram,
  type PlanEstimates,
  type PlanFacts,
  type PlanLoan,
  type PlanTotal,
  type ProgramEstimates,
} from './shapes.ts';
import {
  INCOME_DRIVEN,
  type IncomeDrivenPlan,
  TERM_BASED,
  type TermBasedPlan,
  isIbr,
  isIncomeDriven,
  isTermBased,
} from './names.ts';

/** Income and family of a request; the plan type decides nothing on an amount. */
export type Household = Omit<EstimatesRequest, 'planType'>;

/** The plans with estimates. */
export type OfferedPlan = IncomeDrivenPlan | TermBasedPlan;

/**
 * The size of the family, for the poverty guideline: the borrower, the spouse if they file jointly, and all dependents. With any
 * other status only the borrower's income counts, and so the spouse does not (34 CFR 685.209(b), family size).
 */
export const familySizeOf = (household: Household): number =>
  1 + (household.maritalStatus === 2 ? 1 : 0) + household.numberOfChildDependents + household.numberOfOtherDependents;

/** The dependents of RAP: those claimed on the return. The spouse is none (20 USC 1087e(q)). */
export const rapDependentsOf = (household: Household): number =>
  household.numberOfChildDependents + household.numberOfOtherDependents;

const debtOf = (loan: PlanLoan): Debt => ({ balance: balanceOf(loan), rate: loan.rate });

/** A loan elsewhere as a debt. Its rate is percent on the wire. */
const debtElsewhere = ({ balance, interestRate }: ExternalLoanProfile): Debt => ({
  balance,
  rate: Math.round(interestRate * 1000),
});

const balanceOfDebts = (debts: readonly Debt[]): Cents => sumCents(debts.map(({ balance }) => balance));

/** Everything that an estimate is computed from. */
export interface EstimateFacts {
  readonly facts: PlanFacts;
  readonly household: Household;
  readonly parameters: PlanParameters;
  readonly eligibility: EligibilityFacts;
}

/** Collects the data from which estimates are computed. */
export const estimateFactsOf = (
  facts: PlanFacts,
  household: Household,
  parameters: PlanParameters = planParameters(),
): EstimateFacts => ({
  facts,
  household,
  parameters,
  eligibility: eligibilityFactsOf(facts, household.externalLoanProfiles, parameters),
});

/** The loans of a program that a plan covers, and those that it does not. */
export function coverageOf(
  plan: OfferedPlan,
  program: LoanProgram,
  { facts, eligibility }: EstimateFacts,
): { readonly covered: readonly PlanLoan[]; readonly others: readonly PlanLoan[] } {
  const owed = owedLoans(facts).filter((loan) => loan.program === program);
  const isCovered = (loan: PlanLoan) => reasonAgainst(plan, loan, eligibility) === undefined;
  return { covered: owed.filter(isCovered), others: owed.filter((loan) => !isCovered(loan)) };
}

/** The months of a term-based plan for a loan. */
export function termOf(plan: TermBasedPlan, loan: PlanLoan, { balances }: EligibilityFacts): number {
  switch (plan) {
    case 'STANDARD':
    case 'GRADUATED':
      return loan.isConsolidation ? consolidationMonths(sumCents(Object.values(balances))) : STANDARD_MONTHS;
    case 'EXTENDED_FIXED':
    case 'EXTENDED_GRADUATED':
      return EXTENDED_MONTHS;
    case 'TIERED_STANDARD':
      return tieredMonths(balances.Direct);
  }
}

/** The payments of a term-based plan for one loan, from the first month to the last. */
export function paymentsOf(plan: TermBasedPlan, loan: PlanLoan, eligibility: EligibilityFacts): ExactRun[] {
  const months = termOf(plan, loan, eligibility);
  const isGraduated = plan === 'GRADUATED' || plan === 'EXTENDED_GRADUATED';
  return isGraduated
    ? graduatedPayments(debtOf(loan), months)
    : [{ months, payment: levelPayment(debtOf(loan), months) }];
}

/** The debt that shares an income-driven payment (34 CFR 685.209(g), 682.215(b)(1)). */
export interface SharedDebt {
  /** The covered loans of the program. */
  readonly own: readonly Debt[];
  /** All that the plan could cover: here, with other servicers, and of the spouse who files jointly. */
  readonly all: readonly Debt[];
  readonly ownBalance: Cents;
  readonly allBalance: Cents;
}

/** The debt that shares the payment of a plan for some covered loans. */
export function sharedDebtOf(
  plan: IncomeDrivenPlan,
  covered: readonly PlanLoan[],
  { facts, household, eligibility }: EstimateFacts,
): SharedDebt {
  const own = covered.map(debtOf);
  const here = owedLoans(facts)
    .filter((loan) => reasonAgainst(plan, loan, eligibility) === undefined)
    .map(debtOf);
  const elsewhere = household.externalLoanProfiles
    .filter(({ owner }) => owner === 'Borrower' || household.maritalStatus === 2)
    .filter((loan) => countsElsewhere(plan, loan))
    .map(debtElsewhere);
  const all = [...here, ...elsewhere];
  return { own, all, ownBalance: balanceOfDebts(own), allBalance: balanceOfDebts(all) };
}

/** Returns the inputs of an income-driven plan's formula; undefined if a parameter of the year is missing. */
function jointPayment(
  plan: IncomeDrivenPlan,
  debts: readonly Debt[],
  { facts, household, parameters }: EstimateFacts,
): Exact | undefined {
  const { adjustedGrossIncome, maritalStatus } = household;
  if (plan === 'RAP') return rapPayment(adjustedGrossIncome, rapDependentsOf(household));
  const family = { size: familySizeOf(household), region: facts.region };
  const guideline = povertyGuideline(family, facts.asOf, parameters);
  if (guideline === undefined) return undefined;
  const income = { adjustedGrossIncome, guideline };
  if (plan !== 'ICR') return incomeBasedPayment(income, plan === 'IBR_15' ? 15 : 10, debts);
  const factors = icrFactorsOn(facts.asOf, parameters);
  if (factors === undefined) return undefined;
  const rows = maritalStatus === 2 ? factors.married : factors.single;
  const { byFactor, byIncome } = icrAmounts(income, icrFactor(adjustedGrossIncome, rows), debts);
  return byFactor < byIncome ? byFactor : byIncome;
}

/** Rounds once and applies the rule on small payments to the rounded amount (ruling 41). */
function roundedPayment(plan: IncomeDrivenPlan, payment: Exact): Cents {
  if (plan === 'RAP') return rapRounded(payment);
  const rounded = roundExact(payment);
  return plan === 'ICR' ? smallIcr(rounded) : smallIncomeBased(rounded);
}

/** The first monthly payment of an income-driven plan for some covered loans, in cents; undefined if a parameter is missing. */
export function incomePayment(
  plan: IncomeDrivenPlan,
  covered: readonly PlanLoan[],
  estimate: EstimateFacts,
): Cents | undefined {
  const { all, ownBalance, allBalance } = sharedDebtOf(plan, covered, estimate);
  const joint = jointPayment(plan, all, estimate);
  if (joint === undefined) return undefined;
  return roundedPayment(plan, shareOf(joint, { own: ownBalance, all: allBalance }));
}

/** A first payment and how it is shared by the loans. */
interface Payment {
  readonly total: Cents;
  /** Whole numbers in proportion to which the total is shared. */
  readonly weights: readonly number[];
}

function termPayment(plan: TermBasedPlan, covered: readonly PlanLoan[], { eligibility }: EstimateFacts): Payment {
  const first = covered.map((loan) => paymentsOf(plan, loan, eligibility)[0]?.payment ?? 0n);
  const sum = sumExact(first);
  const total = plan === 'STANDARD' ? maxExact(sum, exactOf(STANDARD_MINIMUM)) : sum;
  return { total: roundExact(total), weights: first.map(weightOf) };
}

/** The first payment of a plan for the loans that it covers; undefined if a parameter is missing. */
function paymentFor(plan: OfferedPlan, covered: readonly PlanLoan[], estimate: EstimateFacts): Payment | undefined {
  if (isTermBased(plan)) return termPayment(plan, covered, estimate);
  const total = incomePayment(plan, covered, estimate);
  return total === undefined ? undefined : { total, weights: covered.map(balanceOf) };
}

/**
 * Returns whether the PAYE payment is below the standard plan's, which is required for borrowers who are not on PAYE
 * yet. If a parameter is missing, this is unknown, and the plan is shown as such.
 */
function mayEnterPaye(covered: readonly PlanLoan[], total: Cents | undefined): boolean {
  if (total === undefined || covered.every(({ currentPlanName }) => currentPlanName === 'PAYE')) return true;
  return total < roundExact(standardAmount(covered.map(debtOf)));
}

/** A plan that is offered for a program's loans, with its first payment. Undefined if it is not offered. */
export interface PlanOffer {
  readonly plan: OfferedPlan;
  readonly covered: readonly PlanLoan[];
  readonly others: readonly PlanLoan[];
  /** Null if a parameter is missing. */
  readonly total: Cents | null;
  /** The part of each covered loan; they add up to the total. */
  readonly amounts: readonly Cents[] | null;
}

/** Returns the offer of a plan for a program; undefined if it covers no loan, or its condition on the amount is not met. */
export function offerOf(plan: OfferedPlan, program: LoanProgram, estimate: EstimateFacts): PlanOffer | undefined {
  const { covered, others } = coverageOf(plan, program, estimate);
  if (covered.length === 0) return undefined;
  const payment = paymentFor(plan, covered, estimate);
  if (plan === 'PAYE' && !mayEnterPaye(covered, payment?.total)) return undefined;
  return {
    plan,
    covered,
    others,
    total: payment?.total ?? null,
    amounts: payment ? allocate(payment.total, payment.weights) : null,
  };
}

const plansOf = (type: EstimatesRequest['planType']): readonly OfferedPlan[] =>
  type === 'IDR' ? INCOME_DRIVEN : TERM_BASED;

/** All offers of a plan type for a program, in the order in which plans are listed. */
export const offersOf = (
  type: EstimatesRequest['planType'],
  program: LoanProgram,
  estimate: EstimateFacts,
): readonly PlanOffer[] =>
  plansOf(type)
    .map((plan) => offerOf(plan, program, estimate))
    .filter((offer) => offer !== undefined);

function estimatedLoan(loan: PlanLoan, newEstimatedAmount: Cents | null): EstimatedLoan {
  const { accountNumber, groupId, loanNumber, loanType: loanTypeGroup, currentPlanName, currentAmount } = loan;
  return { accountNumber, groupId, loanNumber, loanTypeGroup, currentPlanName, newEstimatedAmount, currentAmount };
}

const eligiblePlan = ({ plan, covered, others, total, amounts }: PlanOffer): EligiblePlan => ({
  planName: plan,
  total,
  eligibleLoans: covered.map((loan, index) => estimatedLoan(loan, amounts?.[index] ?? null)),
  ineligibleLoans: others.map((loan) => estimatedLoan(loan, loan.currentAmount)),
});

/**
 * Returns the current plan of some loans: an income-driven one before others, then the one with the largest balance.
 * Null without loans. Its total counts only the loans on that plan, because the payment for leaving IBR is their
 * payment (R §5).
 */
export function currentPlanOf(loans: readonly PlanLoan[]): PlanTotal | null {
  const byPlan = new Map<string, PlanLoan[]>();
  for (const loan of loans) byPlan.set(loan.currentPlanName, [...(byPlan.get(loan.currentPlanName) ?? []), loan]);
  const balanceOn = (plan: string) => sumCents((byPlan.get(plan) ?? []).map(balanceOf));
  const [planName] = [...byPlan.keys()].sort(
    (a, b) => Number(isIncomeDriven(b)) - Number(isIncomeDriven(a)) || balanceOn(b) - balanceOn(a),
  );
  if (planName === undefined) return null;
  return { planName, total: sumCents((byPlan.get(planName) ?? []).map(({ currentAmount }) => currentAmount)) };
}

/**
 * Returns the plan with the lowest payment. Among equal payments, the current plan is preferred, then the one listed
 * first. Null if any payment is unknown, since it could be the lowest.
 */
function lowestOf(plans: readonly PlanTotal[], current: PlanTotal | null): PlanTotal | null {
  if (plans.some(({ total }) => total === null)) return null;
  const rank = ({ total, planName }: PlanTotal) => [total ?? ZERO, planName === current?.planName ? 0 : 1] as const;
  return plans.reduce<PlanTotal | null>((lowest, { planName, total }) => {
    const plan = { planName, total };
    if (lowest === null) return plan;
    const [[amount, order], [least, leastOrder]] = [rank(plan), rank(lowest)];
    return amount < least || (amount === least && order < leastOrder) ? plan : lowest;
  }, null);
}

/** The estimates of one program; null if nothing is owed in it. */
function programEstimates(
  program: LoanProgram,
  type: EstimatesRequest['planType'],
  estimate: EstimateFacts,
): ProgramEstimates | null {
  const owed = owedLoans(estimate.facts).filter((loan) => loan.program === program);
  if (owed.length === 0) return null;
  const current = currentPlanOf(owed);
  const eligible = offersOf(type, program, estimate).map(eligiblePlan);
  const suggested = type === 'IDR' ? lowestOf(eligible, current) : null;
  return {
    enrolledInIdr: owed.some(({ currentPlanName }) => isIncomeDriven(currentPlanName)),
    enrolledInIbr: owed.some(({ currentPlanName }) => isIbr(currentPlanName)),
    enrolledInLowestIdr: suggested !== null && suggested.planName === current?.planName,
    suggestedPlan: suggested,
    currentRepaymentPlan: current,
    eligibleRepaymentPlans: eligible,
    currentLoans: owed.map((loan) => estimatedLoan(loan, loan.currentAmount)),
  };
}

/**
 * Returns whether the borrower is ineligible for all income-driven plans: a parent borrower, or a borrower without a
 * loan that any plan accepts (R §2).
 */
export const isIneligibleForIdr = ({
  facts,
  eligibility,
}: Pick<EstimateFacts, 'eligibility'> & { readonly facts: Pick<PlanFacts, 'loans'> }): boolean =>
  !owedLoans(facts).some((loan) => INCOME_DRIVEN.some((plan) => reasonAgainst(plan, loan, eligibility) === undefined));

/** The estimates that answer a request (R §3). Nothing in them depends on anything but the facts, the request and the parameters. */
export function estimatesOf(
  facts: PlanFacts,
  { planType, ...household }: EstimatesRequest,
  parameters: PlanParameters = planParameters(),
): PlanEstimates {
  const estimate = estimateFactsOf(facts, household, parameters);
  const incomeDriven = new Set(
    owedLoans(facts)
      .map(({ currentPlanName }) => currentPlanName)
      .filter(isIncomeDriven),
  );
  return {
    directLoans: programEstimates('Direct', planType, estimate),
    ffelpLoans: programEstimates('FFELP', planType, estimate),
    enrolledInMultipleIdrPlans: incomeDriven.size > 1,
    enrolledInSaveAlt: incomeDriven.has('SAVE'),
    ineligibleForIdr: isIneligibleForIdr(estimate),
  };
}
