/** Answers of a submission. `record` is the server's record, if the machine asked for it. */
import type { AnyStateMachine } from 'xstate';
import {
  type Answer,
  type Case,
  type Entry,
  type Expected,
  type ExpectedWhere,
  answers,
  toCases,
} from 'xstate-workbench/model';
import { sampleKey } from '#domain/samples.ts';
import { TRY_AGAIN } from './expected-page.ts';
import { expectedOnce } from './expected-submission.ts';
import { type SubmissionSamples, createSubmissionModel } from './submission.model.ts';
import type { Keyed } from './submit-once.ts';

export const accepted = (answer: unknown, record: unknown = null): Answer =>
  answers({ result: 'accepted', answer, record });
export const rejected = (answer: unknown): Answer => answers({ result: 'refused', answer, failure: null });
export const refusedAs = (failure: object): Answer => answers({ result: 'refused', answer: null, failure });
export const neverArrived: Answer = answers({ result: 'neverArrived' });

/** Returns a case without its state: the specification places it. */
function placed<Context>(given: ExpectedWhere<Context>): Case<Context> {
  const { in: _, ...said } = given;
  return said;
}

interface SubmitsSpec<Context> {
  /** The machine that submits, and its samples. */
  readonly machine: AnyStateMachine;
  readonly sample: Omit<SubmissionSamples, 'key' | 'messages'>;
  readonly texts: SubmissionSamples['messages'];
  /** State that submits, and the name of the submission. */
  readonly state: string;
  readonly by: string;
  /** Returns the request. */
  readonly request: (before: Context) => object;
  /** Changes that the new key causes outside the context, such as in the parent's draft. */
  readonly onKey?: Expected<Context>;
}

/**
 * A submission that counts once (ruling 4): its key, its machine, and the screen of an unknown outcome with its retry.
 * After a reload, the machine asks the server for the outcome.
 */
export function submits<Context extends Keyed>({
  machine,
  sample,
  texts,
  state,
  by,
  request,
  onKey = {},
}: SubmitsSpec<Context>) {
  const { sends, asks, keyMade, retried } = expectedOnce<Context>({ state, call: by, request, onKey });
  const retry: Entry<{ readonly type: 'retry.requested' }, Context> = {
    event: { type: 'retry.requested' },
    gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
    cases: retried.map(placed),
  };
  return {
    texts,
    /** A new request is sent. */
    sends: { ...sends, reads: [texts.sending] },
    /** Asks the server for the outcome of an earlier request. */
    asks: asks.calls,
    keyMade: { event: keyMade.event, cases: toCases(keyMade.then).map(placed) },
    outcomeCheckFailed: { shows: [texts.outcomeUnknown], on: [retry] },
    child: createSubmissionModel(machine, { ...sample, key: sampleKey, messages: texts }),
  };
}
