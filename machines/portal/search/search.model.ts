/** Specification of the site search (P §2.1, rulings 7 and 14). */
import type { ContextFrom } from 'xstate';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { answers } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import { search } from './search.machine.ts';

type Context = ContextFrom<typeof search>;
const { to, given, loads, notLoaded } = words<typeof search>();

const TERM = 'auto debit';
/** Term longer than the request's limit of 200 characters. */
const LONG_TERM = 'interest '.repeat(25);
const SENT_OF_LONG_TERM = `${'interest '.repeat(22)}in`;

const page = (
  title: string,
  path: string,
  audience: SearchResult['audience'],
  excerpt = '',
  terms: readonly string[] = [],
): SearchResult => ({ title, path, excerpt, terms: [...terms], audience });
const EXCERPT = 'With auto debit we draw your payment on the day it is due.';
const autoDebit = page('Auto debit', '/content/help/auto-debit', 'anyone', EXCERPT, ['Auto', 'debit', 'auto']);
const makeAPayment = page('Make a Payment', '/payments/payflow/schedule', 'signedIn');
const inbox = page('Inbox', '/documents/inbox', 'signedIn');
const logIn = page('Log In', '/account/login', 'visitors');
const changePassword = page('Change Password', '/profile/change-password', 'signedIn');

const starts = (person: Person | null, term = TERM, sent = term) => {
  const first = to(
    'loading',
    { input: { term, person }, data: null, failure: null },
    {
      calls: { load: { query: { term: sent } } },
      reads: [`Looking for “${term.trim()}`],
    },
  );
  return [{ term, person }, first] as const;
};

const shows = (...results: SearchResult[]) =>
  to(
    'showing',
    { data: results, failure: null },
    {
      reads: [
        results.length === 1 ? '1 result for “' : `${results.length} results for “`,
        ...results.flatMap(({ title, excerpt }) => (excerpt === '' ? [title] : [title, excerpt])),
        ...results.map((result) => (result === autoDebit ? 'Help' : 'Page')),
      ],
    },
  );

const isVisitor = ({ input: { person } }: Context) => person === null;
const isPayer = ({ input: { person } }: Context) => person?.role === 'payer';
const isFederalIdentity = ({ input: { person } }: Context) => person?.isFederalIdentity === true;

export default spec(search, {
  starts: {
    'a borrower who looks for auto debit': starts(samplePerson),
    'a visitor who looks for auto debit': starts(null),
    'an authorized payer who looks for auto debit': starts({ ...samplePerson, role: 'payer' }),
    'a person with a federal identity who searches for auto debit': starts({
      ...samplePerson,
      isFederalIdentity: true,
    }),
    'a borrower with a very long term': starts(samplePerson, LONG_TERM, SENT_OF_LONG_TERM),
  },
  states: {
    ...loads('loading', ({ input: { term } }) => ({
      load: { query: { term: term === LONG_TERM ? SENT_OF_LONG_TERM : TERM } },
    })),
    loading: {
      shows: ['Looking for “'],
      when: {
        load: {
          'two pages': [
            answers([autoDebit, makeAPayment]),
            given(isVisitor, shows(autoDebit)),
            shows(autoDebit, makeAPayment),
          ],
          'a page for signed-in people only': [
            answers([makeAPayment]),
            given(isVisitor, to('empty')),
            shows(makeAPayment),
          ],
          'a page for visitors only': [answers([logIn]), given(isVisitor, shows(logIn)), to('empty')],
          'a page that is not for payers': [
            answers([inbox]),
            given((context) => isVisitor(context) || isPayer(context), to('empty')),
            shows(inbox),
          ],
          'a page about a password of ours': [
            answers([changePassword]),
            given((context) => isVisitor(context) || isFederalIdentity(context), to('empty')),
            shows(changePassword),
          ],
          nothing: [answers([]), to('empty')],
          'no answer in time': notLoaded({ failure: { kind: 'noAnswer' } }),
        },
      },
    },
    showing: { shows: ['for “'] },
    empty: {
      shows: ['No results for “', 'Check the spelling, or try fewer or other words', 'Ask us: call 1-800-555-0142'],
    },
  },
  finish: ['showing', 'empty'],
  claims: {
    'the result list is shown only if it has results': {
      never: ({ isIn, context }) => isIn('showing') && context.data?.length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
    'a search that failed is repeated before results are shown': {
      reaching: ({ isIn }) => isIn('showing'),
      needs: (by) => by.kind === 'outcome' && by.outcome !== 'no answer in time',
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
});
