/** The API shapes and the draft of the term-based repayment wizard (R §3, §7). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { type Cents, MoneyFromWire, ZERO } from '../../money.ts';
import { LoanProgram } from '../../plans/shapes.ts';
import { StoredSubmission } from '../../submission.ts';

/** The balances of the borrower's federal loans (R §3, Loan info). */
export const TermLoanInfo = v.object({
  borrowerAccountPayments: v.array(
    v.object({
      borrowerGroupPayments: v.array(
        v.object({
          /** The program of the group's loans. */
          loanType: LoanProgram,
          /** Principal, interest and fees as of today: dollars on the wire, cents here. */
          currentBalance: MoneyFromWire,
        }),
      ),
    }),
  ),
  /** Whether an application of any kind closes the wizard (ruling 60). */
  hasApplicationInProcess: v.boolean(),
});
export type TermLoanInfo = v.InferOutput<typeof TermLoanInfo>;

/** The amount owed in each program, in cents. The programs are never added together. */
export interface ProgramBalances {
  readonly direct: Cents;
  readonly ffel: Cents;
}

/** The form of the qualification step. Balances are as typed; they count only after Yes. */
export interface OtherLoansValues {
  readonly hasOtherLoans: '' | 'yes' | 'no';
  readonly directLoanBalance: string;
  readonly ffelLoanBalance: string;
}

/** The form of the plan step: the code of the chosen plan in each program, '' in a program without loans. */
export interface PlanSelection {
  readonly selectedPlanDirect: string;
  readonly selectedPlanFfel: string;
}

/** The one-time payment of a borrower who leaves IBR: $5.00, or the current monthly IBR payment (R §5). */
export const EXIT_PAYMENTS = ['minimum', 'currentIbr'] as const;
export type ExitPayment = (typeof EXIT_PAYMENTS)[number];

/** The form of the application step. `exitPayment` is '' until it is answered, or if it does not apply. */
export interface TermApplicationValues {
  readonly exitPayment: '' | ExitPayment;
  readonly terms: boolean;
}

/** The body of an application for term-based plans (R §7). */
export const TermSubmission = v.strictObject({
  /** The programs whose plan changes, with the numeric code of the new plan (R §9). Pairs are unique. */
  eligibleLoans: v.pipe(
    v.array(
      v.strictObject({
        loanProgramGroupType: LoanProgram,
        planType: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(99)),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
  /** Whether the borrower has loans with other servicers. */
  hasExternalLoans: v.boolean(),
  /** The day on which the borrower agreed to the terms. */
  esignDate: PlainDateFromWire,
  /** The one-time payment for leaving IBR: dollars on the wire, cents here; 0 if none is required. */
  extraAmount: v.pipe(MoneyFromWire, v.minValue(ZERO)),
});
export type TermSubmission = v.InferOutput<typeof TermSubmission>;

/** The stored part of an unsubmitted application. The borrower must agree to the terms again. */
export const TermDraft = v.object({
  version: v.literal(1),
  /** The current step. */
  step: v.picklist(['qualification', 'selectPlan', 'application']),
  hasOtherLoans: v.picklist(['', 'yes', 'no']),
  directLoanBalance: v.string(),
  ffelLoanBalance: v.string(),
  selectedPlanDirect: v.string(),
  selectedPlanFfel: v.string(),
  exitPayment: v.picklist(['', ...EXIT_PAYMENTS]),
  /** The key of the submission, and whether it has been sent. */
  submission: StoredSubmission,
});
export type TermDraft = v.InferOutput<typeof TermDraft>;
