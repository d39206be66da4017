/**
 * The address of the site search (P §2.1). Its term was typed, and may be an account number. The first script of each
 * page uses this file, so it must not import the route table.
 */

/** The maximum number of characters of a search term. */
export const LONGEST_TERM = 200;

/** The query parameter with the term, which no other page has. */
const TERM = 'term';

/** Returns the address of the results for a term. */
export const searchAddress = (term: string): string =>
  `/account/search?${new URLSearchParams({ [TERM]: term }).toString()}`;

/** Returns the term in a query; a longer term is truncated, so that the page displays the term for which it searches. */
export const readTerm = (query: string): string =>
  (new URLSearchParams(query).get(TERM) ?? '').trim().slice(0, LONGEST_TERM);

/** Returns an address as web storage may contain it: without a search term. */
export function storableAddress(address: string): string {
  const { pathname, searchParams, hash } = new URL(`https://portal${address}`);
  if (!searchParams.has(TERM)) return address;
  searchParams.delete(TERM);
  const query = searchParams.toString();
  return pathname + (query && `?${query}`) + hash;
}
