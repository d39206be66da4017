/** What is done in this tab as a session ends, before its tokens are gone (P §4). */
import type { SessionEnd } from '#domain/identity/shapes.ts';
import { type DraftKeeping, type KeepingFacts, createDraftKeeping, discardAllCopies } from '../drafts/drafts.ts';
import { type Place, clearSessionEnd, setSessionEnd } from './session-end-storage.ts';

/** The drafts of whoever is signed in; those of somebody before are no longer sent. */
export function createDraftsByPerson(facts: Omit<KeepingFacts, 'webAccountId'>) {
  let present: { readonly webAccountId: string; readonly drafts: DraftKeeping } | undefined;
  const of = (webAccountId: string): DraftKeeping => {
    if (present?.webAccountId === webAccountId) return present.drafts;
    present?.drafts.stop();
    present = { webAccountId, drafts: createDraftKeeping({ ...facts, webAccountId }) };
    return present.drafts;
  };
  return { of, present: () => present?.drafts };
}

export interface EndingFacts {
  readonly storage: Storage;
  readonly drafts: () => DraftKeeping | undefined;
  /** Where the person is, and who it is; undefined when nobody has been signed in. */
  readonly place: () => Place | undefined;
  /** Forgets what is cached of the borrower: the actions that come first, and facts (P §4). */
  readonly clearFacts: () => void;
}

/**
 * A function that is called as a session ends. Who chose to log out leaves nothing behind; who was away finds what was
 * entered again, and the page after it says why they were logged out.
 */
export const createEnding =
  ({ storage, drafts, place, clearFacts }: EndingFacts) =>
  async (end: SessionEnd): Promise<void> => {
    clearFacts();
    switch (end) {
      case 'chosen':
        clearSessionEnd(storage);
        await drafts()?.discardAll();
        return discardAllCopies(storage);
      case 'elsewhere':
        clearSessionEnd(storage);
        drafts()?.stop();
        return discardAllCopies(storage);
      case 'timedOut':
      case 'expired': {
        const here = place();
        if (here !== undefined) setSessionEnd(storage, end, here);
        await drafts()?.keepForLater();
        return drafts()?.stop();
      }
    }
  };

const CLAIM = 'signing-out-since';
/** How long one tab has to take the browser through the provider's sign-out, in milliseconds. */
const CLAIM_HOLDS = 10_000;

/**
 * Whether this tab is the one that signs out at the provider: all tabs time out in the same second, and the provider ends
 * a session only once.
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
