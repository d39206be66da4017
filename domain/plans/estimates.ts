/** The estimates of the plans that a borrower may choose, for each program (R §3, §4; ruling 22). */
import type { PlainDate } from '../calendar.ts';
import { centsOfMicros, interestBetween } from '../interest.ts';
import { type Cents, ZERO, allocate, minCents, sumCents } from '../money.ts';
import { type Household, getFamilySize, hasMarriedFactors, countRapDependents } from './household.ts';
import {
  type EligibilityInput,
  getBalance,
  countsElsewhere,
  toEligibilityInput,
  loansOnPlan,
  owedLoans,
  findPlanIneligibility,
} from './eligibility.ts';
import { ONE, type Exact, toExact, interestExact, maxExact, roundExact, sumExact, toWeight } from './exact.ts';
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
  computeShare,
  smallIcr,
  smallIncomeBased,
  standardAmount,
  standardPayment,
  standardTotal,
  tieredMonths,
} from './payments.ts';
import {
  type EligiblePlan,
  type EstimatedLoan,
  type EstimatesRequest,
  type ExternalLoanProfile,
  type LoanProgram,
  type PlanEstimates,
  type PlanData,
  type PlanLoan,
  type PlanTotal,
  type ProgramEstimates,
} from './shapes.ts';
import {
  INCOME_DRIVEN,
  type IncomeDrivenPlan,
  TERM_BASED,
  type TermBasedPlan,
  isGraduated,
  isIbr,
  isIncomeDriven,
  isTermBased,
} from '../plan-names.ts';

/** The plans with estimates. */
export type OfferedPlan = IncomeDrivenPlan | TermBasedPlan;

const toDebt = (loan: PlanLoan): Debt => ({ balance: getBalance(loan), rate: loan.rate });

/** Converts a loan elsewhere to a debt. Its rate is percent on the wire. */
const debtElsewhere = ({ balance, interestRate }: ExternalLoanProfile): Debt => ({
  balance,
  rate: Math.round(interestRate * 1000),
});

/**
 * Returns the amount owed on a loan when its next payment is due, with a month's interest on the principal. No payment
 * exceeds it (ruling 96).
 */
const owedNext = (loan: PlanLoan): Exact => toExact(getBalance(loan)) + interestExact(loan.principal, loan.rate);

/** Returns the highest possible payment of some loans (ruling 96). */
export const mostToPay = (loans: readonly PlanLoan[]): Cents => roundExact(sumExact(loans.map(owedNext)));

/** Returns the present payment of a loan, at most the amount owed. */
export const getPresentPayment = (loan: PlanLoan): Cents => minCents(loan.currentAmount, mostToPay([loan]));

const balanceOfDebts = (debts: readonly Debt[]): Cents => sumCents(debts.map(({ balance }) => balance));

/** The input of an estimate. */
export interface EstimateInput {
  readonly facts: PlanData;
  readonly household: Household;
  readonly parameters: PlanParameters;
  readonly eligibility: EligibilityInput;
}

/** Collects the data from which estimates are computed. */
export const toEstimateInput = (
  facts: PlanData,
  household: Household,
  parameters: PlanParameters = planParameters(),
): EstimateInput => ({
  facts,
  household,
  parameters,
  eligibility: toEligibilityInput(facts, household.externalLoanProfiles, parameters),
});

/** Splits the loans of a program by whether a plan covers them. */
export function splitByCoverage(
  plan: OfferedPlan,
  program: LoanProgram,
  { facts, eligibility }: EstimateInput,
): { readonly covered: readonly PlanLoan[]; readonly others: readonly PlanLoan[] } {
  const owed = owedLoans(facts).filter((loan) => loan.program === program);
  const isCovered = (loan: PlanLoan) => findPlanIneligibility(plan, loan, eligibility) === undefined;
  return { covered: owed.filter(isCovered), others: owed.filter((loan) => !isCovered(loan)) };
}

/** Returns the months of a term-based plan for a loan. */
export function getTerm(plan: TermBasedPlan, loan: PlanLoan, { balances }: EligibilityInput): number {
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

/** Returns the payments of a term-based plan for one loan, from the first month to the last. */
export function computePayments(plan: TermBasedPlan, loan: PlanLoan, eligibility: EligibilityInput): ExactRun[] {
  const months = getTerm(plan, loan, eligibility);
  return isGraduated(plan)
    ? graduatedPayments(toDebt(loan), months)
    : [{ months, payment: levelPayment(toDebt(loan), months) }];
}

/** The debt that shares an income-driven payment (34 CFR 685.209(g), 682.215(b)(1)). */
export interface SharedDebt {
  /** The covered loans of the program. */
  readonly own: readonly Debt[];
  /** All that the plan could cover: here, with other servicers, and of the spouse who files jointly. */
  readonly all: readonly Debt[];
  readonly ownBalance: Cents;
  readonly allBalance: Cents;
  /** The most that all of it pays on IBR or PAYE: the 10-year standard amount. */
  readonly cap: Exact;
}

/**
 * Returns the part of a loan in the 10-year standard amount of the day on which IBR was entered, which caps its payment on
 * IBR (ruling 96). Null if the loan is not on IBR or the amount is not known.
 */
export const getStoredCap = (plan: IncomeDrivenPlan, { currentPlanName, ibrCap }: PlanLoan): Cents | null =>
  isIbr(plan) && isIbr(currentPlanName) ? ibrCap : null;

/** Returns the loan's part of the cap of IBR or PAYE. */
function getCap(plan: IncomeDrivenPlan, loan: PlanLoan): Exact {
  const stored = getStoredCap(plan, loan);
  return stored === null ? standardPayment(toDebt(loan)) : toExact(stored);
}

/** Returns the debt that shares the payment of a plan for some covered loans. */
export function computeSharedDebt(
  plan: IncomeDrivenPlan,
  covered: readonly PlanLoan[],
  { facts, household, eligibility }: EstimateInput,
): SharedDebt {
  const own = covered.map(toDebt);
  const here = owedLoans(facts).filter((loan) => findPlanIneligibility(plan, loan, eligibility) === undefined);
  const elsewhere = household.externalLoanProfiles
    .filter(({ owner }) => owner === 'Borrower' || household.maritalStatus === 2)
    .filter((loan) => countsElsewhere(plan, loan))
    .map(debtElsewhere);
  const all = [...here.map(toDebt), ...elsewhere];
  const cap = standardTotal([...here.map((loan) => getCap(plan, loan)), ...elsewhere.map(standardPayment)]);
  return { own, all, ownBalance: balanceOfDebts(own), allBalance: balanceOfDebts(all), cap };
}

/** Returns the inputs of an income-driven plan's formula; undefined if a parameter of the year is missing. */
function jointPayment(
  plan: IncomeDrivenPlan,
  { all, cap }: SharedDebt,
  { facts, household, parameters }: EstimateInput,
): Exact | undefined {
  const { adjustedGrossIncome } = household;
  if (plan === 'RAP') return rapPayment(adjustedGrossIncome, countRapDependents(household));
  const family = { size: getFamilySize(household), region: facts.region };
  const guideline = povertyGuideline(family, facts.asOf, parameters);
  if (guideline === undefined) return undefined;
  const income = { adjustedGrossIncome, guideline };
  if (plan !== 'ICR') return incomeBasedPayment(income, plan === 'IBR_15' ? 15 : 10, cap);
  const factors = icrFactorsOn(facts.asOf, parameters);
  if (factors === undefined) return undefined;
  const rows = hasMarriedFactors(household) ? factors.married : factors.single;
  const { byFactor, byIncome } = icrAmounts(income, icrFactor(adjustedGrossIncome, rows), all);
  return byFactor < byIncome ? byFactor : byIncome;
}

/** Rounds once and applies the rule on small payments to the rounded amount (ruling 41). */
export function roundedPayment(plan: IncomeDrivenPlan, payment: Exact): Cents {
  if (plan === 'RAP') return rapRounded(payment);
  const rounded = roundExact(payment);
  return plan === 'ICR' ? smallIcr(rounded) : smallIncomeBased(rounded);
}

/**
 * Returns the monthly payment of an income-driven plan for some covered loans by its formula, in cents, regardless of the
 * amount owed; undefined if a parameter is missing.
 */
export function incomePayment(
  plan: IncomeDrivenPlan,
  covered: readonly PlanLoan[],
  estimate: EstimateInput,
): Cents | undefined {
  const debt = computeSharedDebt(plan, covered, estimate);
  const joint = jointPayment(plan, debt, estimate);
  if (joint === undefined) return undefined;
  return roundedPayment(plan, computeShare(joint, { own: debt.ownBalance, all: debt.allBalance }));
}

/** A first payment by the formula of a plan, and how it is shared by the loans. */
interface Payment {
  readonly total: Cents;
  /** Whole numbers in proportion to which the total is shared. */
  readonly weights: readonly number[];
}

function termPayment(plan: TermBasedPlan, covered: readonly PlanLoan[], { eligibility }: EstimateInput): Payment {
  const first = covered.map((loan) => computePayments(plan, loan, eligibility)[0]?.payment ?? 0n);
  const sum = sumExact(first);
  const total = plan === 'STANDARD' ? maxExact(sum, toExact(STANDARD_MINIMUM)) : sum;
  return { total: roundExact(total), weights: first.map(toWeight) };
}

/** Returns the first payment by the formula of a plan for the loans that it covers; undefined if a parameter is missing. */
function paymentFor(plan: OfferedPlan, covered: readonly PlanLoan[], estimate: EstimateInput): Payment | undefined {
  if (isTermBased(plan)) return termPayment(plan, covered, estimate);
  const total = incomePayment(plan, covered, estimate);
  return total === undefined ? undefined : { total, weights: covered.map(getBalance) };
}

/**
 * Returns whether the PAYE payment is below the standard plan's, which is required for borrowers who are not on PAYE
 * yet. If a parameter is missing, this is unknown, and the plan is shown as such.
 */
function mayEnterPaye(covered: readonly PlanLoan[], total: Cents | undefined): boolean {
  if (total === undefined || covered.every(({ currentPlanName }) => currentPlanName === 'PAYE')) return true;
  return total < roundExact(standardAmount(covered.map(toDebt)));
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

/** Returns the shares of the loans in a payment. No loan pays more than is owed on it (ruling 96). */
function computeShares(covered: readonly PlanLoan[], { total, weights }: Payment): Cents[] {
  const owed = covered.map(owedNext);
  const shares = allocate(total, weights);
  const isTooMuch = shares.some((share, index) => toExact(share) >= (owed[index] ?? 0n) + ONE);
  return isTooMuch ? allocate(total, owed.map(toWeight)) : shares;
}

/** Returns the offer of a plan for a program; undefined if it covers no loan, or its condition on the amount is not met. */
export function computeOffer(plan: OfferedPlan, program: LoanProgram, estimate: EstimateInput): PlanOffer | undefined {
  const { covered, others } = splitByCoverage(plan, program, estimate);
  if (covered.length === 0) return undefined;
  const payment = paymentFor(plan, covered, estimate);
  if (plan === 'PAYE' && !mayEnterPaye(covered, payment?.total)) return undefined;
  const total = payment ? minCents(payment.total, mostToPay(covered)) : null;
  const amounts = payment && total !== null ? computeShares(covered, { total, weights: payment.weights }) : null;
  return { plan, covered, others, total, amounts };
}

const listPlans = (type: EstimatesRequest['planType']): readonly OfferedPlan[] =>
  type === 'IDR' ? INCOME_DRIVEN : TERM_BASED;

/** Returns all offers of a plan type for a program, in the order in which plans are listed. */
export const computeOffers = (
  type: EstimatesRequest['planType'],
  program: LoanProgram,
  estimate: EstimateInput,
): readonly PlanOffer[] =>
  listPlans(type)
    .map((plan) => computeOffer(plan, program, estimate))
    .filter((offer) => offer !== undefined);

function estimatedLoan(loan: PlanLoan, newEstimatedAmount: Cents | null): EstimatedLoan {
  const { accountNumber, groupId, loanNumber, loanType: loanTypeGroup, currentPlanName } = loan;
  return {
    accountNumber,
    groupId,
    loanNumber,
    loanTypeGroup,
    currentPlanName,
    newEstimatedAmount,
    currentAmount: getPresentPayment(loan),
    ...(loan.isInDefault === true && { isInDefault: true }),
  };
}

/** Returns the unpaid interest of a loan on a later day, if nothing is paid until then. */
const interestOn = (loan: PlanLoan, asOf: PlainDate, day: PlainDate): Cents =>
  sumCents([loan.interest, centsOfMicros(interestBetween(loan, asOf, day))]);

/** Returns what leaving IBR for a plan adds to the principal of the loans that the plan covers (ruling 104). */
function leavingIbr({ plan, covered }: PlanOffer, { asOf, decidedOn: on }: PlanData): EligiblePlan['leavingIbr'] {
  const leaving = isIbr(plan) ? [] : covered.filter(({ currentPlanName }) => isIbr(currentPlanName));
  if (on === undefined || leaving.length === 0) return undefined;
  return { interest: sumCents(leaving.map((loan) => interestOn(loan, asOf, on))), on };
}

const eligiblePlan = (offer: PlanOffer, facts: PlanData): EligiblePlan => {
  const { plan, covered, others, total, amounts } = offer;
  const added = leavingIbr(offer, facts);
  return {
    planName: plan,
    total,
    eligibleLoans: covered.map((loan, index) => estimatedLoan(loan, amounts?.[index] ?? null)),
    ineligibleLoans: others.map((loan) => estimatedLoan(loan, getPresentPayment(loan))),
    ...(added !== undefined && { leavingIbr: added }),
  };
};

/**
 * Returns the current plan of some loans: an income-driven one before others, then the one with the largest balance.
 * Null without loans. Its total counts only the loans on that plan, because the payment for leaving IBR is their
 * payment (R §5).
 */
export function computeCurrentPlan(loans: readonly PlanLoan[]): PlanTotal | null {
  const byPlan = new Map<string, PlanLoan[]>();
  for (const loan of loans) byPlan.set(loan.currentPlanName, [...(byPlan.get(loan.currentPlanName) ?? []), loan]);
  const balanceOn = (plan: string) => sumCents((byPlan.get(plan) ?? []).map(getBalance));
  const [planName] = [...byPlan.keys()].sort(
    (a, b) => Number(isIncomeDriven(b)) - Number(isIncomeDriven(a)) || balanceOn(b) - balanceOn(a),
  );
  if (planName === undefined) return null;
  return { planName, total: sumCents((byPlan.get(planName) ?? []).map(getPresentPayment)) };
}

/**
 * Returns the plan with the lowest payment. Among equal payments, the current plan is preferred, then the one listed
 * first. Null if any payment is unknown, since it could be the lowest.
 */
export function findLowest(plans: readonly PlanTotal[], current: Pick<PlanTotal, 'planName'> | null): PlanTotal | null {
  if (plans.some(({ total }) => total === null)) return null;
  const rank = ({ total, planName }: PlanTotal) => [total ?? ZERO, planName === current?.planName ? 0 : 1] as const;
  return plans.reduce<PlanTotal | null>((lowest, { planName, total }) => {
    const plan = { planName, total };
    if (lowest === null) return plan;
    const [[amount, order], [least, leastOrder]] = [rank(plan), rank(lowest)];
    return amount < least || (amount === least && order < leastOrder) ? plan : lowest;
  }, null);
}

/** Returns the estimates of one program; null if nothing is owed in it. */
function programEstimates(
  program: LoanProgram,
  type: EstimatesRequest['planType'],
  estimate: EstimateInput,
): ProgramEstimates | null {
  const owed = owedLoans(estimate.facts).filter((loan) => loan.program === program);
  if (owed.length === 0) return null;
  const onPlan = loansOnPlan(owed);
  const current = computeCurrentPlan(onPlan);
  const eligible = computeOffers(type, program, estimate).map((offer) => eligiblePlan(offer, estimate.facts));
  const suggested = type === 'IDR' ? findLowest(eligible, current) : null;
  return {
    enrolledInIdr: onPlan.some(({ currentPlanName }) => isIncomeDriven(currentPlanName)),
    enrolledInIbr: onPlan.some(({ currentPlanName }) => isIbr(currentPlanName)),
    enrolledInLowestIdr: suggested !== null && suggested.planName === current?.planName,
    suggestedPlan: suggested,
    currentRepaymentPlan: current,
    eligibleRepaymentPlans: eligible,
    currentLoans: owed.map((loan) => estimatedLoan(loan, getPresentPayment(loan))),
  };
}

/**
 * Returns whether the borrower is ineligible for all income-driven plans: a parent borrower, or a borrower without a
 * loan that any plan accepts (R §2).
 */
export const isIneligibleForIdr = ({
  facts,
  eligibility,
}: Pick<EstimateInput, 'eligibility'> & { readonly facts: Pick<PlanData, 'loans'> }): boolean =>
  !owedLoans(facts).some((loan) =>
    INCOME_DRIVEN.some((plan) => findPlanIneligibility(plan, loan, eligibility) === undefined),
  );

/** Returns the estimates for a request (R §3). A pure function of the facts, the request and the parameters. */
export function computeEstimates(
  facts: PlanData,
  { planType, ...household }: EstimatesRequest,
  parameters: PlanParameters = planParameters(),
): PlanEstimates {
  const estimate = toEstimateInput(facts, household, parameters);
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
