/**
 * Reads that are asked for before anybody needs them, so that what a page begins with does not wait for what decides about the
 * page. Each answer, or failure, is given once to whoever makes the same call; it is then as old as that call would have been.
 */
import * as v from 'valibot';
import { type CallSpec, addressOf } from '#domain/call.ts';
import type { MakeCall } from '#machines/kit/effect.ts';

/** A call without a body, and the parts of its address. */
export interface FirstCall {
  readonly call: CallSpec;
  readonly params?: Readonly<Record<string, string>>;
}

/** How long an answer waits for somebody who needs it, in milliseconds. */
export const AHEAD_LIMIT = 5_000;

export interface AskAhead {
  /** Asks, unless the same is under way already. */
  readonly ask: (first: FirstCall) => void;
  /** Makes a call, or gives what was asked for ahead. */
  readonly make: MakeCall;
}

interface Asked {
  readonly answer: Promise<unknown>;
  readonly since: number;
}

const Value = v.union([v.string(), v.number(), v.boolean()]);
const AddressParts = v.object({
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  query: v.optional(v.record(v.string(), v.optional(Value))),
});

/** Rejects as soon as the caller does not want the answer any more. */
const unlessAborted = (answer: Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });

const keyOf = (call: CallSpec, request: unknown): string => {
  const { params, query } = v.parse(AddressParts, request);
  return addressOf(call, params, query);
};

/** `now` is in milliseconds. */
export function createAskAhead(make: MakeCall, now: () => number): AskAhead {
  const asked = new Map<string, Asked>();
  return {
    ask({ call, params }) {
      const request = params === undefined ? {} : { params };
      const key = keyOf(call, request);
      if (asked.has(key)) return;
      const answer = make(call, request, new AbortController().signal);
      // Whoever needs it says what failed.
      answer.catch(() => undefined);
      asked.set(key, { answer, since: now() });
    },
    make(call, request, signal, onProgress) {
      if (call.method !== 'GET') {
        // What is written may change what was read.
        asked.clear();
        return make(call, request, signal, onProgress);
      }
      const key = keyOf(call, request);
      const ahead = asked.get(key);
      asked.delete(key);
      if (ahead === undefined || now() - ahead.since > AHEAD_LIMIT) return make(call, request, signal);
      return unlessAborted(ahead.answer, signal);
    },
  };
}
