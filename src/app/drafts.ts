/**
 * Keeps drafts in this tab's session storage, one for each flow and web account, so that nobody else who signs in here is
 * offered them. What a flow may keep is its own rule; numbers of accounts are never in it.
 */
import type { DraftStore } from './flow-host.ts';

const PREFIX = 'draft.';

export function createDrafts(storage: Storage, webAccountId: string): DraftStore {
  const keyOf = (flow: string) => `${PREFIX}${webAccountId}.${flow}`;
  return {
    read(flow) {
      const kept = storage.getItem(keyOf(flow));
      if (kept === null) return undefined;
      try {
        const draft: unknown = JSON.parse(kept);
        return draft;
      } catch {
        return undefined;
      }
    },
    write(flow, draft) {
      if (draft === null) storage.removeItem(keyOf(flow));
      else storage.setItem(keyOf(flow), JSON.stringify(draft));
    },
    discard: (flow) => storage.removeItem(keyOf(flow)),
  };
}

/** Forgets all drafts of this tab: the person signs out on purpose. */
export function discardAllDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
