/** Reports failures that the specification shows in the global error dialog (P §8). */
import { emit } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { FailureUnhandled } from './events.ts';
import type { KitAction } from './params.ts';

/** Action that shows a failure in the global error dialog; run `withFailure`. */
export const reportFailure = emit((_, failure: CallFailure): FailureUnhandled => ({
  type: 'failure.unhandled',
  failure,
})) as KitAction<object, CallFailure, FailureUnhandled>;
