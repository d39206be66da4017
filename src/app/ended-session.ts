/**
 * What is remembered of a session that ended because nobody was there (P §4), in this tab only: that it did, for the page
 * after it to say so, and where the person was, so that signing in leads back. The name of the flag is the specification's.
 */
import * as v from 'valibot';
import { homeOf } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';

const FLAG = 'AutoLoggedOut';
const PLACE = 'AutoLoggedOut.place';

const Place = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), webAccountId: v.string() }));

export interface Place {
  readonly address: string;
  /** Whose place it was: nobody else is led there. */
  readonly webAccountId: string;
}

/** Notes that the session has timed out, and where. */
export function noteTimeOut(storage: Storage, place: Place): void {
  storage.setItem(FLAG, 'true');
  storage.setItem(PLACE, JSON.stringify(place));
}

/** Whether the last session of this tab has timed out. */
export const hasTimedOut = (storage: Storage): boolean => storage.getItem(FLAG) === 'true';

/** Somebody has signed in, or has logged out on purpose. */
export function forgetTimeOut(storage: Storage): void {
  storage.removeItem(FLAG);
  storage.removeItem(PLACE);
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
