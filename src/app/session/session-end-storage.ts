/**
 * What is remembered in this tab of a session that ended by itself: why, for the page after it to say so, and where the
 * person was, so that signing in leads back. The flag of the time-out has the specification's name (P §4).
 */
import * as v from 'valibot';
import { homeOf } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';

/** Nobody was there, or the provider renews the session no longer. */
export type SelfEnded = 'timedOut' | 'expired';

const FLAGS: Readonly<Record<SelfEnded, string>> = { timedOut: 'AutoLoggedOut', expired: 'SessionExpired' };
const PLACE = 'AutoLoggedOut.place';

const Place = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), webAccountId: v.string() }));

export interface Place {
  readonly address: string;
  /** Whose place it was: nobody else is led there. */
  readonly webAccountId: string;
}

/** Notes why the session has ended by itself, and where. */
export function setSessionEnd(storage: Storage, end: SelfEnded, place: Place): void {
  clearSessionEnd(storage);
  storage.setItem(FLAGS[end], 'true');
  storage.setItem(PLACE, JSON.stringify(place));
}

/** Why the last session of this tab has ended by itself; undefined where it has not. */
export const selfEnded = (storage: Pick<Storage, 'getItem'>): SelfEnded | undefined =>
  (['timedOut', 'expired'] as const).find((end) => storage.getItem(FLAGS[end]) === 'true');

/** Somebody has signed in, or has logged out on purpose. */
export function clearSessionEnd(storage: Storage): void {
  for (const key of [...Object.values(FLAGS), PLACE]) storage.removeItem(key);
}

/**
 * Where a person goes who has signed in again: to the address that was asked for or, where that is only their first page,
 * to where their session ended.
 */
export function placeAfterSignIn(storage: Storage, person: Person, asked: string | null): string | null {
  if (asked !== null && !['/', '/welcome', homeOf(person)].includes(asked)) return asked;
  const place = v.safeParse(Place, storage.getItem(PLACE));
  return place.success && place.output.webAccountId === person.webAccountId ? place.output.address : asked;
}
