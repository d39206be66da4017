/** Which loans a repayment plan covers (34 CFR 685.208, 685.209, 685.220; 682.209, 682.215). */
import { type PlainDate, findEarliest } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { type PlanDates, type PlanParameters, planParameters } from './parameters/parameters.ts';
import {
  type ExternalLoanProfile,
  type LoanProgram,
  type PlanData,
  type PlanLoan,
  TYPE_WITHOUT_IDR,
} from './shapes.ts';
import { type IncomeDrivenPlan, type PlanName, type TermBasedPlan, isIbr, isTermBased } from '../plan-names.ts';

/** Returns the plan of a stored row. `IBR` is the form that the borrower's first loan allows: 10 % for new borrowers. */
export const planOfRow = (plan: PlanName | 'IBR', isNew: boolean): PlanName =>
  plan === 'IBR' ? (isNew ? 'IBR_10' : 'IBR_15') : plan;

/** The borrower's loans with the properties that the plan rules need. */
export interface LoanHistory {
  /** When the first federal loan was disbursed, whether it is still owed or not; null if there is none. */
  readonly firstDisbursed: PlainDate | null;
  /** Whether a Direct Loan was disbursed on or after 1 July 2026, so that the new rules apply to all Direct Loans. */
  readonly hasNewDirectLoan: boolean;
  /** Whether a Direct Loan was disbursed on or after 1 October 2011, which PAYE needs. */
  readonly hasPayeDisbursement: boolean;
}

/** Sums up the loans of a borrower. */
export function toLoanHistory(
  loans: readonly Pick<PlanLoan, 'program' | 'disbursedOn'>[],
  { newRulesFrom, payeDisbursedFrom }: PlanDates = planParameters().dates,
): LoanHistory {
  const hasDirectSince = (day: PlainDate) =>
    loans.some(({ program, disbursedOn }) => program === 'Direct' && disbursedOn >= day);
  return {
    firstDisbursed: findEarliest(loans.map(({ disbursedOn }) => disbursedOn)),
    hasNewDirectLoan: hasDirectSince(newRulesFrom),
    hasPayeDisbursement: hasDirectSince(payeDisbursedFrom),
  };
}

const isFirstFrom = ({ firstDisbursed }: LoanHistory, day: PlainDate): boolean =>
  firstDisbursed !== null && firstDisbursed >= day;

/**
 * Returns whether a borrower is a new borrower of IBR, who pays 10 %: no loan from before 1 July 2014, as far as we know the
 * loans, and no Direct Loan from 1 July 2026 on.
 */
export const isNewIbrBorrower = (loanHistory: LoanHistory, dates: PlanDates = planParameters().dates): boolean =>
  isFirstFrom(loanHistory, dates.ibrNewBorrowerFrom) && !loanHistory.hasNewDirectLoan;

/** Returns the whole amount owed on a loan: principal, unpaid interest and fees. */
export const getBalance = ({ principal, interest, fees }: Pick<PlanLoan, 'principal' | 'interest' | 'fees'>): Cents =>
  sumCents([principal, interest, fees]);

/** Returns the loans that decide on the present plan: those in default, which can't change it, only without others. */
export function loansOnPlan(owed: readonly PlanLoan[]): readonly PlanLoan[] {
  const open = owed.filter(({ isInDefault }) => isInDefault !== true);
  return open.length > 0 ? open : owed;
}

/** Returns the loans with a balance. */
export const owedLoans = ({ loans }: Pick<PlanData, 'loans'>): readonly PlanLoan[] =>
  loans.filter((loan) => getBalance(loan) > 0);

/** Returns the program of a loan elsewhere; a request for term-based plans uses `FFEL` (ruling 40). */
export const toProgram = ({ program }: Pick<ExternalLoanProfile, 'program'>): LoanProgram =>
  program === 'FFEL' ? 'FFELP' : program;

/** The input of eligibility. */
export interface EligibilityInput {
  readonly asOf: PlainDate;
  readonly loanHistory: LoanHistory;
  /** The borrower's total debt in each program, including loans elsewhere. */
  readonly balances: Readonly<Record<LoanProgram, Cents>>;
  /** The borrower is a parent (type 3), who cannot have an income-driven plan (R §2, §6). */
  readonly isParentBorrower: boolean;
  /** An extended plan needs more debt than this in its program. */
  readonly extendedAbove: Cents;
  readonly parameters: PlanParameters;
}

/**
 * Returns whether the servicer's type of borrower is the one without access to income-driven plans (R §2, ruling 62).
 */
export const isParentBorrower = (borrowerType: number): boolean => borrowerType === TYPE_WITHOUT_IDR;

/** Collects the input of eligibility. */
export function toEligibilityInput(
  facts: Omit<PlanData, 'region'>,
  external: readonly ExternalLoanProfile[],
  parameters: PlanParameters = planParameters(),
): EligibilityInput {
  const owned = (program: LoanProgram) =>
    sumCents([
      ...facts.loans.filter((loan) => loan.program === program).map(getBalance),
      ...external
        .filter((loan) => loan.owner === 'Borrower' && toProgram(loan) === program)
        .map(({ balance }) => balance),
    ]);
  return {
    asOf: facts.asOf,
    loanHistory: toLoanHistory(facts.loans, parameters.dates),
    balances: { Direct: owned('Direct'), FFELP: owned('FFELP') },
    isParentBorrower: isParentBorrower(facts.borrowerType),
    extendedAbove: facts.extendedAbove,
    parameters,
  };
}

/** Why a plan does not cover a loan. */
export const PLAN_REASONS = [
  'paidInFull',
  'inDefault',
  'otherProgram',
  'planEnded',
  'planNotStarted',
  'notOffered',
  'parentPlus',
  'madeTooLate',
  'madeTooEarly',
  'notNewBorrower',
  'newBorrower',
  'newDirectLoan',
  'noNewDirectLoan',
  'balanceTooLow',
] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

function findTermBasedIneligibility(
  plan: TermBasedPlan,
  loan: PlanLoan,
  facts: EligibilityInput,
): PlanReason | undefined {
  const { loanHistory, balances, parameters } = facts;
  const hasNewRules = loan.program === 'Direct' && loanHistory.hasNewDirectLoan;
  if (plan === 'TIERED_STANDARD') {
    if (loan.program !== 'Direct') return 'otherProgram';
    return hasNewRules ? undefined : 'noNewDirectLoan';
  }
  if (hasNewRules) return 'newDirectLoan';
  if (plan === 'STANDARD' || plan === 'GRADUATED') return undefined;
  if (!isFirstFrom(loanHistory, parameters.dates.extendedNewBorrowerFrom)) return 'madeTooEarly';
  return balances[loan.program] > facts.extendedAbove ? undefined : 'balanceTooLow';
}

const isBetween = (day: PlainDate, from: PlainDate, through: PlainDate): boolean => from <= day && day <= through;

/**
 * Returns whether a Parent PLUS loan, or a consolidation loan that repaid one, is ineligible for an income-driven plan.
 * A consolidation loan is eligible for ICR and, once it is on an income-driven plan, also for IBR and RAP (34 CFR
 * 685.209(b), (c)).
 */
function isIneligibleAsParentPlus(
  plan: IncomeDrivenPlan,
  loan: PlanLoan,
  { asOf, parameters }: EligibilityInput,
): boolean {
  if (!loan.isParentPlus) return false;
  if (!loan.isConsolidation || loan.program !== 'Direct' || plan === 'PAYE') return true;
  if (plan === 'ICR') return false;
  const { parentPlusOnIncomeFrom: from, parentPlusOnIncomeThrough: through } = parameters.dates;
  const isOnIcr = loan.currentPlanName === 'ICR' && isBetween(asOf, from, through);
  const isOnOther = isIbr(loan.currentPlanName) || (plan === 'RAP' && ['PAYE', 'RAP'].includes(loan.currentPlanName));
  return !isOnIcr && !isOnOther;
}

function findPayeOrIcrIneligibility(
  plan: 'PAYE' | 'ICR',
  loan: PlanLoan,
  { asOf, loanHistory, parameters }: EligibilityInput,
): PlanReason | undefined {
  const { dates } = parameters;
  if (asOf > dates.payeAndIcrThrough) return 'planEnded';
  if (asOf > dates.payeAndIcrChosenThrough && loan.currentPlanName !== plan) return 'planEnded';
  if (plan === 'ICR') return undefined;
  const isNew = isFirstFrom(loanHistory, dates.payeNewBorrowerFrom) && loanHistory.hasPayeDisbursement;
  return isNew ? undefined : 'notNewBorrower';
}

function findIncomeDrivenIneligibility(
  plan: IncomeDrivenPlan,
  loan: PlanLoan,
  facts: EligibilityInput,
): PlanReason | undefined {
  const { asOf, loanHistory, parameters } = facts;
  const { dates } = parameters;
  if (facts.isParentBorrower) return 'parentPlus';
  if (loan.program !== 'Direct' && !isIbr(plan)) return 'otherProgram';
  if (isIneligibleAsParentPlus(plan, loan, facts)) return 'parentPlus';
  if (plan === 'RAP') return asOf < dates.rapFrom ? 'planNotStarted' : undefined;
  if (loan.program === 'Direct' && loan.disbursedOn >= dates.newRulesFrom) return 'madeTooLate';
  if (plan === 'PAYE' || plan === 'ICR') return findPayeOrIcrIneligibility(plan, loan, facts);
  const isNew = isNewIbrBorrower(loanHistory, dates);
  if (plan === 'IBR_10') return isNew ? undefined : 'notNewBorrower';
  return isNew ? 'newBorrower' : undefined;
}

/**
 * Returns the reason why a plan does not cover a loan SAVE has ended, and the income-sensitive plan is arranged with the
 * lender, so neither is offered. PAYE has a further condition on the amount (`estimates.ts`).
 */
export function findPlanIneligibility(plan: PlanName, loan: PlanLoan, facts: EligibilityInput): PlanReason | undefined {
  if (getBalance(loan) <= 0) return 'paidInFull';
  if (loan.isInDefault === true) return 'inDefault';
  if (plan === 'SAVE') return 'planEnded';
  if (plan === 'INCOME_SENSITIVE') return 'notOffered';
  return isTermBased(plan)
    ? findTermBasedIneligibility(plan, loan, facts)
    : findIncomeDrivenIneligibility(plan, loan, facts);
}

/**
 * Returns whether a loan elsewhere, or of the spouse, counts toward the debt that shares an income-driven payment: the plan
 * could cover it, going by its program and type. Its dates are not known.
 */
export function countsElsewhere(plan: IncomeDrivenPlan, loan: ExternalLoanProfile): boolean {
  if (toProgram(loan) === 'FFELP' && !isIbr(plan)) return false;
  const isConsolidation = /consolidation/i.test(loan.loanType);
  if (/parent/i.test(loan.loanType)) return plan === 'ICR' && isConsolidation;
  return !/perkins/i.test(loan.loanType);
}
