/** Keeps the drafts of one person at a time. */
import { logFailure } from '../page/log.ts';
import { hasStoredDrafts } from './draft-storage.ts';
import type { DraftPersistence, DraftPersistenceDeps, createDraftPersistence } from './drafts.ts';

/** The drafts of the signed-in person; drafts of an earlier person are no longer sent. */
export interface DraftsByPerson {
  /** Returns the drafts of a web account. The code for drafts loads with the pages that have them, which pass it in. */
  readonly of: (webAccountId: string, create: typeof createDraftPersistence) => DraftPersistence;
  /** The drafts that a page of this document has already used. */
  readonly present: () => DraftPersistence | undefined;
  /** Returns the drafts of a web account whose session ends; undefined if this tab has none. */
  readonly ending: (webAccountId: string) => Promise<DraftPersistence | undefined>;
}

export function createDraftsByPerson(facts: Omit<DraftPersistenceDeps, 'webAccountId'>): DraftsByPerson {
  let present: { readonly webAccountId: string; readonly drafts: DraftPersistence } | undefined;
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
      if (!hasStoredDrafts(facts.storage)) return undefined;
      try {
        return of(webAccountId, (await import('./drafts.ts')).createDraftPersistence);
      } catch (error) {
        // If the code does not load, its request to the server would fail as well.
        logFailure('The drafts could not be ended', error);
        return undefined;
      }
    },
  };
}
