/** Completes writes even if the person leaves the page. */
import type { RunEffect } from '#machines/kit/effect.ts';

/** Runs effects. Leaving the page aborts reads, but not calls that change something. */
export const finishingWrites =
  (run: RunEffect): RunEffect =>
  (effect, input, signal, onProgress) => {
    const isWrite = effect.kind === 'call' && effect.call.timeLimit === 'write';
    return run(effect, input, isWrite ? new AbortController().signal : signal, onProgress);
  };
