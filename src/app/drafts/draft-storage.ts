/** Access to the copies of drafts in a tab's storage, for code that runs without the draft module. */

/** The prefix of a copy's key, before the web account and the flow. */
export const PREFIX = 'draft.';

const keysIn = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(PREFIX));

/** Returns whether this tab has copies of any web account. */
export const hasStoredDrafts = (storage: Storage): boolean => keysIn(storage).length > 0;

/** Deletes all copies in this tab, of every web account. */
export function discardStoredDrafts(storage: Storage): void {
  for (const key of keysIn(storage)) storage.removeItem(key);
}
