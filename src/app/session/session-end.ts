/** What is done in this tab as a session ends, before its tokens are gone (P §4). */
import type { SessionEnd } from '#domain/identity/shapes.ts';
import { discardAllCopies, hasCopies } from '../drafts/copies.ts';
import type { DraftKeeping, KeepingFacts, createDraftKeeping } from '../drafts/drafts.ts';
import { logFailure } from '../errors/log.ts';
import { type Place, clearSessionEnd, setSessionEnd } from './session-end-storage.ts';

/** The drafts of whoever is signed in; those of somebody before are no longer sent. */
export interface DraftsByPerson {
  /** Those of a web account. The code that keeps drafts comes with the pages that have some, which hand it over. */
  readonly of: (webAccountId: string, create: typeof createDraftKeeping) => DraftKeeping;
  /** Those with which a page of this document has begun. */
  readonly present: () => DraftKeeping | undefined;
  /** Those of a web account whose session ends; undefined where this tab has none. */
  readonly ending: (webAccountId: string) => Promise<DraftKeeping | undefined>;
}

export function createDraftsByPerson(facts: Omit<KeepingFacts, 'webAccountId'>): DraftsByPerson {
  let present: { readonly webAccountId: string; readonly drafts: DraftKeeping } | undefined;
  const of: DraftsByPerson['of'] = (webAccountId, create) => {
    if (present?.webAccountId === webAccountId) return present.drafts;
    present?.drafts.stop();
    present = { webAccountId, drafts: create({ ...facts, webAccountId }) };
    return present.drafts;
  };
  return {
    of,
    present: () => present?.drafts,
    async ending(webAccountId) {
      if (present?.webAccountId === webAccountId) return present.drafts;
      if (!hasCopies(facts.storage)) return undefined;
      try {
        return of(webAccountId, (await import('../drafts/drafts.ts')).createDraftKeeping);
      } catch (error) {
        // Where the code does not arrive, nor would what it has to say to the server.
        logFailure('The drafts could not be ended', error);
        return undefined;
      }
    },
  };
}

export interface EndingFacts {
  readonly storage: Storage;
  readonly drafts: () => Promise<DraftKeeping | undefined>;
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
        await (await drafts())?.discardAll();
        return discardAllCopies(storage);
      case 'elsewhere':
        clearSessionEnd(storage);
        (await drafts())?.stop();
        return discardAllCopies(storage);
      case 'timedOut':
      case 'expired': {
        const here = place();
        if (here !== undefined) setSessionEnd(storage, end, here);
        const kept = await drafts();
        await kept?.keepForLater();
        return kept?.stop();
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
