/** Model of Example Page. */
import { bothAccounts, noAccounts } from '#domain/accounts/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '#machines/kit/expected-page.ts';
import { defineModel } from '#machines/kit/model.ts';
import { examplePage } from './example-page.machine.ts';

const TITLE = 'Example Page';

const loads = { state: 'loading', calls: { load: {} } };

export default defineModel<typeof examplePage>({
  machine: examplePage,
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
      'a federal and a private account': {
        answers: bothAccounts,
        then: {
          state: 'showing',
          context: { data: [...bothAccounts.federalAccounts, ...bothAccounts.commercialAccounts], failure: null },
          reads: ['Direct Loans · E100200301', '$18,310.02', 'Private Loans · J300200301'],
          hides: [COULD_NOT_LOAD],
        },
      },
      'no account': { answers: noAccounts, then: { state: 'empty', hides: [COULD_NOT_LOAD] } },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLoad', context: { failure: { kind: 'noAnswer' } }, focus: toNotice },
      },
    },
  },
  screens: {
    loading: [TITLE, 'Loading…'],
    showing: [TITLE, 'Your balances'],
    empty: [TITLE, "You don't have any accounts."],
    couldNotLoad: [TITLE, COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing', 'empty'],
  claims: {
    'balances are shown only if there are accounts': {
      never: ({ isIn, context }) => isIn('showing') && (context.data ?? []).length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
    'data that failed to load are requested again before they are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
  facts: ({ data, failure }) => ({ accounts: data?.length, failure: failure?.kind }),
});
