/** Cleanup in this tab when a session ends, before its tokens are deleted (P §4). */
import type { SessionEnd } from '#domain/session/identity/shapes.ts';
import { discardStoredDrafts } from '../drafts/draft-storage.ts';
import type { DraftPersistence } from '../drafts/drafts.ts';
import { type Place, setSessionEnd } from './session-end-storage.ts';

export interface SessionEndDeps {
  readonly storage: Storage;
  readonly drafts: () => Promise<DraftPersistence | undefined>;
  /** Returns the current address and person; undefined if no person has signed in. */
  readonly place: () => Place | undefined;
  /** Clears the cached data of the borrower: required actions and facts (P §4). */
  readonly clearFacts: () => void;
}

/**
 * Creates the function that runs when a session ends. A deliberate log-out deletes all drafts, a time-out preserves them.
 * The next page shows why the session ended.
 */
export const createSessionEnd =
  ({ storage, drafts, place, clearFacts }: SessionEndDeps) =>
  async (end: SessionEnd): Promise<void> => {
    clearFacts();
    switch (end) {
      case 'chosen':
        setSessionEnd(storage, 'loggedOut');
        await (await drafts())?.discardAll();
        return discardStoredDrafts(storage);
      case 'elsewhere':
        setSessionEnd(storage, 'loggedOut');
        (await drafts())?.stop();
        return discardStoredDrafts(storage);
      case 'timedOut':
      case 'expired': {
        const here = place();
        if (here !== undefined) setSessionEnd(storage, end, here);
        const stored = await drafts();
        await stored?.saveForLater();
        return stored?.stop();
      }
    }
  };

const CLAIM = 'signing-out-since';
/** The time that one tab has for the provider's sign-out, in milliseconds. */
const CLAIM_HOLDS = 10_000;

/**
 * Returns whether this tab signs out at the provider: all tabs time out in the same second, and the provider ends a session
 * only once.
 */
export async function claimSignOut(storage: Storage): Promise<boolean> {
  const claim = (): boolean => {
    const since = Date.now() - Number(storage.getItem(CLAIM) ?? 0);
    if (since >= 0 && since < CLAIM_HOLDS) return false;
    storage.setItem(CLAIM, String(Date.now()));
    return true;
  };
  return navigator.locks.request(CLAIM, claim);
}
