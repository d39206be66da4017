/**
 * Idempotent submissions, such as payments and applications. Each has an idempotency key. If the portal receives no
 * response, it settles the key: the server either returns the recorded response or closes the key permanently (ruling 4).
 */
import * as v from 'valibot';
import { type CallFailure, type CallSpec, defineCall } from './call.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** An idempotency key: a random UUID, unique per borrower. */
export const IdempotencyKey = v.pipe(v.string(), v.uuid());

/** The idempotency key in a draft, and whether the request was sent. Null before the first attempt. */
export const StoredSubmission = v.nullable(v.object({ key: IdempotencyKey, sent: v.boolean() }));
export type StoredSubmission = v.InferOutput<typeof StoredSubmission>;

/**
 * Creates the schema of a settled submission. `recorded` has the original response and a record of the request. `closed`
 * means that the server had no request with this key and has closed the key: it will refuse a request with this key that
 * arrives later.
 */
export const submissionOutcome = <Answer extends Schema, Requested extends Schema>(answer: Answer, record: Requested) =>
  v.variant('outcome', [
    v.object({ outcome: v.literal('recorded'), answer, record }),
    v.object({ outcome: v.literal('closed') }),
  ]);

/** Declares a call that takes an idempotency key. */
export const submitCall = <const C extends Omit<CallSpec, 'method' | 'timeLimit' | 'idempotent'>>(spec: C) =>
  defineCall({ method: 'POST', timeLimit: 'write', idempotent: true, ...spec });

/** Declares the call that settles a key. Its response is a {@link submissionOutcome}. */
export const settleCall = <const C extends Omit<CallSpec, 'method' | 'timeLimit' | 'body'>>(spec: C) =>
  defineCall({ method: 'POST', timeLimit: 'read', body: v.strictObject({ idempotencyKey: IdempotencyKey }), ...spec });

/** The part of {@link submissionOutcome} with the schemas of a response and a record, by their wire formats. */
export interface OutcomeSchema<Answer, Requested> {
  readonly options: readonly [
    {
      readonly entries: {
        readonly answer: v.GenericSchema<Answer, unknown>;
        readonly record: v.GenericSchema<Requested, unknown>;
      };
    },
    unknown,
  ];
}

/** The server's response to settling a key. */
export type SubmissionOutcome<Answer, Requested> =
  | { readonly outcome: 'recorded'; readonly answer: Answer; readonly record: Requested }
  | { readonly outcome: 'closed' };

/**
 * The final result of a submission.
 * - `accepted`: `record` is set if the result comes from settling the key.
 * - `refused`: has either a response that rejects the request, or the failure with which the server refused it.
 * - `neverArrived`: the server accepted nothing and has closed the key. `isCanceled` is true if the borrower canceled the
 *   submission.
 */
export type SubmissionResult<Answer, Requested> =
  | { readonly result: 'accepted'; readonly answer: Answer; readonly record: Requested | null }
  | { readonly result: 'refused'; readonly answer: Answer | null; readonly failure: CallFailure | null }
  | { readonly result: 'neverArrived'; readonly isCanceled?: true };

/** Returns whether the settled submission was recorded and accepted. `isAccepted` interprets its response. */
export const isRecordedAsAccepted = <Answer>(
  outcome: SubmissionOutcome<Answer, unknown>,
  isAccepted: (answer: Answer) => boolean,
): boolean => outcome.outcome === 'recorded' && isAccepted(outcome.answer);

/** Returns whether the settled submission was recorded: accepted or rejected. */
export const isRecorded = ({ outcome }: SubmissionOutcome<unknown, unknown>): boolean => outcome === 'recorded';

/**
 * Returns whether the server definitely did not accept a failed submission: it refused the request with a 4xx status.
 * All other failures, such as timeouts, leave the outcome unknown. So does 409, which means that the key was already
 * settled (ruling 4).
 */
export const isDefinitelyNotAccepted = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.status >= 400 && failure.status < 500 && failure.status !== 409;
