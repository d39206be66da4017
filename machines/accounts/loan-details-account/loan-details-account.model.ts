/** Specification of the page of one account (P §2.12, §4, §8; ruling 82). */
import {
  accountWithBillBeingPaid,
  defaultedAccount,
  emptyAccount,
  paidAheadAccount,
  pastDueAccount,
  recertify,
  sampleRates,
  twoStatuses,
} from '#domain/accounts/loans/samples.ts';
import loanAccountFacts from './loan-account-facts.model.ts';
import type { LoanAccountData } from './loan-account-facts.machine.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import {
  failuresOfParts,
  loadedAgain,
  onlyAnswered,
  pageSpec,
  partsFailed,
  partsLoaded,
  showsNothing,
  showsParts as shows,
} from '../../kit/page-spec.ts';
import { failed } from '../../kit/spec.ts';
import { loanDetailsAccount } from './loan-details-account.machine.ts';

const everything: LoanAccountData = {
  account: pastDueAccount,
  rates: sampleRates,
  upcoming: [],
  notifications: [recertify],
  statusNotifications: twoStatuses,
};

/** The account does not exist, or is another borrower's. */
const notFound = (status: number) => {
  const [answer, then] = showsNothing(partsFailed({ kind: 'refused', status }));
  return [answer, { ...then, unseen: 'The page is the same as for an account without loans.' }] as const;
};

export default pageSpec(loanDetailsAccount, {
  shows: ['My Loans'],
  starts: {
    'an account': [
      {
        accountId: 'acct-1',
        isStatusShown: true,
        notificationPrefix: 'Application status: ',
        areNotificationsOpen: true,
      },
    ],
  },
  empty: ["We couldn't find any loans for this account.", 'Back to My Loans'],
  load: {
    'an account that is past due': shows(everything, [
      'My Loans for Account: E100200301',
      'Group and Loan Summary',
      'Your account is past due',
      '$206.25 is past due - please pay today. Past due since 11/05/2026.',
      'Due this month',
      'Past due',
      'Total due',
      '$412.50',
      'Accrued interest',
      '$69.12',
      'Payoff today',
      '$15,069.12',
      'Interest each day',
      // 5,000.00 at 4.53 % and 10,000.00 at 6 % for a day of 365.25: 0.6201 and 1.6427.
      '$2.26',
      'Group A: Direct Subsidized',
      'Payment information',
      'Balance information',
      'Standard Repayment',
      '82 months',
      'Group B: Direct Unsubsidized',
      'Recertify your income by',
      '02/01/2027',
      'Depends on your income',
      'Fixed',
      'Loan A01 · Direct Subsidized · 4.53%',
      'Your other accounts',
      'Private Loans · J300200301',
    ]),
    'an account that is paid ahead, without the rates': shows(
      { ...everything, account: paidAheadAccount, rates: null },
      ['Payments are not currently due.', 'Paid in full', 'N/A', 'Next payment'],
      ['please pay today', 'Your other accounts'],
    ),
    'an account with a group in default': shows({ ...everything, account: defaultedAccount }, [
      'Your account is past due',
      `Loans in this account are in default. ${CALL_ABOUT_DEFAULT}`,
      'Group B: Direct Unsubsidized',
      'In default',
    ]),
    'an account with a bill that is being paid': shows(
      { ...everything, account: accountWithBillBeingPaid },
      ['Your bill of $206.25 for 11/19/2026 is being paid.', 'Nothing is past due.'],
      ['please pay today', 'Your account is past due'],
    ),
    'an account without loans': showsNothing(partsLoaded({ ...everything, account: emptyAccount })),
    "another borrower's account": notFound(404),
    'an id that none can have': notFound(400),
    ...failuresOfParts,
    'loading stops with a refusal of the account': showsNothing(failed(404)),
  },
  claims: {
    'loans are shown only when the server has answered': onlyAnswered,
    'loans that could not be fetched are requested again before any are shown': loadedAgain,
  },
  children: { load: loanAccountFacts },
});
