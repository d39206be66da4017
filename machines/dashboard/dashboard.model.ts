/** How the dashboard is walked (P §2.11, §8). */
import { toCents as cents } from '#domain/money.ts';
import { defineModel } from '../kit/model.ts';
import { sampleAccounts } from '../kit/samples.ts';
import { dashboard } from './dashboard.machine.ts';

const TITLE = 'Account Dashboard';
const COULD_NOT_LOAD = "Sorry, there's been a problem. We were unable to load all of your data.";
const TRY_AGAIN = 'Try again';
const NO_ACCOUNTS = 'There are no loan accounts to show.';
const PAST_DUE = '$206.25 is past due - please pay today.';
const NOTHING_DUE = 'Payments are not currently due.';

/** A commercial account with nothing due beside the federal one. */
const bothAccounts = {
  ...sampleAccounts,
  commercialAccounts: sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    accountId: 'acct-2',
    accountNumber: 'J300200301',
    pastDueAmt: cents(0),
    paymentAmountIncludingPastDue: cents(0),
    showNoPaymentDueBanner: true,
  })),
};
/** From seven accounts on they stand in a table. */
const sevenAccounts = {
  ...sampleAccounts,
  commercialAccounts: [1, 2, 3, 4, 5, 6].flatMap((number) =>
    bothAccounts.commercialAccounts.map((account) => ({
      ...account,
      accountId: `acct-${number + 1}`,
      accountNumber: `J30020030${number}`,
    })),
  ),
};
const noAccounts = { federalAccounts: [], commercialAccounts: [] };

const loads = { state: 'loading', calls: { load: {} } };

/** An answer, which is there to read as it came. */
const answer = (answers: typeof sampleAccounts, reads: readonly string[]) => ({
  answers,
  then: { state: 'showing', context: { data: answers, failure: null }, reads, hides: [COULD_NOT_LOAD] },
});

export default defineModel<typeof dashboard>({
  machine: dashboard,
  inputs: { 'a borrower': { input: {}, then: { ...loads, context: { data: null, failure: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      'one federal account': answer(sampleAccounts, [
        'Total current amount due',
        '$412.50',
        'Past due, included',
        'Next due date',
        '12/05/2026',
        'Federal Accounts',
        'Account E100200301',
        'In repayment',
        PAST_DUE,
        'Current balance',
        '$18,310.02',
        'Last payment, 10/05/2026',
        '$206.25',
        'Due 12/05/2026',
        'Pay account E100200301',
        'Latest payments',
      ]),
      'a federal and a commercial account': answer(bothAccounts, [
        'Federal Accounts',
        PAST_DUE,
        'Commercial Accounts',
        'Account J300200301',
        NOTHING_DUE,
      ]),
      'seven accounts': answer(sevenAccounts, [
        '7 of 7 accounts',
        'All accounts (7)',
        'Past due (1)',
        'Nothing due (6)',
        'E100200301',
        'J300200306',
      ]),
      'no account': { answers: noAccounts, then: { state: 'empty', hides: [COULD_NOT_LOAD] } },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'noAnswer' } },
          focus: { place: 'notice', delay: 100 },
        },
      },
      'a broken server': {
        throws: { kind: 'refused', status: 503 },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'refused', status: 503 } },
          focus: { place: 'notice', delay: 100 },
        },
      },
    },
  },
  screens: {
    loading: [TITLE, 'Loading…'],
    showing: [TITLE],
    empty: [TITLE, NO_ACCOUNTS],
    couldNotLoad: [TITLE, COULD_NOT_LOAD, TRY_AGAIN],
  },
  claims: {
    'accounts are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'accounts that could not be fetched are asked for anew before any are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
  facts: ({ data, failure }) => ({
    accounts: data === null ? null : data.federalAccounts.length + data.commercialAccounts.length,
    failure: failure?.kind,
  }),
});
