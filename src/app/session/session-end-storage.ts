/**
 * Record in this tab of a session that ended: the reason, which the next page shows, and for a session that ended by itself
 * the last address, to which the next sign-in returns. The name of the time-out flag is from the specification (P §4).
 */
import * as v from 'valibot';
import { storableAddress } from '#domain/portal/content/search-address.ts';
import { getHome } from '#domain/session/identity/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';

/** The person was inactive, the provider no longer renews the session, or the person logged out. */
export type StoredEnd = 'timedOut' | 'expired' | 'loggedOut';

const ENDS = ['timedOut', 'expired', 'loggedOut'] as const;
const FLAGS: Readonly<Record<StoredEnd, string>> = {
  timedOut: 'AutoLoggedOut',
  expired: 'SessionExpired',
  loggedOut: 'LoggedOut',
};
const PLACE = 'AutoLoggedOut.place';

const Place = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), webAccountId: v.string() }));

export interface Place {
  readonly address: string;
  /** The web account of the session. Sign-ins of other accounts do not return to its address. */
  readonly webAccountId: string;
}

/** Stores the reason why the session has ended, and the address to which the next sign-in returns. */
export function setSessionEnd(storage: Storage, end: StoredEnd, place?: Place): void {
  clearSessionEnd(storage);
  storage.setItem(FLAGS[end], 'true');
  if (place !== undefined)
    storage.setItem(PLACE, JSON.stringify({ ...place, address: storableAddress(place.address) }));
}

/** Returns the reason why the last session of this tab ended; undefined if there was none. */
export const readStoredEnd = (storage: Pick<Storage, 'getItem'>): StoredEnd | undefined =>
  ENDS.find((end) => storage.getItem(FLAGS[end]) === 'true');

/** Deletes the record after a sign-in. */
export function clearSessionEnd(storage: Storage): void {
  for (const key of [...Object.values(FLAGS), PLACE]) storage.removeItem(key);
}

/**
 * Returns the address to open after a sign-in: the requested address or, if that is only the person's home page, the
 * address at which their session ended.
 */
export function addressAfterSignIn(storage: Storage, person: Person, requested: string | null): string | null {
  if (requested !== null && !['/', '/welcome', getHome(person)].includes(requested)) return requested;
  const place = v.safeParse(Place, storage.getItem(PLACE));
  return place.success && place.output.webAccountId === person.webAccountId ? place.output.address : requested;
}
