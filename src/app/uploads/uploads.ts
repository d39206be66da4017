/**
 * Uploads of documents whose page the person has left. They continue inside the portal: the shell shows their progress and
 * result. While one is being sent, the browser asks before the document unloads.
 */
import * as v from 'valibot';
import { FilePart, toFailure } from '#domain/call.ts';
import { isDefinitelyNotAccepted } from '#domain/submission.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { LeftUpload } from '../../views/documents/uploads-left/UploadsLeft.tsx';
import type { Unsaved } from '../browser/unsaved.ts';

export interface Uploads {
  /** The uploads whose page was left, the oldest first. */
  readonly shown: () => readonly LeftUpload[];
  /** Subscribes to changes of them. Returns a function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Removes an upload that has ended. */
  readonly close: (id: string) => void;
  /** Runs effects. An upload continues after the person leaves its page; canceling it on its page aborts it. */
  readonly going: (run: RunEffect) => RunEffect;
  /** Aborts all uploads when the session ends. */
  readonly stop: () => void;
}

export interface UploadDeps {
  readonly unsaved: Pick<Unsaved, 'hold'>;
  /** The path of the present page. */
  readonly place: () => string;
}

/** The parts of an upload's response that determine its result. */
const Answer = v.variant('outcome', [
  v.object({ outcome: v.literal('received') }),
  v.object({ outcome: v.literal('refused'), reason: v.string() }),
]);

type End = Pick<LeftUpload, 'state' | 'reason'>;

/** Returns the result of an upload, from its response. */
function parseEnd(answer: unknown): End {
  const known = v.parse(Answer, answer);
  return known.outcome === 'received'
    ? { state: 'received', reason: null }
    : { state: 'refused', reason: known.reason };
}

/** Returns the result of an upload without a response: the server may have received it, unless it refused the call. */
const endOfFailure = (error: unknown): End => ({
  state: isDefinitelyNotAccepted(toFailure(error)) ? 'refused' : 'unknown',
  reason: null,
});

export function createUploads({ unsaved, place }: UploadDeps): Uploads {
  let left: readonly LeftUpload[] = [];
  const listeners = new Set<() => void>();
  const sending = new Set<AbortController>();
  const show = (next: readonly LeftUpload[]) => {
    left = next;
    listeners.forEach((each) => each());
  };
  /** Does nothing while the page of the upload is open. */
  const update = (id: string, change: Partial<LeftUpload>) => {
    if (left.some((each) => each.id === id)) show(left.map((each) => (each.id === id ? { ...each, ...change } : each)));
  };

  return {
    shown: () => left,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: (id) => show(left.filter((each) => each.id !== id)),
    going: (run) => async (effect, input, signal, onProgress) => {
      const multipart = effect.kind === 'call' ? effect.call.multipart : undefined;
      if (multipart === undefined) return run(effect, input, signal, onProgress);
      const { body } = v.parse(v.object({ body: v.record(v.string(), v.unknown()) }), input);
      const { name } = v.parse(FilePart, body[multipart.file]);
      const id = crypto.randomUUID();
      const startedAt = place();
      const own = new AbortController();
      const release = unsaved.hold({ isRequested: true });
      let percent = 0;
      const stopOrLeave = () => {
        if (place() === startedAt) own.abort();
        else show([...left, { id, name, percent, state: 'sending', reason: null }]);
      };
      // The address has changed before the page unmounts; a page that only rerenders keeps it.
      signal.addEventListener('abort', stopOrLeave, { once: true });
      sending.add(own);
      try {
        const answer = await run(effect, input, own.signal, (now) => {
          percent = now;
          update(id, { percent });
          onProgress?.(now);
        });
        update(id, parseEnd(answer));
        return answer;
      } catch (error) {
        update(id, endOfFailure(error));
        throw error;
      } finally {
        signal.removeEventListener('abort', stopOrLeave);
        sending.delete(own);
        release();
      }
    },
    stop: () => {
      sending.forEach((each) => each.abort());
      show([]);
    },
  };
}
