/** Site search (P §2.1, ruling 14): the pages in which a term is found, as far as the person may open them. */
import { content } from '#domain/content/calls.ts';
import { LONGEST_TERM, type SearchResult } from '#domain/content/shapes.ts';
import { mayOpen } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { routeOf } from '#domain/portal/routes.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export interface SearchInput {
  readonly term: string;
  /** Who searches, or null. */
  readonly person: Person | null;
}

/** A page about a password of ours, for somebody of the federal identity (P §5.1). */
const isOfAnotherIdentity = (path: string, person: Person | null): boolean =>
  person?.isFederalIdentity === true && routeOf(path)?.needsOwnPassword !== undefined;

/** The results that the person may open, by what is known of them without asking the server. */
export const openTo = (results: readonly SearchResult[], person: Person | null): SearchResult[] =>
  results.filter((result) => mayOpen(result, person) && !isOfAnotherIdentity(result.path, person));

export const search = resource({
  id: 'search',
  description: 'The pages in which a term is found, as far as the person may open them',
  screen: { title: 'Search Results' },
  load: call(content.search),
  request: ({ term }: SearchInput) => ({ query: { term: term.slice(0, LONGEST_TERM) } }),
  data: (results, { person }) => openTo(results, person),
  isEmpty: ({ length }) => length === 0,
});
