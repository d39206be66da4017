/** The address of the site search (P §2.1). Its term was typed, and may be an account number. */
import { findRoute } from '../routes.ts';
import { LONGEST_TERM } from './shapes.ts';

const SEARCH = '/account/search';

/** Returns the address of the results for a term. */
export const searchAddress = (term: string): string => `${SEARCH}?${new URLSearchParams({ term }).toString()}`;

/** Returns the term in a query; a longer term is truncated, so that the page displays the term for which it searches. */
export const readTerm = (query: string): string =>
  (new URLSearchParams(query).get('term') ?? '').trim().slice(0, LONGEST_TERM);

/** Returns an address as web storage may contain it: without a search term. */
export const storableAddress = (address: string): string =>
  findRoute(address)?.path === SEARCH ? SEARCH : address;
