/** Parsed server responses about one borrower’s payments, shared by models, tests and stories. */
import { toPlainDate as day } from '../calendar.ts';
import { toCents as cents } from '../money.ts';
import type { AvailableDates, BorrowerPayment, PaymentMethodProfile, ScheduledPayment } from './shapes.ts';

export const sampleDates: AvailableDates = {
  earliestPaymentDate: day('2026-11-20'),
  latestPaymentDate: day('2026-12-04'),
  // Thanksgiving Day, 26 November, is not a banking day.
  availablePaymentDates: ['20', '23', '24', '25', '27', '30']
    .map((of) => day(`2026-11-${of}`))
    .concat(['01', '02', '03', '04'].map((of) => day(`2026-12-${of}`))),
  paymentRange: 14,
  excludeWeekends: true,
};

/** Returns the amounts due on an account or a group, whose installments are all `amount`, in cents. */
const toDue = (pastDue: number, amount: number) => ({
  totalDue: cents(pastDue + amount),
  amountDue: cents(amount),
  pastDueAmt: cents(pastDue),
  paymentDueDate: day('2026-12-05'),
  disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-05'), amount: cents(amount) }],
  monthlyPaymentAmount: cents(amount),
  nextPaymentAmountDue: cents(amount),
  nextPaymentScheduleAmount: cents(amount),
  advanceDueDate: false,
});

export const samplePayment: BorrowerPayment = {
  email: 'avery@example.com',
  totalDue: cents(41_250),
  effectiveDate: day('2026-11-20'),
  formattedEffectiveDate: '11/20/2026',
  advanceDueDate: false,
  borrowerAccountPayments: [
    {
      ...toDue(20_625, 20_625),
      accountId: 'acct-1',
      accountNumber: 'E100200301',
      loanType: 'Direct',
      currentPayoff: cents(1_840_231),
      currentBalance: cents(1_831_002),
      balanceDate: day('2026-11-20'),
      accruedInterest: cents(9_229),
      lastBumpDate: day('2026-10-05'),
      adjustedInterestRate: 5.5,
      advanceDueDate: true,
      isGroupLevelPayment: false,
      borrowerGroupPayments: [
        { ...toDue(20_625, 7_625), groupId: 'A', loanType: 'Direct Subsidized', outstandingBalance: cents(5_229) },
        { ...toDue(0, 13_000), groupId: 'B', loanType: 'Direct Unsubsidized', outstandingBalance: cents(4_000) },
      ],
    },
  ],
};

/** The sample with auto debit, whose next draft can change until 12/02/2026. */
export const paymentWithDraft: BorrowerPayment = {
  ...samplePayment,
  borrowerAccountPayments: samplePayment.borrowerAccountPayments.map((account) => ({
    ...account,
    draft: {
      draftDate: day('2026-12-07'),
      dueDate: day('2026-12-05'),
      amount: cents(20_625),
      lastChangeDate: day('2026-12-02'),
    },
  })),
};

const everydayChecking: PaymentMethodProfile = {
  profileId: 'method-1',
  profileName: 'Everyday Checking',
  bankName: 'JPMorgan Chase',
  accountTypeId: 1,
  accountNumber: '*****6789',
  routingNumber: '*****0021',
  accountHolder: 'Avery Quist',
  clientId: 1,
  createdDate: day('2025-02-03'),
  lastUsedDate: day('2026-10-02'),
  updatedDate: null,
  webAccountId: 'web-1',
};

export const sampleMethods: readonly PaymentMethodProfile[] = [
  everydayChecking,
  {
    ...everydayChecking,
    profileId: 'method-2',
    profileName: 'Rainy Day Savings',
    bankName: 'Ally Bank',
    accountTypeId: 2,
    accountNumber: '*****4411',
    routingNumber: '*****3116',
    createdDate: day('2025-09-14'),
    lastUsedDate: null,
  },
];

export const sampleUpcoming: readonly ScheduledPayment[] = [
  {
    paymentId: 'payment-1',
    paymentDetailId: 'detail-1',
    effectiveDate: day('2026-11-25'),
    sumOfPaymentAmount: cents(5_000),
    paymentMethod: 'JPMorgan Chase *****6789',
    paymentType: 'Pay by Phone',
    accountNumber: 'E100200301',
    groupId: null,
    description: 'Scheduled',
  },
];

const upcomingWith = (changes: Partial<ScheduledPayment>): ScheduledPayment[] =>
  sampleUpcoming.map((payment) => ({ ...payment, ...changes }));

/** Scheduled payments that cover exactly the past-due amount of the sample account. */
export const upcomingForPastDue = upcomingWith({ sumOfPaymentAmount: cents(20_625) });

const second = { paymentId: 'payment-2' };

/** Scheduled payments that cover everything due on the sample account: two payments, one of them for both groups. */
export const upcomingForTotalDue = [
  ...upcomingForPastDue,
  ...upcomingWith({ ...second, paymentDetailId: 'detail-2', groupId: 'A', sumOfPaymentAmount: cents(7_625) }),
  ...upcomingWith({ ...second, paymentDetailId: 'detail-3', groupId: 'B', sumOfPaymentAmount: cents(13_000) }),
];

/** A scheduled payment for group B, which has no past-due amount. */
export const upcomingForGroup = upcomingWith({ groupId: 'B', sumOfPaymentAmount: cents(30_000) });

/** A payment of yesterday that pays the bill of that day, and nothing that is due now. */
export const upcomingForPastBill = upcomingWith({
  effectiveDate: day('2026-11-19'),
  sumOfPaymentAmount: cents(20_625),
  paysPastBills: cents(20_625),
  description: 'Processing',
});
