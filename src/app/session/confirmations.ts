/**
 * Changes that wait for a confirmation (domain/session/confirmation). The server refuses them until the person has
 * confirmed the password or the code of a new email address. A dialog asks for it, and then the call is sent again, so
 * the flows contain no code for it.
 */
import * as v from 'valibot';
import { toFailure } from '#domain/call.ts';
import { confirmation } from '#domain/session/confirmation/calls.ts';
import { type ConfirmationNeed, confirmationNeededBy } from '#domain/session/confirmation/rules.ts';
import type { RunEffect } from '#machines/kit/effect.ts';

/** A change that waits. */
export interface WaitingChange {
  /** Each change has a separate dialog. */
  readonly id: number;
  readonly need: ConfirmationNeed;
  /** The new email address; empty if there is none. */
  readonly email: string;
  /** Ends the wait. `isConfirmed` states whether the person has confirmed. */
  readonly end: (isConfirmed: boolean) => void;
}

/** The change that waits now, for the dialog. */
export interface Confirmations {
  readonly subscribe: (listener: () => void) => () => void;
  readonly waiting: () => WaitingChange | null;
  readonly ask: (need: ConfirmationNeed, email: string, signal: AbortSignal) => Promise<boolean>;
}

export function createConfirmations(): Confirmations {
  let waiting: WaitingChange | null = null;
  let requests = 0;
  const listeners = new Set<() => void>();
  const set = (next: WaitingChange | null) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    waiting: () => waiting,
    ask: (need, email, signal) => {
      // One dialog at a time; without a dialog, the person could not confirm.
      if (waiting !== null || listeners.size === 0) return Promise.resolve(false);
      return new Promise((resolve) => {
        const change: WaitingChange = {
          id: (requests += 1),
          need,
          email,
          end: (isConfirmed) => {
            if (waiting === change) set(null);
            resolve(isConfirmed);
          },
        };
        // The person left the page that made the change.
        signal.addEventListener('abort', () => change.end(false), { once: true });
        set(change);
      });
    },
  };
}

/** The calls of the dialog itself, for which it is not opened again. */
const OWN: ReadonlySet<string> = new Set(Object.values(confirmation).map(({ id }) => id));

const WithEmail = v.object({ body: v.object({ email: v.string() }) });

const emailIn = (input: unknown): string => {
  const read = v.safeParse(WithEmail, input);
  return read.success ? read.output.body.email.trim() : '';
};

/** Returns a runner that asks for a confirmation if the server requires one, and then repeats the call. */
export const withConfirmations =
  (run: RunEffect, confirmations: Confirmations): RunEffect =>
  async (given, input, signal, onProgress) => {
    for (;;) {
      try {
        return await run(given, input, signal, onProgress);
      } catch (thrown) {
        const need = given.kind === 'call' && !OWN.has(given.call.id) ? confirmationNeededBy(toFailure(thrown)) : null;
        if (need === null || !(await confirmations.ask(need, emailIn(input), signal))) throw thrown;
      }
    }
  };
