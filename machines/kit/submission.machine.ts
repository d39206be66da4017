/**
 * The machine of everything that is submitted once and cannot be undone. It is sent under its idempotency key; where no
 * answer comes in time, the server is asked what became of the key until it says so. It is never sent twice, and its
 * outcome is never guessed (ruling 4).
 */
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import {
  type SubmissionOutcome,
  type SubmissionResult,
  isDefinitelyNotAccepted,
  isRecordedAsRefused,
  isRecordedAsAccepted,
} from '#domain/submission.ts';
import type { CallProgressed, FocusWanted } from './events.ts';
import { focus } from './focus.ts';
import { required } from './required.ts';
import { withAnswer, withFailure, withPart } from './params.ts';

interface Keyed {
  readonly idempotencyKey: string;
}

/** In place of the body of a call that has none: what is asked for stands in its address. */
export const WITHOUT_BODY = 'withoutBody';
export type WithoutBody = typeof WITHOUT_BODY;

/** A submission, and the key under which it is recorded. */
export interface SubmissionInput<Body, Params = unknown, Query = unknown> extends Keyed {
  /** What is to be sent; null where it was sent before a reload, so that only its outcome is asked for. */
  readonly body: Body | null;
  /** What stands in the address of the request, where its call has parameters. */
  readonly params?: Params;
  /** What stands behind the address, where its call has a query. */
  readonly query?: Query;
}

interface SubmissionContext<Body, Answer, Asked, Params, Query> extends SubmissionInput<Body, Params, Query> {
  readonly result: SubmissionResult<Answer, Asked> | null;
  /** How much of a file has been sent, in whole percent. */
  readonly progress: number;
  /** Whether it was stopped while it was being sent. */
  readonly isCanceled: boolean;
}

/** What makes a submission the submission it is. */
export interface SubmissionDefinition<Body, Answer, Asked, Params = unknown, Query = unknown> {
  /** The placeholder of the call that submits: `call(payments.submit)`. */
  readonly send:
    | PromiseActorLogic<Answer, Keyed & { readonly body: Body }>
    | PromiseActorLogic<Answer, Keyed & { readonly body: Body; readonly params: Params }>
    | (Body extends WithoutBody
        ? PromiseActorLogic<Answer, Keyed> | PromiseActorLogic<Answer, Keyed & { readonly query: Query }>
        : never);
  /** The placeholder of the call that settles what became of a key: `call(payments.settle)`. */
  readonly settle: PromiseActorLogic<SubmissionOutcome<Answer, Asked>, { readonly body: Keyed }>;
  /** Whether an answer says that it was accepted. */
  readonly isAccepted: (answer: Answer) => boolean;
}

/** What follows when the server has said what became of the key. */
const SETTLED = [
  { guard: withAnswer('isRecordedAsAccepted'), target: '#accepted', actions: withAnswer('keepRecord') },
  { guard: withAnswer('isRecordedAsRefused'), target: '#refused', actions: withAnswer('keepRecord') },
  { target: '#neverArrived', actions: withAnswer('keepRecord') },
] as const;

/** The machine of one submission; its output is how it ended. */
export function submission<Body, Answer, Asked, Params = unknown, Query = unknown>(
  id: string,
  { send, settle, isAccepted }: SubmissionDefinition<Body, Answer, Asked, Params, Query>,
) {
  type Outcome = SubmissionOutcome<Answer, Asked>;
  return setup({
    types: {
      context: {} as SubmissionContext<Body, Answer, Asked, Params, Query>,
      events: {} as { type: 'outcome.askedAgain' } | { type: 'sending.canceled' } | CallProgressed,
      input: {} as SubmissionInput<Body, Params, Query>,
      output: {} as SubmissionResult<Answer, Asked>,
      emitted: {} as FocusWanted,
      tags: {} as 'busy',
    },
    // A call with parameters or a query is given them by whoever submits, any other has none.
    actors: { send: send as PromiseActorLogic<Answer, object>, settle },
    delays: {
      /** How long to wait before asking again what became of it: long enough for the server to recover. */
      betweenQuestions: 4_000,
    },
    guards: {
      hasBeenSent: ({ context }) => context.body === null,
      isAccepted: (_, answer: Answer) => isAccepted(answer),
      isRecordedAsAccepted: (_, outcome: Outcome) => isRecordedAsAccepted(outcome, isAccepted),
      isRecordedAsRefused: (_, outcome: Outcome) => isRecordedAsRefused(outcome, isAccepted),
      isDefinitelyNotAccepted: (_, failure: CallFailure) => isDefinitelyNotAccepted(failure),
    },
    actions: {
      keepAccepted: assign({
        result: (_, answer: Answer) => ({ result: 'accepted' as const, answer, record: null }),
      }),
      keepRefused: assign({
        result: (_, answer: Answer) => ({ result: 'refused' as const, answer, failure: null }),
      }),
      keepFailure: assign({
        result: (_, failure: CallFailure) => ({
          result: 'refused' as const,
          answer: null,
          failure,
        }),
      }),
      keepRecord: assign({
        result: ({ context: { isCanceled } }, outcome: Outcome) => {
          if (outcome.outcome === 'closed')
            return { result: 'neverArrived' as const, ...(isCanceled && { isCanceled }) };
          const { answer, record } = outcome;
          if (isAccepted(answer)) return { result: 'accepted' as const, answer, record };
          return { result: 'refused' as const, answer, failure: null };
        },
      }),
      keepProgress: assign({ progress: (_, percent: number) => percent }),
      setCanceled: assign({ isCanceled: true }),
      focusHeading: focus('heading'),
      focusNotice: focus('notice'),
    },
  }).createMachine({
    id,
    description: 'Something that counts once is sent; without an answer, the server is asked what became of it',
    context: ({ input }) => ({ ...input, result: null, progress: 0, isCanceled: false }),
    output: ({ context }) => required(context.result, 'a result'),
    initial: 'startingSubmission',
    states: {
      startingSubmission: {
        description: 'What was sent before a reload is not sent again',
        always: [{ guard: 'hasBeenSent', target: 'outcomeUnknown' }, { target: 'sending' }],
      },

      sending: {
        description: 'It is under way to the server',
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { idempotencyKey, body, params, query } }) => ({
            idempotencyKey,
            ...(body !== WITHOUT_BODY && { body: required(body, 'a body') }),
            ...(params !== undefined && { params }),
            ...(query !== undefined && { query }),
          }),
          onDone: [
            {
              guard: withAnswer('isAccepted'),
              target: 'accepted',
              actions: withAnswer('keepAccepted'),
            },
            {
              target: 'refused',
              actions: withAnswer('keepRefused'),
            },
          ],
          onError: [
            {
              guard: withFailure('isDefinitelyNotAccepted'),
              target: 'refused',
              actions: withFailure('keepFailure'),
            },
            { target: 'outcomeUnknown', actions: 'focusHeading' },
          ],
        },
        on: {
          'call.progressed': { actions: withPart('keepProgress', 'percent') },
          'sending.canceled': { target: 'canceling', actions: 'setCanceled' },
        },
      },

      canceling: {
        description:
          'It is sent no further; the server is asked whether it had arrived, and voids its key where it had not',
        tags: 'busy',
        invoke: {
          id: 'settle',
          src: 'settle',
          input: ({ context: { idempotencyKey } }) => ({ body: { idempotencyKey } }),
          onDone: SETTLED,
          onError: { target: '#waitingToAskAgain', actions: 'focusHeading' },
        },
      },

      outcomeUnknown: {
        description: 'No answer came: the server is asked what became of it, which is neither repeated nor guessed',
        initial: 'asking',
        states: {
          asking: {
            description: 'The server is being asked; a key that it has never seen is voided',
            tags: 'busy',
            invoke: {
              id: 'settle',
              src: 'settle',
              input: ({ context: { idempotencyKey } }) => ({ body: { idempotencyKey } }),
              onDone: SETTLED,
              onError: { target: 'waitingToAskAgain' },
            },
          },
          waitingToAskAgain: {
            id: 'waitingToAskAgain',
            description: 'The server could not say; it is asked again in a moment',
            after: { betweenQuestions: 'asking' },
            on: { 'outcome.askedAgain': { target: 'asking', actions: 'focusNotice' } },
          },
        },
      },

      accepted: { id: 'accepted', description: 'It was accepted', type: 'final' },
      refused: { id: 'refused', description: 'It was not accepted: the answer or the server says no', type: 'final' },
      neverArrived: { id: 'neverArrived', description: 'It never arrived, and its key is closed', type: 'final' },
    },
  });
}

/** The machine of a submission, whatever it is about. */
export type Submission<
  Body = unknown,
  Answer = unknown,
  Asked = unknown,
  Params = unknown,
  Query = unknown,
> = ReturnType<typeof submission<Body, Answer, Asked, Params, Query>>;
