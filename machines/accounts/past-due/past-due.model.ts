/** Specification of the past-due page (P §2.12, ruling 27). */
import {
  accountInDefault,
  accountsWithoutSince,
  noAccounts,
  privatePastDue,
  sampleAccounts,
} from '#domain/accounts/samples.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { sampleUpcoming, upcomingForPastDue } from '#domain/payments/samples.ts';
import type { DashboardData } from '../dashboard/dashboard-facts.machine.ts';
import dashboardFacts from '../dashboard/dashboard-facts.model.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { partsFailed, partsLoaded } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { pastDue } from './past-due.machine.ts';

const { to, given, press } = words<typeof pastDue>();

const COULD_NOT_OPEN = "We couldn't open your account right now. Please choose Continue to my account again.";
const NOT_LOADED = "We couldn't load the amount.";
const CONTINUE = 'Continue to my account';
const AMOUNT = 'Past due';
const IS_PAST_DUE = 'Your account is past due';
const NEXT = 'What happens next';
const PHONE = '1-800-555-0142';
const FAILURES = ['no answer in time', 'loading stops in error'];
const NOTHING_PAST_DUE = 'Nothing is past due.';

const findsAmount = to('findingAmount', undefined, { calls: { getFacts: {} } });
const opensAccount = to('openingAccount', undefined, { calls: { openAccount: {} } });
const isUnknown = to('amountUnknown', undefined, { focus: toNotice });

const shows = (
  accounts: LoanAccounts,
  reads: readonly string[],
  upcoming: DashboardData['upcoming'] = [],
  hides: readonly string[] = [],
) => {
  const facts = { accounts, upcoming, applications: [] };
  const more = { focus: toHeading, reads, hides: [COULD_NOT_LOAD, ...hides] };
  return [partsLoaded(facts), to('showingAmount', { facts }, more)] as const;
};
const notOpened = (...reads: readonly string[]) => to('couldNotOpenAccount', undefined, { focus: toNotice, reads });

/** The past-due amount of the loaded accounts. */
const getPastDueAmount = ({ accounts }: DashboardData) =>
  accounts.federalAccounts[0]?.pastDueAmt ?? accounts.commercialAccounts[0]?.pastDueAmt ?? 0;

export default spec(pastDue, {
  starts: { 'a borrower': [{}, { ...findsAmount, context: { facts: null } }] },
  states: {
    findingAmount: {
      shows: ['Loading…'],
      when: {
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
          'an unknown start of the delinquency': shows(
            accountsWithoutSince,
            [AMOUNT, '$206.25', IS_PAST_DUE],
            [],
            [NEXT],
          ),
          'nothing is past due': shows(noAccounts, [NOTHING_PAST_DUE], [], [NEXT]),
          'no answer in time': [partsFailed(noAnswer.throws), isUnknown],
          'loading stops in error': [stopsInError, isUnknown],
        },
      },
    },
    showingAmount: {
      shows: ['Make a Payment', CONTINUE],
      on: [press(CONTINUE, 'account.requested', opensAccount)],
    },
    amountUnknown: {
      shows: [COULD_NOT_LOAD, TRY_AGAIN, IS_PAST_DUE, 'Make a Payment', CONTINUE],
      on: [
        press(TRY_AGAIN, 'retry.requested', findsAmount),
        press(CONTINUE, 'account.requested', { ...opensAccount, reads: [IS_PAST_DUE] }),
      ],
    },
    openingAccount: {
      shows: ['Opening your account…', 'Make a Payment'],
      when: {
        openAccount: {
          'it opens': [answers(undefined), to('openedAccount')],
          'it does not open': [
            noAnswer,
            given(({ facts }) => facts === null, notOpened(IS_PAST_DUE, NOT_LOADED, TRY_AGAIN)),
            given(({ facts }) => facts !== null && getPastDueAmount(facts) > 0, notOpened(AMOUNT, IS_PAST_DUE)),
            notOpened(NOTHING_PAST_DUE),
          ],
        },
      },
    },
    couldNotOpenAccount: {
      shows: [COULD_NOT_OPEN, 'Make a Payment', CONTINUE],
      on: [
        press(
          TRY_AGAIN,
          'retry.requested',
          given(({ facts }) => facts === null, { ...findsAmount, hides: [NOT_LOADED] }),
        ),
        press(CONTINUE, 'account.requested', opensAccount),
      ],
    },
    openedAccount: { shows: ['Opening your account…'] },
  },
  claims: {
    'the screen shows an amount only after the server has sent it': {
      never: ({ isIn, context }) => isIn('showingAmount') && context.facts === null,
      brokenBy: 'findingAmount -> getFacts done: action setFacts removed',
    },
    'an amount that failed to load is requested again before the screen shows one': {
      reaching: ({ isIn }) => isIn('showingAmount'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getFacts' && !FAILURES.includes(by.outcome),
      brokenBy: 'amountUnknown -> retry.requested: target findingAmount swapped for showingAmount',
    },
  },
  children: { getFacts: dashboardFacts },
});
