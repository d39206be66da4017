/**
 * Something that counts once (a payment, an application) is submitted under an idempotency key. Where no answer comes,
 * the server settles what became of the key: it has recorded it, or closes it for good (ruling 4).
 */
import * as v from 'valibot';
import type { CallFailure } from './call.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** The key under which a submission is recorded: a random UUID, unique per borrower. */
export const IdempotencyKey = v.pipe(v.string(), v.uuid());

/** The key under which something is submitted, and whether it has been sent; null before there is one. Drafts keep it. */
export const KeptSubmission = v.nullable(v.object({ key: IdempotencyKey, sent: v.boolean() }));
export type KeptSubmission = v.InferOutput<typeof KeptSubmission>;

/**
 * The schema of what became of a submission. `recorded` gives its answer and the record of what it asked for. `closed`
 * means that the server had nothing under the key and has closed it: a request with that key that arrives later is
 * refused, so nothing was accepted and nothing will be.
 */
export const submissionOutcome = <Answer extends Schema, Asked extends Schema>(answer: Answer, record: Asked) =>
  v.variant('outcome', [
    v.object({ outcome: v.literal('recorded'), answer, record }),
    v.object({ outcome: v.literal('closed') }),
  ]);

/** What the server says became of a submission. */
export type SubmissionOutcome<Answer, Asked> =
  | { readonly outcome: 'recorded'; readonly answer: Answer; readonly record: Asked }
  | { readonly outcome: 'closed' };

/**
 * How a submission ended. The record is there when it came from settling; a refusal has an answer that says no, or the
 * failure by which the server refused the request; what never arrived was not accepted, and its key takes nothing any more:
 * `isCanceled` says that whoever submitted it had stopped it.
 */
export type SubmissionResult<Answer, Asked> =
  | { readonly result: 'accepted'; readonly answer: Answer; readonly record: Asked | null }
  | { readonly result: 'refused'; readonly answer: Answer | null; readonly failure: CallFailure | null }
  | { readonly result: 'neverArrived'; readonly isCanceled?: true };

/** Whether a submission was found, and was accepted: `isAccepted` says what its answer means. */
export const isRecordedAsAccepted = <Answer>(
  outcome: SubmissionOutcome<Answer, unknown>,
  isAccepted: (answer: Answer) => boolean,
): boolean => outcome.outcome === 'recorded' && isAccepted(outcome.answer);

/** Whether a submission was found, and was refused. */
export const isRecordedAsRefused = <Answer>(
  outcome: SubmissionOutcome<Answer, unknown>,
  isAccepted: (answer: Answer) => boolean,
): boolean => outcome.outcome === 'recorded' && !isAccepted(outcome.answer);

/**
 * Whether a failed submission was definitely not accepted: the server refused it by name. Anything else, a time-out above
 * all, leaves the outcome open; so does 409, which says that the key was settled elsewhere (ruling 4).
 */
export const isDefinitelyNotAccepted = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.status >= 400 && failure.status < 500 && failure.status !== 409;
