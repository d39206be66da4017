/** The copies of drafts in the storage of a tab, as far as they are spoken of without the code that keeps them. */

/** Before the web account and the flow in the key of a copy. */
export const PREFIX = 'draft.';

const keysIn = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(PREFIX));

/** Returns whether this tab has copies of any web account. */
export const hasStoredDrafts = (storage: Storage): boolean => keysIn(storage).length > 0;

/** Deletes all copies in this tab, of every web account. */
export function discardStoredDrafts(storage: Storage): void {
  for (const key of keysIn(storage)) storage.removeItem(key);
}
