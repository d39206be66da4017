/** Logs failures that the person does not see. */
import { emit } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { FailureIgnored } from './events.ts';
import type { KitAction } from './params.ts';

/**
 * Returns the action that logs a failure: `logUnmarked: logIgnored('The message was not marked')`, run `withFailure`.
 */
export const logIgnored = (what: string) =>
  emit((_, failure: CallFailure): FailureIgnored => ({ type: 'failure.ignored', what, failure })) as KitAction<
    object,
    CallFailure,
    FailureIgnored
  >;
