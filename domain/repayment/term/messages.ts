/** The messages of the term-based repayment wizard's rules (R §5). */
import { formatUsDate } from '../../calendar.ts';
import type { Messages } from '../../issue.ts';
import { formatUsd } from '../../money.ts';
import { termsMessages } from '../../terms.ts';
import type { TermApplicationIssue } from './application.ts';
import type { OtherLoansIssue } from './qualification.ts';
import type { InterestAdded, SelectionIssue } from './selection.ts';

const SELECT = 'Select an option.';

export const termMessages: Messages<OtherLoansIssue | SelectionIssue | TermApplicationIssue> = {
  ...termsMessages,
  'otherLoans.required': () => SELECT,
  'balance.invalid': () => 'Balance must be a valid dollar amount.',
  'balance.negative': () => 'Amount must be greater than zero.',
  'balance.bothZero': () => 'At least one program must be greater than zero.',
  // R §5 leaves the sentence to the configuration.
  'plan.unchanged': () => 'Choose a different plan for at least one program.',
  'exitPayment.required': () => SELECT,
};

/** The labels of the fields, beside them and in the error panel. */
export const termLabels = {
  hasOtherLoans: 'Have Other Loans',
  directLoanBalance: 'Direct Loan Balance',
  ffelLoanBalance: 'FFEL Loan Balance',
  selectedPlanDirect: 'Direct Loans',
  selectedPlanFfel: 'FFELP Loans',
  exitPayment: 'IBR Exit Payment',
} as const;

/** Returns the sentence about the interest that is capitalized when loans leave IBR, with its day (ruling 104). */
export const interestAddedMessage = ({ interest, on, isAfterExit }: InterestAdded): string => {
  const day = formatUsDate(on);
  const condition = isAfterExit ? `If you make your exit payment on ${day}` : `If we approve the change on ${day}`;
  return `${condition}, about ${formatUsd(interest)} of unpaid interest is added to your principal that day.`;
};
