/**
 * Machine of every submission that must happen once and cannot be undone. It creates an idempotency key, reports it to
 * its parent with {@link KeyMade}, and sends the request under it. If no answer comes in time, it asks the server for
 * the outcome of the key until it is known. It never sends the request twice and never guesses the outcome (ruling 4).
 */
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import {
  type SubmissionOutcome,
  type SubmissionResult,
  isDefinitelyNotAccepted,
  isRecorded,
  isRecordedAsAccepted,
} from '#domain/submission.ts';
import { effects } from './effect.ts';
import type { CallProgressed, FocusRequested, KeyMade } from './events.ts';
import { focusActions } from './focus.ts';
import { notifyWith } from './relay.ts';
import { required } from './failures.ts';
import { withAnswer, withEvent, withFailure } from './params.ts';

interface Keyed {
  readonly idempotencyKey: string;
}

/** Placeholder body of a call without a body; its data is in the URL. */
export const WITHOUT_BODY = 'withoutBody' as const;
export type WithoutBody = typeof WITHOUT_BODY;

/** Request to send. */
export interface SubmissionRequest<Body, Params = unknown, Query = unknown> {
  readonly body: Body;
  /** Path parameters of the call, if any. */
  readonly params?: Params;
  /** Query parameters of the call, if any. */
  readonly query?: Query;
}

/** Request to send, or the key of a request that was sent: then the machine only asks for the outcome. */
export type SubmissionInput<Body, Params = unknown, Query = unknown> = SubmissionRequest<Body, Params, Query> | Keyed;

interface SubmissionContext<Body, Answer, Requested, Params, Query> {
  /** Key under which the server records the submission; null until it is created. */
  readonly idempotencyKey: string | null;
  /** Null if the request was sent earlier. */
  readonly request: SubmissionRequest<Body, Params, Query> | null;
  readonly result: SubmissionResult<Answer, Requested> | null;
  /** Upload progress in whole percent. */
  readonly progress: number;
  /** Whether the upload was canceled while it was being sent. */
  readonly isCanceled: boolean;
}

export interface SubmissionDefinition<Body, Answer, Requested, Params = unknown, Query = unknown> {
  /** Placeholder of the call that submits: `call(payments.submit)`. */
  readonly send:
    | PromiseActorLogic<Answer, Keyed & { readonly body: Body }>
    | PromiseActorLogic<Answer, Keyed & { readonly body: Body; readonly params: Params }>
    | (Body extends WithoutBody
        ? PromiseActorLogic<Answer, Keyed> | PromiseActorLogic<Answer, Keyed & { readonly query: Query }>
        : never);
  /** Placeholder of the call that returns the outcome of a key: `call(payments.settle)`. */
  readonly settle: PromiseActorLogic<SubmissionOutcome<Answer, Requested>, { readonly body: Keyed }>;
  /** Returns true if an answer means acceptance. */
  readonly isAccepted: (answer: Answer) => boolean;
}

/** Request for the outcome of the key. */
const settleRequest = ({
  context: { idempotencyKey },
}: {
  readonly context: { readonly idempotencyKey: string | null };
}) => ({
  body: { idempotencyKey: required(idempotencyKey, 'a key') },
});

/** Transitions for the server's answer about the outcome of a key. */
const SETTLED = [
  { guard: withAnswer('isRecordedAsAccepted'), target: '#accepted', actions: withAnswer('setRecord') },
  { guard: withAnswer('isRecorded'), target: '#refused', actions: withAnswer('setRecord') },
  { target: '#neverArrived', actions: withAnswer('setRecord') },
] as const;

/** Creates the machine of one submission. Its output is the outcome. */
export function submission<Body, Answer, Requested, Params = unknown, Query = unknown>(
  id: string,
  { send, settle, isAccepted }: SubmissionDefinition<Body, Answer, Requested, Params, Query>,
) {
  type Outcome = SubmissionOutcome<Answer, Requested>;
  return setup({
    types: {
      context: {} as SubmissionContext<Body, Answer, Requested, Params, Query>,
      events: {} as { type: 'outcome.askedAgain' } | { type: 'sending.canceled' } | CallProgressed,
      input: {} as SubmissionInput<Body, Params, Query>,
      output: {} as SubmissionResult<Answer, Requested>,
      emitted: {} as FocusRequested,
      tags: {} as 'busy',
    },
    // The parent passes `params` and `query` only to calls that have them.
    actors: { makeKey: effects['key.make'], send: send as PromiseActorLogic<Answer, object>, settle },
    delays: {
      /** Delay in milliseconds before the next question about the outcome, so that the server can recover. */
      betweenQuestions: 4_000,
    },
    guards: {
      hasBeenSent: ({ context }) => context.request === null,
      isAccepted: (_, answer: Answer) => isAccepted(answer),
      isRecordedAsAccepted: (_, outcome: Outcome) => isRecordedAsAccepted(outcome, isAccepted),
      isRecorded: (_, outcome: Outcome) => isRecorded(outcome),
      isDefinitelyNotAccepted: (_, failure: CallFailure) => isDefinitelyNotAccepted(failure),
    },
    actions: {
      setKey: assign({ idempotencyKey: (_, key: string) => key }),
      notifyKey: notifyWith((key: string): KeyMade => ({ type: 'key.made', key })),
      setNothingSent: assign({ result: { result: 'neverArrived' as const } }),
      setAccepted: assign({
        result: (_, answer: Answer) => ({ result: 'accepted' as const, answer, record: null }),
      }),
      setRefused: assign({
        result: (_, answer: Answer) => ({ result: 'refused' as const, answer, failure: null }),
      }),
      setFailure: assign({
        result: (_, failure: CallFailure) => ({
          result: 'refused' as const,
          answer: null,
          failure,
        }),
      }),
      setRecord: assign({
        result: ({ context: { isCanceled } }, outcome: Outcome) => {
          if (outcome.outcome === 'closed')
            return { result: 'neverArrived' as const, ...(isCanceled && { isCanceled }) };
          const { answer, record } = outcome;
          if (isAccepted(answer)) return { result: 'accepted' as const, answer, record };
          return { result: 'refused' as const, answer, failure: null };
        },
      }),
      setProgress: assign({ progress: (_, percent: number) => percent }),
      setCanceled: assign({ isCanceled: true }),
      ...focusActions,
    },
  }).createMachine({
    id,
    description: 'Sends a request that counts only once; without an answer, asks the server for its outcome',
    context: ({ input }) => ({
      ...('idempotencyKey' in input ? { ...input, request: null } : { idempotencyKey: null, request: input }),
      result: null,
      progress: 0,
      isCanceled: false,
    }),
    output: ({ context }) => required(context.result, 'a result'),
    initial: 'startingSubmission',
    states: {
      startingSubmission: {
        description: 'Chooses the first state; a request that was sent before is not sent again',
        always: [{ guard: 'hasBeenSent', target: 'outcomeUnknown' }, { target: 'makingKey' }],
      },

      makingKey: {
        description: 'The machine makes an idempotency key, so that the request counts only once',
        tags: 'busy',
        invoke: {
          id: 'makeKey',
          src: 'makeKey',
          input: {},
          onDone: { target: 'sending', actions: [withAnswer('setKey'), withAnswer('notifyKey')] },
          onError: { target: 'neverArrived', actions: 'setNothingSent' },
        },
      },

      sending: {
        description: 'The request is in flight',
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { idempotencyKey, request } }) => {
            const { body, ...others } = required(request, 'a request');
            return { idempotencyKey, ...(body !== WITHOUT_BODY && { body }), ...others };
          },
          onDone: [
            {
              guard: withAnswer('isAccepted'),
              target: 'accepted',
              actions: withAnswer('setAccepted'),
            },
            {
              target: 'refused',
              actions: withAnswer('setRefused'),
            },
          ],
          onError: [
            {
              guard: withFailure('isDefinitelyNotAccepted'),
              target: 'refused',
              actions: withFailure('setFailure'),
            },
            { target: 'outcomeUnknown', actions: 'focusHeading' },
          ],
        },
        on: {
          'call.progressed': { actions: withEvent('setProgress', 'percent') },
          'sending.canceled': { target: 'canceling', actions: 'setCanceled' },
        },
      },

      canceling: {
        description: 'The upload is canceled; the server says whether it had arrived, and voids its key if it had not',
        tags: 'busy',
        invoke: {
          id: 'settle',
          src: 'settle',
          input: settleRequest,
          onDone: SETTLED,
          onError: { target: '#waitingToAskAgain', actions: 'focusHeading' },
        },
      },

      outcomeUnknown: {
        description: 'No answer came; the machine asks the server for the outcome, without sending again or guessing',
        initial: 'asking',
        states: {
          asking: {
            description: 'The machine asks the server for the outcome; the server voids a key that it does not know',
            tags: 'busy',
            invoke: {
              id: 'settle',
              src: 'settle',
              input: settleRequest,
              onDone: SETTLED,
              onError: { target: 'waitingToAskAgain' },
            },
          },
          waitingToAskAgain: {
            id: 'waitingToAskAgain',
            description: 'The server could not tell the outcome; the machine asks again after a delay',
            after: { betweenQuestions: 'asking' },
            on: { 'outcome.askedAgain': { target: 'asking', actions: 'focusNotice' } },
          },
        },
      },

      accepted: { id: 'accepted', description: 'The server accepted the submission', type: 'final' },
      refused: {
        id: 'refused',
        description: 'The server refused the submission, in its answer or by rejecting the request',
        type: 'final',
      },
      neverArrived: {
        id: 'neverArrived',
        description: 'The request never arrived and its key is closed',
        type: 'final',
      },
    },
  });
}

export type Submission<
  Body = unknown,
  Answer = unknown,
  Requested = unknown,
  Params = unknown,
  Query = unknown,
> = ReturnType<typeof submission<Body, Answer, Requested, Params, Query>>;
