/** Model of a static page (P §2.6). */
import { sampleContentPage } from '#domain/portal/content/samples.ts';
import { sampleConfiguration as configuration } from '#domain/portal/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { contentPage } from './content-page.machine.ts';

const path = 'help/interest';

/** Page with a placeholder that the configuration fills. */
const { metaData } = sampleContentPage;
const page = {
  content: '<p>Interest is the price of borrowing.</p><p>{servicer} adds it up daily.</p>',
  metaData: { ...metaData, description: 'How {servicer} works out daily interest.' },
};
const filled = {
  content: '<p>Interest is the price of borrowing.</p><p>Larkfield Loan Servicing adds it up daily.</p>',
  metaData: { ...metaData, description: 'How Larkfield Loan Servicing works out daily interest.' },
};

const loads = { state: 'loading', calls: { load: { query: { path, version: '1' } } } };
const notFound = { state: 'empty', output: { leftFor: '/error/not-found' } };

export default defineModel<typeof contentPage>({
  machine: contentPage,
  title: 'Content Pages',
  inputs: {
    anyone: {
      input: { path, version: '1', configuration },
      then: { ...loads, context: { input: { path, version: '1' }, data: null, failure: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      'a page': {
        answers: page,
        then: {
          state: 'showing',
          context: { data: filled, failure: null },
          reads: ['Interest is the price of borrowing.', 'Larkfield Loan Servicing adds it up daily.'],
        },
      },
      'a page without content': { answers: { ...page, content: ' ' }, then: notFound },
      'no such page': { throws: { kind: 'refused', status: 404 }, then: notFound },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'noAnswer' } },
          focus: toNotice,
        },
      },
      'a broken server': {
        throws: { kind: 'refused', status: 503 },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'refused', status: 503 } },
          focus: toNotice,
        },
      },
    },
  },
  screens: {
    loading: ['Loading…'],
    showing: ['Interest'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing'],
  claims: {
    'a page without content is not shown': {
      never: ({ isIn, context }) => isIn('showing') && (context.data?.content ?? '').trim() === '',
      brokenBy: 'guard isEmpty: always false',
    },
    'a page is not found only if the server has no such page, or an empty one': {
      reaching: ({ isIn }) => isIn('empty'),
      needs: (by) => by.kind === 'outcome' && ['a page without content', 'no such page'].includes(by.outcome),
      brokenBy: 'guard isMissing: always true',
    },
  },
});
