/** Parsed server responses with accounts and their loans, shared by models, tests and stories. */
import { toPlainDate as day } from '../../calendar.ts';
import { interestFor } from '../../interest.ts';
import { toCents as cents } from '../../money.ts';
import {
  type AccountDetails,
  type BorrowerWithAccounts,
  type GroupDetails,
  type LoanDetails,
  type Notification,
  type Incentive,
  NO_FACTS,
} from './shapes.ts';

const awarded: Incentive = {
  ...NO_FACTS,
  incentiveDescription: 'Timely Payment Rate Reduction',
  incentiveStatusDescription: 'Awarded',
  incentiveDate: '2024-03-15',
  awardedAmount: '1.00%',
  awardedDisclaimer: 'You keep it while you pay on time.',
};

/** Returns a loan's balance in cents and its rate in thousandths of a percent. */
const owedOn = (principal: number, interest: number, rate: number) => ({
  interestRate: rate,
  currentPrincipalBalance: cents(principal),
  currentInterest: cents(interest),
  interestOfDay: String(interestFor(cents(principal), rate, 1)),
});

const subsidized: LoanDetails = {
  ...owedOn(500_000, 1_234, 4530),
  loanNumber: 'A01',
  loanType: 'Direct Subsidized',
  loanStatusDescription: 'In repayment',
  subsidizationEligibility: 'Subsidized',
  lenderName: 'U.S. Department of Education',
  schoolName: 'Prairie State University',
  loanStudentLastFourSSN: '4821',
  dueDate: day('2026-12-05'),
  loanTermRemaining: 82,
  lastBumpDate: day('2026-11-05'),
  capitalizedInterest: cents(0),
  conversionToRepayDate: day('2023-09-06'),
  totalAmountDisbursed: cents(700_000),
  disbursedLoans: [
    {
      disbursements: ['2020-08-20', '2021-01-20'].map((on) => ({
        disbursementAmount: cents(350_000),
        disbursementDate: day(on),
      })),
    },
  ],
  incentives: [awarded],
};

const unsubsidized: LoanDetails = {
  ...subsidized,
  ...owedOn(1_000_000, 5_678, 6000),
  loanNumber: 'B01',
  loanType: 'Direct Unsubsidized',
  subsidizationEligibility: 'Unsubsidized',
  loanTermRemaining: null,
  incentives: [],
};

/** Returns the amounts due of a group and its balance, in cents. */
const toDue = (pastDue: number, amount: number) => ({
  pastDueAmt: cents(pastDue),
  amountDue: cents(amount),
  totalDue: cents(pastDue + amount),
  nextPaymentAmountDue: cents(amount),
  monthlyPaymentAmount: cents(amount),
});
const toBalance = (principal: number, interest: number) => ({
  currentBalance: cents(principal + interest),
  accruedInterest: cents(interest),
  outstandingBalance: cents(principal),
});

const current: GroupDetails = {
  ...toDue(0, 7_500),
  ...toBalance(500_000, 1_234),
  groupId: 'A',
  loanType: 'Direct Subsidized',
  status: 'inRepayment',
  statusDesc: 'In repayment',
  repaymentPlan: 'Standard Repayment',
  recertificationDate: null,
  paymentDueDate: day('2026-12-05'),
  interestRate: 4530,
  lastPaymentAmount: cents(7_500),
  lastPaymentDate: day('2026-11-05'),
  lastBumpDate: day('2026-11-05'),
  fees: cents(0),
  displayLoanTerm: '82 months',
  loans: [subsidized],
};

const pastDue: GroupDetails = {
  ...current,
  ...toDue(20_625, 13_125),
  ...toBalance(1_000_000, 5_678),
  groupId: 'B',
  loanType: 'Direct Unsubsidized',
  status: 'pastDue',
  statusDesc: 'Past due',
  repaymentPlan: 'Income-Based Repayment (IBR)',
  recertificationDate: day('2027-02-01'),
  interestRate: 6000,
  lastPaymentAmount: null,
  lastPaymentDate: null,
  displayLoanTerm: null,
  lastBumpDate: null,
  loans: [unsubsidized],
};

/** An account with a group that is past due, beside another account. */
export const pastDueAccount: AccountDetails = {
  accountId: 'acct-1',
  accountNumber: 'E100200301',
  loanType: 'Direct',
  asOf: day('2026-11-20'),
  isEnrolledInAutoDebit: false,
  accountPayment: {
    ...toDue(20_625, 20_625),
    pastDueSince: day('2026-11-05'),
    paymentDueDate: day('2026-12-05'),
    isFirstPayment: false,
    currentBalance: cents(1_506_912),
    lastBumpDate: day('2026-11-05'),
    accruedInterest: cents(6_912),
    latestPayment: { latestPaymentAmount: cents(7_500), latestPaymentDate: day('2026-11-05') },
  },
  alternateAccounts: [{ accountId: 'acct-2', accountNumber: 'J300200301', loanType: 'Private' }],
  groups: [current, pastDue],
};

/** The account with a bill that a payment under way pays: nothing is past due, and the next bill is due. */
export const accountWithBillBeingPaid: AccountDetails = {
  ...pastDueAccount,
  accountPayment: {
    ...pastDueAccount.accountPayment,
    pastDueAmt: cents(0),
    pastDueSince: null,
    totalDue: cents(20_625),
    beingPaid: [{ dueDate: day('2026-11-19'), amount: cents(20_625), paidOn: day('2026-11-19') }],
  },
  groups: [
    current,
    { ...pastDue, status: 'inRepayment', statusDesc: 'In repayment', pastDueAmt: cents(0), totalDue: cents(13_125) },
  ],
};

/** The past-due account with that group in default. */
export const defaultedAccount: AccountDetails = {
  ...pastDueAccount,
  accountPayment: { ...pastDueAccount.accountPayment, pastDueSince: day('2026-02-05') },
  groups: [current, { ...pastDue, status: 'inDefault', statusDesc: 'In default' }],
};

const nothingDue = { pastDueAmt: cents(0), amountDue: cents(0), totalDue: cents(0) };

/** The only account of a borrower who is paid ahead, with a group that is paid in full. */
export const paidAheadAccount: AccountDetails = {
  ...pastDueAccount,
  isEnrolledInAutoDebit: true,
  accountPayment: {
    ...pastDueAccount.accountPayment,
    ...nothingDue,
    pastDueSince: null,
    paymentDueDate: day('2027-05-05'),
    nextPaymentAmountDue: cents(7_500),
    currentBalance: cents(501_234),
    accruedInterest: cents(1_234),
    monthlyPaymentAmount: cents(7_500),
    latestPayment: null,
  },
  alternateAccounts: [],
  groups: [
    { ...current, ...nothingDue, paymentDueDate: day('2027-05-05') },
    {
      ...current,
      groupId: 'B',
      status: 'paidInFull',
      statusDesc: 'Paid in full',
      ...nothingDue,
      ...toBalance(0, 0),
      paymentDueDate: null,
      nextPaymentAmountDue: cents(0),
      displayLoanTerm: null,
      loans: [
        {
          ...subsidized,
          ...owedOn(0, 0, 4530),
          loanNumber: 'B01',
          loanStatusDescription: 'Paid in full',
          dueDate: null,
          loanTermRemaining: 0,
        },
      ],
    },
  ],
};

/** An account without loans. */
export const emptyAccount: AccountDetails = { ...paidAheadAccount, groups: [] };

const toRates = (groupID: string, regulatoryInterestRate: number, interestRate: number) => ({
  accountNumber: 'E100200301',
  groupID,
  regulatoryInterestRate,
  interestRate,
});

/** The rate of loan A01 was reduced; that of group B is variable. */
export const sampleRates: BorrowerWithAccounts = {
  edServicerGroups: [
    { ...toRates('A', 4780, 4530), variableInterestRateIndicator: false },
    { ...toRates('B', 6000, 6000), variableInterestRateIndicator: true },
  ],
  edServicerLoans: [
    { ...toRates('A', 4780, 4530), loanNumber: 'A01' },
    { ...toRates('B', 6000, 6000), loanNumber: 'B01' },
  ],
  servicerGroups: [],
  servicerLoans: [],
};

export const recertify: Notification = {
  headline: 'Recertify your income by 02/01/2027',
  message: 'Send us proof of your income by 02/01/2027 to keep your payment.',
  type: 'warning',
};

export const twoStatuses: readonly Notification[] = [
  { headline: 'Income-Driven Plan: in review', message: "Application status: We're reviewing it.", type: 'info' },
  { headline: 'Hardship Forbearance: denied', message: "Application status: It wasn't approved.", type: 'warning' },
];
