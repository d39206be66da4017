/** Specification of a static page (P §2.6). */
import { sampleContentPage } from '#domain/portal/content/samples.ts';
import { sampleConfiguration as configuration } from '#domain/portal/samples.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import { contentPage } from './content-page.machine.ts';

const { to, loads, notLoaded } = words<typeof contentPage>();

const path = 'help/interest';
const asks = { load: { query: { path, version: '1' } } };

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

const notFound = to('empty', undefined, { output: { leftFor: '/error/not-found' } });

export default spec(contentPage, {
  title: 'Content Pages',
  starts: {
    anyone: [
      { path, version: '1', configuration },
      to('loading', { input: { path, version: '1' }, data: null, failure: null }, { calls: asks }),
    ],
  },
  states: {
    ...loads('loading', asks),
    loading: {
      shows: ['Loading…'],
      when: {
        load: {
          'a page': [
            answers(page),
            to(
              'showing',
              { data: filled, failure: null },
              {
                reads: ['Interest is the price of borrowing.', 'Larkfield Loan Servicing adds it up daily.'],
              },
            ),
          ],
          'a page without content': [answers({ ...page, content: ' ' }), notFound],
          'no such page': [failed(404), notFound],
          'no answer in time': notLoaded({ failure: { kind: 'noAnswer' } }),
          'a broken server': [
            failed(503),
            to('couldNotLoad', { failure: { kind: 'refused', status: 503 } }, { focus: toNotice }),
          ],
        },
      },
    },
    // Loading lasts until the other page has opened.
    empty: { shows: ['Loading…'] },
    showing: { shows: ['Interest'] },
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
