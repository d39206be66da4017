/** Estimates and accounts for an application for an income-driven plan, shared by models, tests and stories. */
import type { LoanAccount, LoanAccounts } from '../../accounts/shapes.ts';
import { type PlainDate, toPlainDate as day } from '../../calendar.ts';
import { type Cents, ZERO, toCents as cents } from '../../money.ts';
import type { EstimatedLoan, PlanEstimates, ProgramEstimates } from '../../plans/shapes.ts';
import type { IdrEntry } from './shapes.ts';

const account: Omit<LoanAccount, 'borrowerGroupPayments'> = {
  accountId: 'acct-1',
  accountNumber: 'E100200301',
  loanType: 'Direct',
  currentBalance: cents(2_050_000),
  balanceDate: day('2026-11-20'),
  statusDesc: 'In repayment',
  latestPayment: null,
  pastDueAmt: ZERO,
  pastDueSince: null,
  paymentAmountIncludingPastDue: cents(14_260),
  paymentDueDate: day('2026-12-04'),
  nextPaymentAmountDue: cents(14_260),
  isFirstPayment: false,
  isEnrolledInAutoDebit: false,
  showNoPaymentDueBanner: false,
  groupsDue: [],
};

/** Returns one federal account with one group of this status, whose loans enter repayment on these days. */
export const accountsIn = (status: string, ...days: readonly (PlainDate | null)[]): LoanAccounts => ({
  borrowerType: 1,
  federalAccounts: [
    {
      ...account,
      borrowerGroupPayments: [{ status, loans: days.map((conversionToRepayDate) => ({ conversionToRepayDate })) }],
    },
  ],
  commercialAccounts: [],
});

export const inRepayment: LoanAccounts = accountsIn('inRepayment', day('2024-05-05'));
export const ofType3: LoanAccounts = { ...inRepayment, borrowerType: 3 };
/** 91 days after the day of the samples. */
export const inGraceTooLong: LoanAccounts = accountsIn('inGrace', day('2027-02-19'));
/** 90 days after the day of the samples. */
export const inGraceNearby: LoanAccounts = accountsIn('inGrace', day('2027-02-18'));

/** Deferred, although they enter repayment only in 91 days. */
export const deferredTooLong: LoanAccounts = accountsIn('deferred', day('2027-02-19'));
export const paidInFull: LoanAccounts = accountsIn('paidInFull', day('2024-05-05'));

const loan = (
  accountNumber: string,
  loanTypeGroup: string,
  newEstimatedAmount: Cents,
  currentAmount: Cents,
): EstimatedLoan => ({
  accountNumber,
  groupId: 'A',
  loanNumber: '1',
  loanTypeGroup,
  currentPlanName: 'IBR_15',
  newEstimatedAmount,
  currentAmount,
});

const direct = (amount: Cents): EstimatedLoan => loan('E100200301', 'Direct Unsubsidized', amount, cents(14_260));
const ffelp = (amount: Cents): EstimatedLoan => loan('D100200302', 'Stafford Subsidized', amount, cents(3815));

/** Direct loans on IBR, for which RAP costs less; PAYE can be chosen as well. */
export const directOnIbr: ProgramEstimates = {
  enrolledInIdr: true,
  enrolledInIbr: true,
  enrolledInLowestIdr: false,
  suggestedPlan: { planName: 'RAP', total: cents(9917) },
  currentRepaymentPlan: { planName: 'IBR_15', total: cents(14_260) },
  eligibleRepaymentPlans: [
    { planName: 'IBR_15', total: cents(13_020), eligibleLoans: [direct(cents(13_020))], ineligibleLoans: [] },
    { planName: 'RAP', total: cents(9917), eligibleLoans: [direct(cents(9917))], ineligibleLoans: [] },
    { planName: 'PAYE', total: cents(11_050), eligibleLoans: [direct(cents(11_050))], ineligibleLoans: [] },
  ],
  currentLoans: [direct(cents(14_260))],
};

/** FFELP loans on IBR, the only income-driven plan for them. */
export const ffelpOnIbr: ProgramEstimates = {
  enrolledInIdr: true,
  enrolledInIbr: true,
  enrolledInLowestIdr: true,
  suggestedPlan: { planName: 'IBR_15', total: cents(3815) },
  currentRepaymentPlan: { planName: 'IBR_15', total: cents(3815) },
  eligibleRepaymentPlans: [
    { planName: 'IBR_15', total: cents(3815), eligibleLoans: [ffelp(cents(3815))], ineligibleLoans: [] },
  ],
  currentLoans: [ffelp(cents(3815))],
};

export const sampleEstimates: PlanEstimates = {
  directLoans: directOnIbr,
  ffelpLoans: ffelpOnIbr,
  enrolledInMultipleIdrPlans: false,
  enrolledInSaveAlt: false,
  ineligibleForIdr: false,
};

/** Direct loans on the Standard plan only, one group of them in default; the catalogue does not have their other plan. */
export const standardEstimates: PlanEstimates = {
  ...sampleEstimates,
  directLoans: {
    ...directOnIbr,
    enrolledInIdr: false,
    enrolledInIbr: false,
    currentRepaymentPlan: { planName: 'STANDARD', total: cents(22_763) },
    currentLoans: [direct(cents(14_260)), { ...direct(cents(8503)), groupId: 'B', isInDefault: true }],
    eligibleRepaymentPlans: [
      ...directOnIbr.eligibleRepaymentPlans.filter(({ planName }) => planName === 'RAP'),
      { planName: 'PLAN_X', total: null, eligibleLoans: [], ineligibleLoans: [] },
    ],
  },
  ffelpLoans: null,
};

export const ineligibleEstimates: PlanEstimates = {
  ...sampleEstimates,
  directLoans: { ...directOnIbr, suggestedPlan: null, eligibleRepaymentPlans: [] },
  ffelpLoans: null,
  ineligibleForIdr: true,
};

/** A complete income step of a single borrower. */
export const sampleEntry: IdrEntry = {
  values: {
    marriageStatus: 'single',
    taxFiling: 'jointly',
    childDependents: '1',
    adultDependents: '0',
    agi: '42000.00',
  },
  otherLoans: [],
  confirmedAgi: '',
};
