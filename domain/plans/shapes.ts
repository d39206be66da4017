/** Repayment plans, and the payloads about them between portal and server (R §3, §7). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { type Cents, MoneyFromWire, ZERO, toCents } from '../money.ts';

/** The loan programs. Their balances are never added together for a plan. On the wire `FFELP` (ruling 40). */
export const LoanProgram = v.picklist(['Direct', 'FFELP']);
export type LoanProgram = v.InferOutput<typeof LoanProgram>;

/** The plan of a program, by its name. */
export interface ProgramPlan {
  readonly program: LoanProgram;
  readonly planName: string;
}

/** Whether plans are estimated from income or from a term (R §7). */
export const PlanType = v.picklist(['IDR', 'Term']);
export type PlanType = v.InferOutput<typeof PlanType>;

/** 1 single, 2 married filing jointly, 3 married filing separately, 5 married, separated or without access (R §7; there is no 4). */
export const MaritalStatusCode = v.picklist([1, 2, 3, 5]);
export type MaritalStatusCode = v.InferOutput<typeof MaritalStatusCode>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The highest balance of a loan elsewhere, so that sums of balances stay within the limit of {@link Cents}. */
export const MAX_EXTERNAL_BALANCE: Cents = toCents(1_000_000_000 * 100);

/** A loan with another servicer, or of the spouse, in a request for estimates. */
export const ExternalLoanProfile = v.strictObject({
  /** Dollars on the wire, cents here. */
  balance: v.pipe(MoneyFromWire, v.minValue(ZERO), v.maxValue(MAX_EXTERNAL_BALANCE)),
  owner: v.picklist(['Borrower', 'Spouse']),
  /** A request for term-based plans uses `FFEL` (ruling 40). */
  program: v.picklist(['Direct', 'FFELP', 'FFEL']),
  loanType: v.pipe(v.string(), v.maxLength(100)),
  /** Percent a year. */
  interestRate: v.pipe(v.number(), v.minValue(0), v.maxValue(25)),
});
export type ExternalLoanProfile = v.InferOutput<typeof ExternalLoanProfile>;

/** Percent a year: the rate that the portal sends for every loan elsewhere (R §7, §9). */
export const EXTERNAL_INTEREST_RATE = 5;

/** The request of plan estimates (R §3, eligibility request). */
export const EstimatesRequest = v.strictObject({
  /** Dollars a year on the wire, cents here. */
  adjustedGrossIncome: v.pipe(MoneyFromWire, v.minValue(ZERO)),
  numberOfChildDependents: count,
  numberOfOtherDependents: count,
  maritalStatus: MaritalStatusCode,
  planType: PlanType,
  externalLoanProfiles: v.pipe(v.array(ExternalLoanProfile), v.maxLength(100)),
});
export type EstimatesRequest = v.InferOutput<typeof EstimatesRequest>;

/**
 * An estimated payment: dollars on the wire, cents here. Null if a parameter of the year is missing, for example the poverty
 * guideline; the page then shows "Unknown".
 */
const Estimate = v.nullable(MoneyFromWire);

/**
 * A loan in the estimate of a plan. Amounts are monthly payments: dollars on the wire, cents here.
 * A loan that the plan does not cover keeps its present amount.
 * `currentPlanName` and the names of plans are strings: a plan without an entry in the catalogue is shown as "Unknown" (R §8).
 */
export const EstimatedLoan = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanNumber: v.string(),
  loanTypeGroup: v.string(),
  currentPlanName: v.string(),
  newEstimatedAmount: Estimate,
  currentAmount: MoneyFromWire,
  /** Whether it is in default, so that its plan can't change (ruling 97). Omitted if it is not. */
  isInDefault: v.optional(v.boolean()),
});
export type EstimatedLoan = v.InferOutput<typeof EstimatedLoan>;

/** A plan and its first monthly payment for all loans that it covers: dollars on the wire, cents here. */
export const PlanTotal = v.object({ planName: v.string(), total: Estimate });
export type PlanTotal = v.InferOutput<typeof PlanTotal>;

/** A plan that the borrower may choose, with the loans that it covers and those that it does not. */
export const EligiblePlan = v.object({
  ...PlanTotal.entries,
  eligibleLoans: v.array(EstimatedLoan),
  ineligibleLoans: v.array(EstimatedLoan),
  /**
   * The unpaid interest that is added to the principal of the loans that leave IBR for this plan, if it begins on `on`, the
   * day on which an application is decided (ruling 104). Dollars on the wire, cents here. Omitted by older servers, and where
   * no loan leaves IBR.
   */
  leavingIbr: v.optional(v.object({ interest: MoneyFromWire, on: PlainDateFromWire })),
});
export type EligiblePlan = v.InferOutput<typeof EligiblePlan>;

/** The estimates for the loans of one program. */
export const ProgramEstimates = v.object({
  enrolledInIdr: v.boolean(),
  enrolledInIbr: v.boolean(),
  /** Whether the present plan is the income-driven one with the lowest payment. */
  enrolledInLowestIdr: v.boolean(),
  /** The income-driven plan with the lowest payment; null if none is offered or known, and for term-based plans. */
  suggestedPlan: v.nullable(PlanTotal),
  currentRepaymentPlan: v.nullable(PlanTotal),
  eligibleRepaymentPlans: v.array(EligiblePlan),
  currentLoans: v.array(EstimatedLoan),
});
export type ProgramEstimates = v.InferOutput<typeof ProgramEstimates>;

/** The response with plan estimates (R §3). Null for a program in which the borrower owes nothing. */
export const PlanEstimates = v.object({
  directLoans: v.nullable(ProgramEstimates),
  ffelpLoans: v.nullable(ProgramEstimates),
  enrolledInMultipleIdrPlans: v.boolean(),
  /** Whether a loan is on SAVE, or on the plan that replaces it. */
  enrolledInSaveAlt: v.boolean(),
  ineligibleForIdr: v.boolean(),
});
export type PlanEstimates = v.InferOutput<typeof PlanEstimates>;

/** The region of the poverty guideline. */
const Region = v.picklist(['contiguous', 'alaska', 'hawaii']);

/** The facts of a federal loan that plans depend on. Amounts in dollars on the wire, cents here. */
export const PlanLoan = v.object({
  program: LoanProgram,
  accountNumber: v.string(),
  groupId: v.string(),
  loanNumber: v.string(),
  /** As the group names it: `Direct Unsubsidized`, `Direct PLUS`, `Direct Consolidation`, ... */
  loanType: v.string(),
  /** Whether it is a Parent PLUS loan, or a consolidation loan that repaid one. */
  isParentPlus: v.boolean(),
  isConsolidation: v.boolean(),
  isSubsidized: v.boolean(),
  disbursedOn: PlainDateFromWire,
  principal: MoneyFromWire,
  /** Unpaid interest and fees as of `asOf`. */
  interest: MoneyFromWire,
  fees: MoneyFromWire,
  /** Thousandths of a percent a year: 6530 is 6.53 %. */
  rate: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currentPlanName: v.string(),
  /** Its part of the present monthly payment. */
  currentAmount: MoneyFromWire,
  /**
   * Its part of the 10-year standard amount of the day on which IBR was entered; null if the loan is not on IBR or the
   * amount is not known. Dollars on the wire, cents here.
   */
  ibrCap: v.nullable(MoneyFromWire),
  /** The payments so far that count toward forgiveness on every income-driven plan; null if they are not known. */
  countedPayments: v.nullable(count),
  /** The due date of the first installment; null if it was before the loans were transferred here. */
  repaymentStarts: v.nullable(PlainDateFromWire),
  /** Whether it is in default (ruling 97). Older servers omit it. */
  isInDefault: v.optional(v.boolean()),
});
export type PlanLoan = v.InferOutput<typeof PlanLoan>;

/** The future payments of a group that its present payments pay off, as projected by the ledger (ruling 80). */
export const PresentRepayment = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  /** The sum of interest: dollars on the wire, cents here. */
  interest: MoneyFromWire,
  /** Equal payments in months in a row, each run from a due date on. Dollars on the wire, cents here. */
  runs: v.array(v.object({ from: PlainDateFromWire, months: count, payment: MoneyFromWire })),
});
export type PresentRepayment = v.InferOutput<typeof PresentRepayment>;

/** The data for the comparison of plans, in the browser and on the server. */
export const PlanData = v.object({
  asOf: PlainDateFromWire,
  region: Region,
  /** The servicer's type of borrower; 3 is a parent, who cannot have an income-driven plan (R §2, §6). */
  borrowerType: count,
  /**
   * An extended plan needs more debt than this in its program: dollars on the wire, cents here (R §9, `termRepaymentAmount`;
   * 34 CFR 685.208).
   */
  extendedAbove: MoneyFromWire,
  loans: v.array(PlanLoan),
  /** The day on which an application that is sent on `asOf` is decided, without a document; omitted by older servers. */
  decidedOn: v.optional(PlainDateFromWire),
  /** For the comparison with the present plan; omitted by older servers, and if nothing is compared. */
  present: v.optional(v.array(PresentRepayment)),
});
export type PlanData = v.InferOutput<typeof PlanData>;

/** The borrower type that may not apply for income-driven plans (R §2, ruling 62). */
export const TYPE_WITHOUT_IDR = 3;
