/** How the site is searched. */
import { defineModel } from '../kit/model.ts';
import { sampleFound, samplePerson } from '../kit/samples.ts';
import { search } from './search.machine.ts';

export default defineModel<typeof search>({
  machine: search,
  inputs: {
    'a borrower who looks for auto debit': { term: 'auto debit', person: samplePerson },
    'a visitor who looks for auto debit': { term: 'auto debit', person: null },
  },
  events: [
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
    { event: { type: 'reload.wanted' } },
  ],
  outcomes: {
    find: {
      'two pages': { answers: sampleFound },
      'a page for signed-in people only': { answers: sampleFound.filter(({ audience }) => audience === 'signedIn') },
      nothing: { answers: [] },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ term, person }) => ({ term, role: person?.role }),
});
