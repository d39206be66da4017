import * as v from 'valibot';
import { AccountId } from '#domain/accounts/shapes.ts';

/** Returns the opaque id in a query of an address; null if there is none, or if it cannot be an id (ruling 46). */
export function queryId(query: string, name: string): string | null {
  const requested = new URLSearchParams(query).get(name);
  return v.is(AccountId, requested) ? requested : null;
}
