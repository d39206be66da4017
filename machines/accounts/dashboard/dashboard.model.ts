/** Specification of the dashboard (P §2.11, §8). */
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import {
  accountBeingPaid,
  accountDeferred,
  accountInDefault,
  accountInGrace,
  accountPaidAhead,
  accountPaidInFull,
  accountToRecertify,
  accountsWithoutSince,
  bothAccounts,
  fortyAccounts,
  noAccounts,
  paidBesideOther,
  sampleAccounts,
  sevenAccounts,
  sevenWithBillBeingPaid,
} from '#domain/accounts/samples.ts';
import {
  sampleUpcoming,
  upcomingForGroup,
  upcomingForPastBill,
  upcomingForPastDue,
  upcomingForTotalDue,
} from '#domain/payments/samples.ts';
import { inReview } from '../../repayment/repayment-options/repayment-facts.model.ts';
import dashboardFacts from './dashboard-facts.model.ts';
import type { DashboardData } from './dashboard-facts.machine.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import {
  failuresOfParts,
  loadedAgain,
  onlyAnswered,
  pageSpec,
  partsLoaded,
  showsNothing,
  showsParts,
} from '../../kit/page-spec.ts';
import { dashboard } from './dashboard.machine.ts';

const PAST_DUE = '$206.25 is past due - please pay today. Past due since 11/05/2026.';
const PLEASE_PAY = 'please pay today';
const SCHEDULED = 'Already scheduled';
const LEFT = 'Left to pay';
const UPCOMING = 'Upcoming payments';
const UPCOMING_MISSING = "We couldn't load your upcoming payments.";
const IN_DEFAULT = 'Loans in this account are in default.';
const BEING_PAID = 'Your bill of $206.25 for 11/19/2026 is being paid.';
const NOT_INCLUDED = "The amounts due don't include these payments yet.";
const WHERE = 'Where you are';
const PAID = 'Your loans are paid in full';
const ACCOUNT_PAID = 'This account is paid in full.';
const TROUBLE = 'Trouble paying?';
const NOTHING_DUE = 'Payments are not currently due.';

/** Expects the loaded data on the page; by default with one scheduled payment. */
const shows = (
  accounts: LoanAccounts,
  reads: readonly string[],
  upcoming: DashboardData['upcoming'] = sampleUpcoming,
  hides: readonly string[] = [],
  applications: DashboardData['applications'] = [],
) => showsParts<DashboardData>({ accounts, upcoming, applications }, reads, hides);

export default pageSpec(dashboard, {
  shows: ['Account Dashboard'],
  starts: {
    'a borrower': [{ isStatusShown: true }],
    'a borrower to whom the status of applications is not shown': [{ isStatusShown: false }],
  },
  empty: ['There are no loan accounts to show.'],
  load: {
    'one federal account': shows(sampleAccounts, [
      WHERE,
      'Past due since 11/05/2026',
      'Direct Loans · E100200301: $206.25, 15 days past due.',
      'See what you can do',
      'Total due',
      'View My Loans',
      '$412.50',
      'Includes $206.25 past due since 11/05/2026',
      'Next due date',
      '12/05/2026',
      'Federal Accounts',
      'Direct Loans · E100200301',
      'Past due',
      PAST_DUE,
      'Current balance as of 11/20/2026',
      '$18,310.02',
      'Last payment, 10/05/2026',
      'Due this month',
      '$206.25',
      'Total due',
      'Pay Direct Loans · E100200301',
      UPCOMING,
      '11/25/2026',
      '$50.00',
      NOT_INCLUDED,
      SCHEDULED,
      LEFT,
      '$362.50',
      `${PAST_DUE} After your scheduled payments, $156.25 of it is left to pay.`,
      'Latest payments',
    ]),
    'no payment under way': shows(
      sampleAccounts,
      ['Federal Accounts', PAST_DUE, 'Latest payments'],
      [],
      [UPCOMING, SCHEDULED, LEFT],
    ),
    'a scheduled payment that covers the past-due amount': shows(
      sampleAccounts,
      [
        '$412.50',
        'Includes $206.25 past due since 11/05/2026',
        'Your scheduled payments cover the past-due amount.',
        '$206.25 is past due. Past due since 11/05/2026. Your scheduled payments cover this amount.',
        SCHEDULED,
        LEFT,
      ],
      upcomingForPastDue,
      [PLEASE_PAY],
    ),
    'scheduled payments that cover the total due': shows(
      sampleAccounts,
      [
        '$412.50',
        'Your scheduled payments cover the total due.',
        '$206.25 is past due. Past due since 11/05/2026. Your scheduled payments cover this amount.',
        SCHEDULED,
        LEFT,
        '$0.00',
      ],
      upcomingForTotalDue,
      [PLEASE_PAY],
    ),
    'a scheduled payment for one group': shows(
      sampleAccounts,
      [`${PAST_DUE} After your scheduled payments, $206.25 of it is left to pay.`, '$300.00', '$282.50'],
      upcomingForGroup,
    ),
    'a payment of a bill whose due date has passed': shows(
      sampleAccounts,
      [PAST_DUE, UPCOMING, '11/19/2026'],
      upcomingForPastBill,
      [SCHEDULED, LEFT, NOT_INCLUDED],
    ),
    'accounts without the payments under way': shows(
      sampleAccounts,
      ['Federal Accounts', PAST_DUE, UPCOMING, UPCOMING_MISSING, 'Latest payments'],
      null,
    ),
    'a federal and a commercial account': shows(bothAccounts, [
      'Federal Accounts',
      PAST_DUE,
      'Commercial Accounts',
      'Private Loans · J300200301',
      'In repayment',
      NOTHING_DUE,
      'Next payment, 12/05/2026',
    ]),
    'seven accounts': shows(sevenAccounts, [
      '7 of 7 accounts',
      'All accounts (7)',
      'Past due (1)',
      'Nothing due (6)',
      'Direct Loans · E100200301',
      'since 11/05/2026',
      'Next payment: $206.25 on 12/05/2026.',
      'Private Loans · J300200306',
      '$50.00 scheduled, $362.50 left to pay',
      UPCOMING,
    ]),
    'forty accounts': shows(
      fortyAccounts,
      [
        '10 of 40 accounts',
        'All accounts (40)',
        'Balance as of 11/20/2026',
        'Private Loans · J300200309',
        'Show all 40 accounts',
      ],
      sampleUpcoming,
      ['Private Loans · J300200310'],
    ),
    'an account in grace': shows(
      accountInGrace,
      [
        'Nothing is due now. First payment: $139.63 on 04/13/2027.',
        'In grace',
        NOTHING_DUE,
        'First payment, 04/13/2027',
      ],
      [],
      ['Latest payments', SCHEDULED, LEFT, PLEASE_PAY],
    ),
    'an account paid ahead': shows(
      accountPaidAhead,
      [
        'Nothing is due now. Next payment: $206.25 on 05/05/2027.',
        'In repayment',
        NOTHING_DUE,
        'Next payment, 05/05/2027',
      ],
      sampleUpcoming,
      [SCHEDULED, LEFT, PLEASE_PAY],
    ),
    'everything is paid': shows(
      accountPaidInFull,
      [PAID, 'Save your proof of balance', 'See your tax forms', ACCOUNT_PAID, '$0.00'],
      [],
      ['Total due', 'Make a Payment', TROUBLE, NOTHING_DUE],
    ),
    'an account to recertify': shows(
      accountToRecertify,
      [WHERE, 'Recertify your income by 01/31/2027', 'See how to apply'],
      [],
      [PLEASE_PAY],
    ),
    'an application that waits for a document': shows(
      accountPaidAhead,
      [
        WHERE,
        'Economic Hardship Deferment',
        'We need this document from you: Proof of income.',
        'See your application',
      ],
      [],
      [PLEASE_PAY],
      [inReview],
    ),
    'one account is paid': shows(
      paidBesideOther,
      ['Total due', 'Make a Payment', TROUBLE, ACCOUNT_PAID],
      [],
      [PAID, NOTHING_DUE],
    ),
    'an account in a deferment': shows(accountDeferred, [
      WHERE,
      'Deferred through 05/19/2027',
      'Your payments start again on 05/20/2027. First payment: $212.40 on 06/05/2027.',
      'Payments that you scheduled are still made.',
      'cancel them in Payment Activity',
    ]),
    'an account with a bill that is being paid': shows(
      accountBeingPaid,
      [BEING_PAID, 'In repayment', 'Total due', '12/19/2026'],
      upcomingForPastBill,
      [PLEASE_PAY, 'Includes'],
    ),
    'seven accounts with a bill that is being paid': shows(
      sevenWithBillBeingPaid,
      [BEING_PAID, 'Past due (0)'],
      upcomingForPastBill,
      [PLEASE_PAY],
    ),
    'an account in default': shows(accountInDefault, [
      'In default',
      `${IN_DEFAULT} ${CALL_ABOUT_DEFAULT}`,
      '$206.25 is past due - please pay today. Past due since 02/05/2026.',
    ]),
    'accounts that do not say since when': shows(accountsWithoutSince, [
      'Includes $206.25 past due',
      '$206.25 is past due - please pay today.',
      'Current balance',
    ]),
    'no account': showsNothing(partsLoaded({ accounts: noAccounts, upcoming: [], applications: [] })),
    ...failuresOfParts,
  },
  claims: {
    'accounts are shown only when the server has answered': onlyAnswered,
    'accounts that could not be fetched are requested again before any are shown': loadedAgain,
  },
  children: { load: dashboardFacts },
});
