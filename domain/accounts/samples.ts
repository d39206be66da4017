/** A borrower’s accounts as the server answers them, parsed: what models, tests and stories share. */
import { plainDateOf as day } from '../calendar.ts';
import { toCents as cents } from '../money.ts';
import type { LoanAccounts } from './shapes.ts';

export const sampleAccounts: LoanAccounts = {
  federalAccounts: [
    {
      accountId: 'acct-1',
      accountNumber: 'E100200301',
      loanType: 'Direct',
      currentBalance: cents(1_831_002),
      statusDesc: 'In repayment',
      latestPayment: { latestPaymentAmount: cents(20_625), latestPaymentDate: day('2026-10-05') },
      pastDueAmt: cents(20_625),
      pastDueSince: day('2026-11-05'),
      paymentAmountIncludingPastDue: cents(41_250),
      paymentDueDate: day('2026-12-05'),
      nextPaymentAmountDue: cents(20_625),
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

/** A commercial account with nothing due beside the federal one. */
export const bothAccounts = {
  ...sampleAccounts,
  commercialAccounts: sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    accountId: 'acct-2',
    accountNumber: 'J300200301',
    loanType: 'Private',
    pastDueAmt: cents(0),
    pastDueSince: null,
    paymentAmountIncludingPastDue: cents(0),
    showNoPaymentDueBanner: true,
    groupsDue: [],
  })),
};

/** From seven accounts on they stand in a table. */
export const sevenAccounts = {
  ...sampleAccounts,
  commercialAccounts: [1, 2, 3, 4, 5, 6].flatMap((number) =>
    bothAccounts.commercialAccounts.map((account) => ({
      ...account,
      accountId: `acct-${number + 1}`,
      accountNumber: `J30020030${number}`,
    })),
  ),
};

/** A server that doesn't send the fields that the specification doesn't list. */
export const accountsWithoutSince = {
  ...sampleAccounts,
  federalAccounts: sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    pastDueSince: undefined,
    groupsDue: undefined,
  })),
};

export const noAccounts = { federalAccounts: [], commercialAccounts: [] };
