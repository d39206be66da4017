/** How the page of one account is walked (P §2.12, §4, §8; ruling 82). */
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
import type { LoanAccountFacts } from './loan-account-facts.machine.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, TRY_AGAIN, partsNotLoaded } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { loanDetailsAccount } from './loan-details-account.machine.ts';

const TITLE = 'My Loans';
const NO_LOANS = "We couldn't find any loans for this account.";

const input = {
  accountId: 'acct-1',
  isStatusShown: true,
  notificationPrefix: 'Application status: ',
  areNotificationsOpen: true,
};
const loads = { state: 'loading', calls: { load: input } };

const everything: LoanAccountFacts = {
  account: pastDueAccount,
  rates: sampleRates,
  upcoming: [],
  notifications: [recertify],
  statusNotifications: twoStatuses,
};

const shows = (loaded: LoanAccountFacts, reads: readonly string[], hides: readonly string[] = []) => ({
  answers: { result: 'loaded' as const, loaded },
  then: { state: 'showing', context: { data: loaded, failure: null }, reads, hides: [COULD_NOT_LOAD, ...hides] },
});

const missing = (status: number) => ({
  answers: { result: 'failed' as const, failure: { kind: 'refused' as const, status } },
  then: { state: 'empty', hides: [COULD_NOT_LOAD] },
});

export default defineModel<typeof loanDetailsAccount>({
  machine: loanDetailsAccount,
  inputs: { 'an account': { input, then: { ...loads, context: { data: null, failure: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
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
      'an account without loans': {
        answers: { result: 'loaded', loaded: { ...everything, account: emptyAccount } },
        then: { state: 'empty', hides: [COULD_NOT_LOAD] },
      },
      "another borrower's account": missing(404),
      'an id that none can have': missing(400),
      ...partsNotLoaded,
      'loading stops with a refusal of the account': {
        throws: { kind: 'refused', status: 404 },
        then: { state: 'empty', hides: [COULD_NOT_LOAD] },
      },
    },
  },
  screens: {
    loading: [TITLE, 'Loading…'],
    showing: [TITLE],
    empty: [TITLE, NO_LOANS, 'Back to My Loans'],
    couldNotLoad: [TITLE, COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing', 'empty'],
  claims: {
    'loans are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'loans that could not be fetched are asked for anew before any are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
  notOnScreen: {
    'load "another borrower\'s account" (1)': 'The page is the same as for an account without loans.',
    'load "an id that none can have" (1)': 'The page is the same as for an account without loans.',
  },
  children: { load: loanAccountFacts },
});
