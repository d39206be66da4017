/** Site search (P §2.1, ruling 14): the pages that contain a term, limited to those that the person can open. */
import { content } from '#domain/portal/content/calls.ts';
import { LONGEST_TERM } from '#domain/portal/content/search-address.ts';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import { mayOpen } from '#domain/session/identity/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface SearchInput {
  readonly term: string;
  /** Person who searches, or null for a visitor. */
  readonly person: Person | null;
}

/** Returns true for a page about a portal password, if the person has a federal identity (P §5.1). */
const isOfAnotherIdentity = (path: string, person: Person | null): boolean =>
  person?.isFederalIdentity === true && findRoute(path)?.needsOwnPassword !== undefined;

/** Returns the results that the person can open, as far as that is known without a request to the server. */
export const openTo = (results: readonly SearchResult[], person: Person | null): SearchResult[] =>
  results.filter((result) => mayOpen(result, person) && !isOfAnotherIdentity(result.path, person));

export const search = resource({
  id: 'search',
  description: 'The pages that contain a term, limited to those that the person can open',
  screen: { title: 'Search Results' },
  load: call(content.search),
  request: ({ term }: SearchInput) => ({ query: { term: term.slice(0, LONGEST_TERM) } }),
  data: (results, { person }) => openTo(results, person),
  isEmpty: ({ length }) => length === 0,
});
