/** Model of the past-due page (P §2.12, ruling 27). */
import {
  accountInDefault,
  accountsWithoutSince,
  noAccounts,
  privatePastDue,
  sampleAccounts,
} from '#domain/accounts/samples.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { sampleUpcoming, upcomingForPastDue } from '#domain/payments/samples.ts';
import type { DashboardFacts } from '../dashboard/dashboard-facts.machine.ts';
import dashboardFacts from '../dashboard/dashboard-facts.model.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { pastDue } from './past-due.machine.ts';

const COULD_NOT_OPEN = "We couldn't open your account right now. Please choose Continue to my account again.";
const NOT_LOADED = "We couldn't load the amount.";
const CONTINUE = 'Continue to my account';
const AMOUNT = 'Past due';
const IS_PAST_DUE = 'Your account is past due';
const NEXT = 'What happens next';
const PHONE = '1-800-555-0142';
const FAILURES = ['no answer in time', 'loading stops in error'];
const NOTHING_PAST_DUE = 'Nothing is past due.';

const findsAmount = { state: 'findingAmount', calls: { getFacts: {} } };
const opensAccount = { state: 'openingAccount', calls: { openAccount: {} } };

const shows = (
  accounts: LoanAccounts,
  reads: readonly string[],
  upcoming: DashboardFacts['upcoming'] = [],
  hides: readonly string[] = [],
) => ({
  answers: { result: 'loaded' as const, loaded: { accounts, upcoming, applications: [] } },
  then: {
    state: 'showingAmount',
    context: { facts: { accounts, upcoming, applications: [] } },
    focus: toHeading,
    reads,
    hides: [COULD_NOT_LOAD, ...hides],
  },
});

const isUnknown = { state: 'amountUnknown', focus: toNotice } as const;

/** Returns the past-due amount of the loaded accounts, or null before they have loaded. */
const amountOf = (facts: DashboardFacts | null) =>
  facts && (facts.accounts.federalAccounts[0]?.pastDueAmt ?? facts.accounts.commercialAccounts[0]?.pastDueAmt ?? 0);

export default defineModel<typeof pastDue>({
  machine: pastDue,
  inputs: { 'a borrower': { input: {}, then: { ...findsAmount, context: { facts: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        { in: 'amountUnknown', ...findsAmount, hides: [COULD_NOT_LOAD] },
        {
          in: 'couldNotOpenAccount',
          when: ({ facts }) => amountOf(facts) === null,
          ...findsAmount,
          hides: [COULD_NOT_OPEN, NOT_LOADED],
        },
      ],
    },
    {
      event: { type: 'account.wanted' },
      gesture: { action: 'click', role: 'button', name: CONTINUE },
      then: [
        { in: 'showingAmount', ...opensAccount },
        { in: 'amountUnknown', ...opensAccount, hides: [COULD_NOT_LOAD] },
        { in: 'couldNotOpenAccount', ...opensAccount, hides: [COULD_NOT_OPEN] },
      ],
    },
  ],
  outcomes: {
    getFacts: {
      'one account is past due': shows(
        sampleAccounts,
        [
          AMOUNT,
          '$206.25',
          'Past due since 11/05/2026: 15 days.',
          'After your scheduled payments, $156.25 of it is left to pay.',
          IS_PAST_DUE,
          NEXT,
          'Direct Loans · E100200301',
          'Today: 15 days past due',
          'At 90 days past due, we report your late payments to the consumer reporting agencies',
          '02/03/2027',
          'At 270 days past due, your loans go into default',
          '08/02/2027',
        ],
        sampleUpcoming,
      ),
      'a scheduled payment covers the past-due amount': shows(
        sampleAccounts,
        [AMOUNT, 'Your scheduled payments cover the past-due amount.', NEXT],
        upcomingForPastDue,
      ),
      'the scheduled payments are unknown': shows(sampleAccounts, [AMOUNT, NEXT], null),
      'a private account is past due': shows(
        privatePastDue,
        [AMOUNT, '$206.25', 'Private Loans · J300200301', 'Your promissory note says what happens next, and when.'],
        [],
        ['days past due, we', 'go into default'],
      ),
      // No promise of a pause or a lower payment (ruling 97).
      'the account is in default': shows(
        accountInDefault,
        [
          AMOUNT,
          'Past due since 02/05/2026: 288 days.',
          'You have loans in default',
          'get a pause or a lower payment',
          PHONE,
        ],
        [],
        [IS_PAST_DUE, 'Lower your payment.', 'Pause your payments.', NEXT],
      ),
      'an unknown start of the delinquency': shows(accountsWithoutSince, [AMOUNT, '$206.25', IS_PAST_DUE], [], [NEXT]),
      'nothing is past due': shows(noAccounts, [NOTHING_PAST_DUE], [], [NEXT]),
      'no answer in time': { answers: { result: 'failed', failure: { kind: 'noAnswer' } }, then: isUnknown },
      'loading stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: isUnknown },
    },
    openAccount: {
      'it opens': { answers: undefined, then: { state: 'openedAccount' } },
      'it does not open': {
        throws: { kind: 'noAnswer' },
        then: [
          {
            when: ({ facts }) => (amountOf(facts) ?? 0) > 0,
            state: 'couldNotOpenAccount',
            focus: toNotice,
            reads: [AMOUNT, IS_PAST_DUE],
          },
          {
            when: ({ facts }) => amountOf(facts) === 0,
            state: 'couldNotOpenAccount',
            focus: toNotice,
            reads: [NOTHING_PAST_DUE],
          },
          { state: 'couldNotOpenAccount', focus: toNotice, reads: [IS_PAST_DUE, NOT_LOADED, TRY_AGAIN] },
        ],
      },
    },
  },
  screens: {
    findingAmount: ['Loading…'],
    showingAmount: ['Make a Payment', CONTINUE],
    amountUnknown: [COULD_NOT_LOAD, TRY_AGAIN, IS_PAST_DUE, 'Make a Payment', CONTINUE],
    openingAccount: ['Opening your account…'],
    couldNotOpenAccount: [COULD_NOT_OPEN, 'Make a Payment', CONTINUE],
  },
  claims: {
    'the screen shows an amount only after the server has sent it': {
      never: ({ isIn, context }) => isIn('showingAmount') && context.facts === null,
      brokenBy: 'findingAmount -> getFacts done: action setFacts removed',
    },
    'an amount that failed to load is requested again before the screen shows one': {
      reaching: ({ isIn }) => isIn('showingAmount'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getFacts' && !FAILURES.includes(by.outcome),
      brokenBy: 'amountUnknown -> retry.wanted: target findingAmount swapped for showingAmount',
    },
  },
  children: { getFacts: dashboardFacts },
});
