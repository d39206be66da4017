/**
 * The number of unread messages, for the menu. Stored in the tab's session storage for one web account, so that it
 * survives a reload without another access check (P §3).
 */
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { RunEffect } from '#machines/kit/effect.ts';

const UNREAD = 'unread-messages';

const Stored = v.pipe(v.string(), v.parseJson(), v.object({ webAccountId: v.string(), count: v.number() }));

export interface UnreadMessages {
  /** Undefined if unknown. */
  readonly getCount: (webAccountId: string | undefined) => number | undefined;
  readonly select: (webAccountId: string, count: number) => void;
  readonly forget: () => void;
  /** Subscribes to changes of the number. Returns a function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
}

export function createUnreadMessages(storage: Storage): UnreadMessages {
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((each) => each());
  return {
    getCount(webAccountId) {
      const stored = v.safeParse(Stored, storage.getItem(UNREAD));
      return stored.success && stored.output.webAccountId === webAccountId ? stored.output.count : undefined;
    },
    select(webAccountId, count) {
      storage.setItem(UNREAD, JSON.stringify({ webAccountId, count }));
      changed();
    },
    forget() {
      storage.removeItem(UNREAD);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Runs effects, and stores the number of unread messages from their responses. */
export const withUnread =
  (run: RunEffect, unread: UnreadMessages, webAccountId: () => string | undefined): RunEffect =>
  async (effect, input, signal, onProgress) => {
    const answer = await run(effect, input, signal, onProgress);
    const count = effect.kind === 'call' ? effect.call.unreadIn?.(answer) : undefined;
    const id = webAccountId();
    if (count !== undefined && id !== undefined) unread.select(id, count);
    return answer;
  };

/** Returns the number of unread messages; undefined if unknown. */
export const useUnreadMessages = (
  { subscribe, getCount }: UnreadMessages,
  webAccountId: string | undefined,
): number | undefined => {
  const read = () => getCount(webAccountId);
  return useSyncExternalStore(subscribe, read, read);
};
