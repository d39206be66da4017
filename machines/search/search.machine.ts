/** Site search (P §2.1, ruling 14): the pages in which a term is found, as far as the person may open them. */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { content } from '#domain/content/calls.ts';
import type { SearchResult } from '#domain/content/shapes.ts';
import { mayOpen } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { routeOf } from '#domain/portal/routes.ts';
import { call } from '../kit/effect.ts';
import type { ScreenMeta } from '../kit/events.ts';
import { withAnswer, withFailure } from '../kit/params.ts';

export interface SearchInput {
  readonly term: string;
  /** Who searches, or null. */
  readonly person: Person | null;
}

interface Context extends SearchInput {
  /** The pages that were found and that the person may open, best first. */
  readonly results: readonly SearchResult[];
  readonly failure: CallFailure | null;
}

/** A page about a password of ours, for somebody of the federal identity (P §5.1). */
const isOfAnotherIdentity = (path: string, person: Person | null): boolean =>
  person?.isFederalIdentity === true && routeOf(path)?.needsOwnPassword !== undefined;

/** The results that the person may open, by what is known of them without asking the server. */
export const openTo = (results: readonly SearchResult[], person: Person | null): SearchResult[] =>
  results.filter((result) => mayOpen(result, person) && !isOfAnotherIdentity(result.path, person));

export const search = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' } | { type: 'reload.wanted' },
    input: {} as SearchInput,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: { find: call(content.search) },
  guards: {
    hasResults: ({ context }, results: readonly SearchResult[]) => openTo(results, context.person).length > 0,
  },
  actions: {
    keepResults: assign({
      results: ({ context }, results: readonly SearchResult[]) => openTo(results, context.person),
      failure: null,
    }),
    keepFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
}).createMachine({
  id: 'search',
  description: 'The pages in which a term is found, as far as the person may open them',
  context: ({ input }) => ({ ...input, results: [], failure: null }),
  meta: { title: 'Search Results' },
  on: { 'reload.wanted': '.searching' },
  initial: 'searching',
  states: {
    searching: {
      description: 'The term is being looked for',
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ query: { term: context.term.slice(0, 200) } }),
        onDone: [
          {
            guard: withAnswer('hasResults'),
            target: 'showingResults',
            actions: withAnswer('keepResults'),
          },
          { target: 'nothingFound' },
        ],
        onError: {
          target: 'couldNotSearch',
          actions: withFailure('keepFailure'),
        },
      },
    },
    showingResults: { description: 'The pages that were found' },
    nothingFound: { description: 'No page that the person may open has the term' },
    couldNotSearch: {
      description: 'The search did not answer; it can be tried again',
      on: { 'retry.wanted': 'searching' },
    },
  },
});
