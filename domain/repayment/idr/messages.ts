/** The messages of the income step's issues (R §5), and the labels of its fields and choices. */
import type { Messages } from '../../issue.ts';
import { planMessages } from '../../plans/limits.ts';
import type { LoanProgram } from '../../plans/shapes.ts';
import type { IdrIssue } from './rules.ts';
import type { LoanOwner, MarriageStatus, TaxFiling } from './shapes.ts';

export const idrMessages: Messages<IdrIssue> = {
  ...planMessages,
  'marriageStatus.required': () => 'Marital Status is required.',
  'agi.required': () => 'Adjusted Gross Income is required.',
  'agi.format': () => 'Adjusted Gross Income must be a valid dollar amount.',
  'loanOwner.required': () => 'Select whose loan it is.',
  'loanProgram.required': () => 'Select the loan program.',
  'loanType.required': () => 'Select the loan type.',
  'balance.required': () => 'Enter the current loan balance.',
  'balance.format': () => 'Balance must be a valid dollar amount.',
  'balance.tooLow': () => 'Balance must be greater than $0.',
};

export const idrFieldLabels: Readonly<Record<string, string>> = {
  marriageStatus: 'Marital Status',
  taxFiling: 'Tax Filing Status',
  childDependents: 'Child Dependents',
  adultDependents: 'Adult Dependents',
  agi: 'Adjusted Gross Income',
  borrower: 'Borrower',
  loanProgram: 'Loan Program',
  loanType: 'Loan Type',
  balance: 'Current Balance',
};

export const marriageStatusNames: Readonly<Record<MarriageStatus, string>> = {
  single: 'Single',
  married: 'Married',
  marriedSeparated: 'Married, but separated',
  marriedNoAccess: "Married, but can't access my spouse's income information",
};

export const taxFilingNames: Readonly<Record<TaxFiling, string>> = {
  jointly: 'Married filing jointly',
  separately: 'Married filing separately',
};

export const loanOwnerNames: Readonly<Record<LoanOwner, string>> = { me: 'Me', spouse: 'My spouse' };

/** The programs as borrowers know them. */
export const programNames: Readonly<Record<LoanProgram, string>> = {
  Direct: 'Direct Loans',
  FFELP: 'Federal Family Education Loans (FFELP)',
};

interface FilingChange {
  readonly marriageStatus: MarriageStatus;
  readonly taxFiling: TaxFiling;
  /** The number of the spouse's loans that the change removed. */
  readonly removed: number;
}

/** Returns the screen reader announcement after a change of the marital status or the filing status (R §4). */
export function filingAnnouncement({ marriageStatus, taxFiling, removed }: FilingChange): string {
  const options =
    marriageStatus === 'married'
      ? `${taxFilingNames[taxFiling]} is chosen. Tax filing options are shown.`
      : `${marriageStatusNames[marriageStatus]} is chosen. Tax filing options are hidden.`;
  if (removed === 0) return options;
  return `${options} ${removed === 1 ? "Your spouse's loan was removed." : `${removed} loans of your spouse were removed.`}`;
}
