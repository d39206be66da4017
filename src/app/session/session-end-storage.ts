/**
 * Record in this tab of a session that ended by itself: the reason, which the next page shows, and the last address, to
 * which the next sign-in returns. The name of the time-out flag is from the specification (P §4).
 */
import * as v from 'valibot';
import { homeOf } from '#domain/session/identity/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';

/** The person was inactive, or the provider no longer renews the session. */
export type InvoluntaryEnd = 'timedOut' | 'expired';

const FLAGS: Readonly<Record<InvoluntaryEnd, string>> = { timedOut: 'AutoLoggedOut', expired: 'SessionExpired' };
const PLACE = 'AutoLoggedOut.place';

const Place = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), webAccountId: v.string() }));

export interface Place {
  readonly address: string;
  /** The web account of the session. Sign-ins of other accounts do not return to its address. */
  readonly webAccountId: string;
}

/** Notes why the session has ended by itself, and where. */
export function setSessionEnd(storage: Storage, end: InvoluntaryEnd, place: Place): void {
  clearSessionEnd(storage);
  storage.setItem(FLAGS[end], 'true');
  storage.setItem(PLACE, JSON.stringify(place));
}

/** Returns the reason why the last session of this tab ended by itself; undefined if it did not. */
export const involuntaryEndOf = (storage: Pick<Storage, 'getItem'>): InvoluntaryEnd | undefined =>
  (['timedOut', 'expired'] as const).find((end) => storage.getItem(FLAGS[end]) === 'true');

/** Called after a sign-in or a deliberate log-out. */
export function clearSessionEnd(storage: Storage): void {
  for (const key of [...Object.values(FLAGS), PLACE]) storage.removeItem(key);
}

/**
 * Returns the address to open after a sign-in: the requested address or, if that is only the person's home page, the
 * address at which their session ended.
 */
export function addressAfterSignIn(storage: Storage, person: Person, asked: string | null): string | null {
  if (asked !== null && !['/', '/welcome', homeOf(person)].includes(asked)) return asked;
  const place = v.safeParse(Place, storage.getItem(PLACE));
  return place.success && place.output.webAccountId === person.webAccountId ? place.output.address : asked;
}
