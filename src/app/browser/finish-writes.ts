/** Changes are sent to their end, also if the person leaves the page meanwhile. */
import type { RunEffect } from '#machines/kit/effect.ts';

/** Runs effects. A call that changes something is not ended with its page; what is only read is. */
export const finishingWrites =
  (run: RunEffect): RunEffect =>
  (effect, input, signal, onProgress) => {
    const isWrite = effect.kind === 'call' && effect.call.timeLimit === 'write';
    return run(effect, input, isWrite ? new AbortController().signal : signal, onProgress);
  };
