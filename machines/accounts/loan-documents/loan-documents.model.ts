/** How the lists of documents are walked (ruling 15). */
import { noDocuments, secondPage, statementPage } from './loan-documents.samples.ts';
import type { DocumentPage } from '#domain/accounts/loan-documents/shapes.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { loanDocuments } from './loan-documents.machine.ts';

const NONE = 'You have no statements yet.';

const input = { kind: 'statement', page: 1, pageSize: 12 } as const;
const loads = {
  state: 'loading',
  calls: { load: { query: { kind: 'statement', page: '1', size: '12' } } },
};

const shows = (answers: DocumentPage, reads: readonly string[], hides: readonly string[] = []) => ({
  answers,
  then: { state: 'showing', context: { data: answers, failure: null }, reads, hides: [COULD_NOT_LOAD, ...hides] },
});

const fails = (failure: { readonly kind: 'noAnswer' } | { readonly kind: 'refused'; readonly status: number }) => ({
  throws: failure,
  then: { state: 'couldNotLoad', context: { failure }, focus: toNotice },
});

export default defineModel<typeof loanDocuments>({
  machine: loanDocuments,
  inputs: { statements: { input, then: { ...loads, context: { data: null, failure: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      'all documents on one page': shows(
        statementPage,
        [
          'Each statement shows your bill, what we posted since the last one, and what you owe. Statements of earlier months show what you paid in the month.',
          'Statement for October 2026',
          'Direct Loans · E100200301',
          '10/31/2026',
          '$206.25',
          '$0.00',
        ],
        ['Page 1 of', 'Next page', 'Previous page'],
      ),
      'the second of three pages': shows(secondPage, ['Previous page', 'Next page']),
      'the last of three pages': shows({ ...secondPage, page: 3 }, ['Previous page']),
      'no document': { answers: noDocuments, then: { state: 'empty', hides: [COULD_NOT_LOAD] } },
      'no answer in time': fails({ kind: 'noAnswer' }),
      'a broken server': fails({ kind: 'refused', status: 503 }),
    },
  },
  screens: {
    loading: ['Loading…'],
    showing: [],
    empty: [NONE],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing', 'empty'],
  claims: {
    'documents are listed only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'a list that could not be fetched is asked for anew before it is shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
});
