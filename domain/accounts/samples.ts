/** Parsed server responses with a borrower’s accounts, shared by models, tests and stories. */
import { toPlainDate as day } from '../calendar.ts';
import { toCents as cents } from '../money.ts';
import type { LoanAccounts } from './shapes.ts';

export const sampleAccounts: LoanAccounts = {
  federalAccounts: [
    {
      accountId: 'acct-1',
      accountNumber: 'E100200301',
      loanType: 'Direct',
      currentBalance: cents(1_831_002),
      balanceDate: day('2026-11-20'),
      statusDesc: 'Past due',
      latestPayment: { latestPaymentAmount: cents(20_625), latestPaymentDate: day('2026-10-05') },
      pastDueAmt: cents(20_625),
      pastDueSince: day('2026-11-05'),
      paymentAmountIncludingPastDue: cents(41_250),
      paymentDueDate: day('2026-12-05'),
      nextPaymentAmountDue: cents(20_625),
      isFirstPayment: false,
      isEnrolledInAutoDebit: false,
      showNoPaymentDueBanner: false,
      groupsDue: [
        {
          groupId: 'A',
          totalDue: cents(28_250),
          pastDueAmt: cents(20_625),
          paymentDueDate: day('2026-12-05'),
        },
        { groupId: 'B', totalDue: cents(13_000), pastDueAmt: cents(0), paymentDueDate: day('2026-12-05') },
      ],
    },
  ],
  commercialAccounts: [],
};

/** Returns the accounts with some fields of the federal one changed. */
const withFederal = <Changes extends object>(changes: Changes, { federalAccounts, ...others } = sampleAccounts) => ({
  ...others,
  federalAccounts: federalAccounts.map((account) => ({ ...account, ...changes })),
});

const nothingDue = {
  pastDueAmt: cents(0),
  pastDueSince: null,
  paymentAmountIncludingPastDue: cents(0),
  showNoPaymentDueBanner: true,
  groupsDue: [],
};

/** A commercial account with nothing due beside the federal one. */
export const bothAccounts = {
  ...sampleAccounts,
  commercialAccounts: sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    accountId: 'acct-2',
    accountNumber: 'J300200301',
    loanType: 'Private',
    statusDesc: 'In repayment',
    ...nothingDue,
  })),
};

/** A private account that is past due, and no federal one. */
export const privatePastDue: LoanAccounts = {
  federalAccounts: [],
  commercialAccounts: withFederal({ accountNumber: 'J300200301', loanType: 'Private' }).federalAccounts,
};

/** The federal account in default since 11/02/2026, 270 days after the oldest unpaid due date. */
export const accountInDefault: LoanAccounts = withFederal({
  statusDesc: 'In default',
  pastDueSince: day('2026-02-05'),
  daysPastDue: 288,
  borrowerGroupPayments: [{ status: 'inDefault', loans: [] }],
});

/** Returns the federal account with private ones beside it, in a table (see MANY_ACCOUNTS). */
const manyAccounts = (count: number): LoanAccounts => ({
  ...sampleAccounts,
  commercialAccounts: Array.from({ length: count - 1 }, (_, index) => index + 1).flatMap((number) =>
    bothAccounts.commercialAccounts.map((account) => ({
      ...account,
      accountId: `acct-${number + 1}`,
      accountNumber: `J3002003${String(number).padStart(2, '0')}`,
    })),
  ),
});

export const sevenAccounts = manyAccounts(7);
export const fortyAccounts = manyAccounts(40);

/** An account in grace: without payments, and with the first due date months away. */
export const accountInGrace = withFederal({
  ...nothingDue,
  statusDesc: 'In grace',
  latestPayment: null,
  paymentDueDate: day('2027-04-13'),
  nextPaymentAmountDue: cents(13_963),
  isFirstPayment: true,
});

/** An account that is paid ahead. */
export const accountPaidAhead = withFederal({
  ...nothingDue,
  statusDesc: 'In repayment',
  paymentDueDate: day('2027-05-05'),
});

/** An account that is paid in full. */
export const accountPaidInFull = withFederal({
  ...nothingDue,
  currentBalance: cents(0),
  statusDesc: 'Paid in full',
  paymentDueDate: null,
  nextPaymentAmountDue: cents(0),
  nextPayment: null,
});
/** A commercial account with something due beside it. */
export const paidBesideOther: LoanAccounts = {
  ...accountPaidInFull,
  commercialAccounts: privatePastDue.commercialAccounts.map((account) => ({ ...account, accountId: 'acct-2' })),
};

/** An account whose income is to be recertified. */
export const accountToRecertify = withFederal({ ...nothingDue, recertifyBy: day('2027-01-31') });

/** A bill whose due date has passed and that a payment under way pays. */
const billBeingPaid = { dueDate: day('2026-11-19'), amount: cents(20_625), paidOn: day('2026-11-19') };

/** The first account with such a bill: it is not past due, and the next bill is due. */
const whileBillIsPaid = {
  statusDesc: 'In repayment',
  pastDueAmt: cents(0),
  pastDueSince: null,
  paymentAmountIncludingPastDue: cents(20_625),
  paymentDueDate: day('2026-12-19'),
  groupsDue: [{ groupId: 'A', totalDue: cents(20_625), pastDueAmt: cents(0), paymentDueDate: day('2026-12-19') }],
  beingPaid: [billBeingPaid],
};
export const accountBeingPaid = withFederal(whileBillIsPaid);
export const sevenWithBillBeingPaid = withFederal(whileBillIsPaid, sevenAccounts);

/** A server that doesn't send the fields that the specification doesn't list. */
export const accountsWithoutSince = withFederal({
  pastDueSince: undefined,
  groupsDue: undefined,
  isFirstPayment: undefined,
  balanceDate: undefined,
});

export const noAccounts = { federalAccounts: [], commercialAccounts: [] };

/** An account in a deferment, with the first payment after it. */
export const accountDeferred: LoanAccounts = withFederal({
  ...nothingDue,
  statusDesc: 'Deferred through 05/19/2027',
  paymentDueDate: day('2027-06-05'),
  pauses: [
    {
      status: 'deferred',
      lastDay: day('2027-05-19'),
      firstPayment: { date: day('2027-06-05'), amount: cents(21_240) },
    },
  ],
});
