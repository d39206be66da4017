/** Model of the site search (P §2.1, rulings 7 and 14). */
import type { ContextFrom } from 'xstate';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { search } from './search.machine.ts';

type Context = ContextFrom<typeof search>;

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

const asksFor = (term: string) => ({ state: 'loading', calls: { load: { query: { term } } } });

/** Returns the start for a person and a term. */
const searching = (person: Person | null, term = TERM, sent = term) => ({
  input: { term, person },
  then: {
    ...asksFor(sent),
    context: { input: { term, person }, data: null, failure: null },
    reads: [`Looking for “${term.trim()}`],
  },
});

/** Returns the expected request of a repeated search. */
const anew = ({ input: { term } }: Context) => asksFor(term === LONG_TERM ? SENT_OF_LONG_TERM : TERM).calls;

const shows = (...results: SearchResult[]) => ({
  state: 'showing',
  context: { data: results, failure: null },
  reads: [
    results.length === 1 ? '1 result for “' : `${results.length} results for “`,
    ...results.flatMap(({ title, excerpt }) => (excerpt === '' ? [title] : [title, excerpt])),
    ...results.map((result) => (result === autoDebit ? 'Help' : 'Page')),
  ],
  hides: [COULD_NOT_LOAD],
});
const nothing = { state: 'empty' };

const isVisitor = ({ input: { person } }: Context) => person === null;
const isPayer = ({ input: { person } }: Context) => person?.role === 'payer';
const isFederalIdentity = ({ input: { person } }: Context) => person?.isFederalIdentity === true;

export default defineModel<typeof search>({
  machine: search,
  inputs: {
    'a borrower who looks for auto debit': searching(samplePerson),
    'a visitor who looks for auto debit': searching(null),
    'an authorized payer who looks for auto debit': searching({ ...samplePerson, role: 'payer' }),
    'a person with a federal identity who searches for auto debit': searching({
      ...samplePerson,
      isFederalIdentity: true,
    }),
    'a borrower with a very long term': searching(samplePerson, LONG_TERM, SENT_OF_LONG_TERM),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', state: 'loading', calls: anew, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      'two pages': {
        answers: [autoDebit, makeAPayment],
        then: [{ when: isVisitor, ...shows(autoDebit) }, shows(autoDebit, makeAPayment)],
      },
      'a page for signed-in people only': {
        answers: [makeAPayment],
        then: [{ when: isVisitor, ...nothing }, shows(makeAPayment)],
      },
      'a page for visitors only': {
        answers: [logIn],
        then: [{ when: isVisitor, ...shows(logIn) }, nothing],
      },
      'a page that is not for payers': {
        answers: [inbox],
        then: [{ when: (context) => isVisitor(context) || isPayer(context), ...nothing }, shows(inbox)],
      },
      'a page about a password of ours': {
        answers: [changePassword],
        then: [
          { when: (context) => isVisitor(context) || isFederalIdentity(context), ...nothing },
          shows(changePassword),
        ],
      },
      nothing: { answers: [], then: nothing },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'noAnswer' } },
          focus: toNotice,
        },
      },
    },
  },
  screens: {
    loading: ['Looking for “'],
    showing: ['for “'],
    empty: ['No results for “', 'Check the spelling, or try fewer or other words', 'Ask us: call 1-800-555-0142'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
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
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
});
