/** Specification of My Loans (P §2.11, §2.12, §8). */
import {
  accountBeingPaid,
  accountInDefault,
  bothAccounts,
  fortyAccounts,
  noAccounts,
  sampleAccounts,
  sevenWithBillBeingPaid,
} from '#domain/accounts/samples.ts';
import { paidAheadAccount, recertify, twoStatuses } from '#domain/accounts/loans/samples.ts';
import loanDetailsFacts from './loan-details-facts.model.ts';
import type { LoanDetailsData } from './loan-details-facts.machine.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import {
  failuresOfParts,
  loadedAgain,
  onlyAnswered,
  pageSpec,
  partsLoaded,
  showsNothing,
  showsParts as shows,
} from '../../kit/page-spec.ts';
import { loanDetails } from './loan-details.machine.ts';

const DETAILS = 'View Groups and Loan Details';
const BEING_PAID = 'Your bill of $206.25 for 11/19/2026 is being paid.';
const COMBINED = 'You have updates on more than one application';

const input = { isStatusShown: true, notificationPrefix: 'Application status: ', areNotificationsOpen: true };
const several: LoanDetailsData = {
  accounts: bothAccounts,
  only: { account: null, rates: null },
  upcoming: [],
  notifications: [recertify],
  statusNotifications: twoStatuses,
};

const FEDERAL_CARD = [
  'Federal Accounts',
  'Direct Loans · E100200301',
  'E100200301',
  'Past due',
  '$206.25 is past due - please pay today. Past due since 11/05/2026.',
  'Due this month',
  '$206.25',
  'Total due',
  '$412.50',
  'Next due date',
  '12/05/2026',
  'Current balance as of 11/20/2026',
  '$18,310.02',
  'Last payment, 10/05/2026',
  DETAILS,
];
const BOTH_CARDS = [
  ...FEDERAL_CARD,
  'Commercial Accounts',
  'Private Loans · J300200301',
  'Payments are not currently due.',
];

export default pageSpec(loanDetails, {
  shows: ['My Loans'],
  starts: {
    'a borrower': [input],
    'a borrower to whom the status of applications is not shown': [
      { ...input, isStatusShown: false, areNotificationsOpen: false },
    ],
  },
  empty: ['There are no loan accounts to show.'],
  load: {
    'a federal and a commercial account': shows(several, [
      'You have 2 notifications',
      'Recertify your income by 02/01/2027',
      COMBINED,
      "Income-Driven Plan: in review: We're reviewing it.",
      "Hardship Forbearance: denied: It wasn't approved.",
      ...BOTH_CARDS,
    ]),
    'accounts with a notification that is no application': shows({ ...several, statusNotifications: [] }, [
      'You have 1 notification',
      ...BOTH_CARDS,
    ]),
    'accounts without notifications': shows({ ...several, notifications: [], statusNotifications: [] }, BOTH_CARDS, [
      'You have',
    ]),
    'one federal account, whose loans did not come': shows({ ...several, accounts: sampleAccounts }, FEDERAL_CARD, [
      'Commercial Accounts',
    ]),
    'one federal account, without the rates': shows(
      { ...several, accounts: sampleAccounts, only: { account: paidAheadAccount, rates: null } },
      [
        'My Loans for Account: E100200301',
        'Group and Loan Summary',
        'All of your loan groups on this account are current. Nothing is past due.',
        'Payments are not currently due.',
        'Auto debit is on',
        'Next payment',
        '$75.00',
        'Payment due date',
        '05/05/2027',
        'Group A: Direct Subsidized',
        'Group B: Direct Subsidized',
        'Paid in full',
        'N/A',
      ],
      [DETAILS, 'Your other accounts'],
    ),
    'an account in default': shows({ ...several, accounts: accountInDefault }, [
      'In default',
      `Loans in this account are in default. ${CALL_ABOUT_DEFAULT}`,
      '$206.25 is past due - please pay today. Past due since 02/05/2026.',
    ]),
    'an account with a bill that is being paid': shows(
      { ...several, accounts: accountBeingPaid },
      [BEING_PAID, 'Total due', '$206.25', '12/19/2026'],
      ['please pay today'],
    ),
    'seven accounts with a bill that is being paid': shows(
      { ...several, accounts: sevenWithBillBeingPaid },
      [BEING_PAID, '7 of 7 accounts'],
      ['please pay today'],
    ),
    'forty accounts': shows(
      { ...several, accounts: fortyAccounts },
      [
        '10 of 40 accounts',
        'All accounts (40)',
        'Find an account number',
        'Federal Accounts',
        'Due this month',
        '$206.25',
        'Past due',
        'Total due',
        '$412.50',
        '12/05/2026',
        '$206.25 is past due - please pay today.',
        'Commercial Accounts',
        'Private Loans · J300200309',
        'Show all 40 accounts',
      ],
      ['Private Loans · J300200310'],
    ),
    'no account': showsNothing(partsLoaded({ ...several, accounts: noAccounts })),
    ...failuresOfParts,
  },
  claims: {
    'accounts are shown only when the server has answered': onlyAnswered,
    'accounts that could not be fetched are requested again before any are shown': loadedAgain,
  },
  children: { load: loanDetailsFacts },
});
