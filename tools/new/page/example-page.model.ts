/** Specification of Example Page. */
import { bothAccounts, noAccounts } from '#domain/accounts/samples.ts';
import { toNotice } from '#machines/kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '#machines/kit/spec.ts';
import { examplePage } from './example-page.machine.ts';

const { to, loads } = words<typeof examplePage>();
const accounts = [...bothAccounts.federalAccounts, ...bothAccounts.commercialAccounts];

export default spec(examplePage, {
  shows: ['Example Page'],
  starts: { 'a borrower': [{}, to('loading', { data: null, failure: null }, { calls: { load: {} } })] },
  states: {
    ...loads('loading', { load: {} }),
    showing: { shows: ['Your balances'] },
    empty: { shows: ["You don't have any accounts."] },
  },
  anywhere: {
    when: {
      load: {
        'a federal and a private account': [
          answers(bothAccounts),
          to(
            'showing',
            { data: accounts, failure: null },
            { reads: ['Direct Loans · E100200301', '$18,310.02', 'Private Loans · J300200301'] },
          ),
        ],
        'no account': [answers(noAccounts), to('empty')],
        'no answer in time': [noAnswer, to('couldNotLoad', { failure: { kind: 'noAnswer' } }, { focus: toNotice })],
      },
    },
  },
  finish: ['showing', 'empty'],
  claims: {
    'balances are shown only if there are accounts': {
      never: ({ isIn, context }) => isIn('showing') && (context.data ?? []).length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
    'data that failed to load are requested again before they are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
});
