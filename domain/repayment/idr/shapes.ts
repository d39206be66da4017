/** The forms and the draft of an application for an income-driven repayment plan (R §3, §5). */
import * as v from 'valibot';
import { LoanProgram } from '../../plans/shapes.ts';

/** The marital statuses, in the order in which they are offered (R §3). */
export const MARRIAGE_STATUSES = ['single', 'married', 'marriedSeparated', 'marriedNoAccess'] as const;
export type MarriageStatus = (typeof MARRIAGE_STATUSES)[number];

/** How married borrowers file their federal tax return (R §3). */
export const TAX_FILINGS = ['jointly', 'separately'] as const;
export type TaxFiling = (typeof TAX_FILINGS)[number];

/** The income form, as typed. An empty `marriageStatus` is not chosen yet. */
export const IdrValues = v.object({
  marriageStatus: v.picklist(['', ...MARRIAGE_STATUSES]),
  /** Counts for the marital status `married` only. */
  taxFiling: v.picklist(TAX_FILINGS),
  childDependents: v.string(),
  adultDependents: v.string(),
  /** The adjusted gross income of a year. */
  agi: v.string(),
});
export type IdrValues = v.InferOutput<typeof IdrValues>;

/** The owner of the loan. */
export const LoanOwner = v.picklist(['me', 'spouse']);
export type LoanOwner = v.InferOutput<typeof LoanOwner>;

/** A loan with another servicer, or a loan of the spouse. */
export const OtherLoan = v.object({
  borrower: LoanOwner,
  loanProgram: LoanProgram,
  loanType: v.string(),
  /** Dollars with two decimals, as typed and then normalized. */
  balance: v.string(),
});
export type OtherLoan = v.InferOutput<typeof OtherLoan>;

/** The form of the Add Loan dialog, as chosen and typed. Empty is not chosen yet. */
export interface OtherLoanValues {
  readonly borrower: LoanOwner | '';
  readonly loanProgram: LoanProgram | '';
  readonly loanType: string;
  readonly balance: string;
}

/** The most other loans that an estimate takes. */
export const MAX_OTHER_LOANS = 100;

/** The input of the income step. */
export const IdrEntry = v.object({
  values: IdrValues,
  otherLoans: v.pipe(v.array(OtherLoan), v.maxLength(MAX_OTHER_LOANS)),
  /** The high income that the borrower has confirmed, as typed; '' if none. */
  confirmedAgi: v.string(),
});
export type IdrEntry = v.InferOutput<typeof IdrEntry>;

/** The name of the chosen plan of each program; null where the borrower has no loans in it, or can't choose. */
export const ChosenPlans = v.object({ Direct: v.nullable(v.string()), FFELP: v.nullable(v.string()) });
export type ChosenPlans = v.InferOutput<typeof ChosenPlans>;

/** The stored part of an unfinished application. Estimates are fetched again. */
export const IdrDraft = v.object({
  version: v.literal(1),
  ...IdrEntry.entries,
  chosen: ChosenPlans,
  /** The step that has been reached. */
  step: v.picklist(['disclaimer', 'income', 'plan', 'apply']),
  /** Whether the email on how to apply was requested: it is sent once. */
  isEmailRequested: v.boolean(),
});
export type IdrDraft = v.InferOutput<typeof IdrDraft>;
