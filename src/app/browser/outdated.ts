/**
 * Detects that a page may show outdated data (ruling 90): another tab of this browser has sent a change, or the person
 * returns to a tab that was hidden for a while.
 */
import type { RunEffect } from '#machines/kit/effect.ts';

/** How long a tab must have been hidden, in milliseconds. */
const HIDDEN_FOR = 10 * 60_000;

export interface Outdated {
  /** Calls `tell` each time. Returns a function that unsubscribes. */
  readonly watch: (tell: () => void) => () => void;
  /** Notifies the other tabs that this one has sent a change. */
  readonly changed: () => void;
}

export interface OutdatedDeps {
  readonly page: Pick<Document, 'addEventListener' | 'visibilityState'>;
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>;
  /** The time in milliseconds. */
  readonly now: () => number;
}

export function createOutdated({ page, channel, now }: OutdatedDeps): Outdated {
  const watching = new Set<() => void>();
  const tellAll = () => {
    for (const tell of watching) tell();
  };
  let hiddenAt: number | undefined;
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') {
      hiddenAt = now();
    } else if (hiddenAt !== undefined) {
      const isLong = now() - hiddenAt >= HIDDEN_FOR;
      hiddenAt = undefined;
      if (isLong) tellAll();
    }
  });
  channel.addEventListener('message', tellAll);
  return {
    watch: (tell) => {
      watching.add(tell);
      return () => void watching.delete(tell);
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
    changed: () => channel.postMessage('changed'),
  };
}

/** Runs effects, and notifies the other tabs of changes when their response has arrived. */
export const withOutdated =
  (run: RunEffect, { changed }: Pick<Outdated, 'changed'>): RunEffect =>
  async (effect, input, signal, onProgress) => {
    try {
      return await run(effect, input, signal, onProgress);
    } finally {
      // Also without a response, because the server may have received the call.
      if (effect.kind === 'call' && effect.call.idempotent === true) changed();
    }
  };
