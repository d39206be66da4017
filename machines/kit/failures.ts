/** Bugs and failures: a value that a machine needs, failures that the person does not see, and those for the error dialog. */
import { emit } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { FailureIgnored, FailureUnhandled } from './events.ts';
import type { KitAction } from './params.ts';

/** Returns the value. Throws if it is missing, which is a bug in the machine. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The machine needs ${what}, which is missing`);
  return value;
}

/**
 * Returns the action that logs a failure: `logUnmarked: logIgnored('The message was not marked')`, run `withFailure`.
 */
export const logIgnored = (what: string) =>
  emit((_, failure: CallFailure): FailureIgnored => ({ type: 'failure.ignored', what, failure })) as KitAction<
    object,
    CallFailure,
    FailureIgnored
  >;

/** Action that shows a failure in the global error dialog (P §8); run `withFailure`. */
export const reportFailure = emit((_, failure: CallFailure): FailureUnhandled => ({
  type: 'failure.unhandled',
  failure,
})) as KitAction<object, CallFailure, FailureUnhandled>;
