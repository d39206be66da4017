/** How anything is walked that is submitted once (ruling 4): here an application, sent now or before a reload. */
import type { AnyStateMachine, ContextFrom } from 'xstate';
import * as v from 'valibot';
import { defineCall, failureOf } from '#domain/call.ts';
import { type SubmissionResult, submissionOutcome } from '#domain/submission.ts';
import { sampleKey } from '#domain/samples.ts';
import { call } from './effect.ts';
import { type Answer, type ExpectedWhere, type FlowModel, type Outcome, type Then, defineModel } from './model.ts';
import { type Submission, submission } from './submission.machine.ts';

type Context = ContextFrom<Submission>;

/** What is submitted, what the server answers, and what is read meanwhile. */
export interface SubmissionSamples {
  readonly key: string;
  /** `withoutBody` for a call that has none. */
  readonly body: unknown;
  /** What stands behind the address, where the call has a query. */
  readonly query?: object;
  readonly accepted: unknown;
  readonly rejected: unknown;
  /** In which other ways it is refused, by answers or by what the client throws, by their names. */
  readonly refusals?: Readonly<Record<string, Answer>>;
  /** What the server has recorded of it. */
  readonly record: unknown;
  readonly messages: {
    readonly sending: string;
    readonly outcomeUnknown: string;
    readonly explanation: string;
    readonly asking: string;
  };
  /** What is read while a file is sent, with how much of it has been, and once the sending has been stopped. */
  readonly file?: { readonly progress: (percent: number) => string; readonly canceling: string };
}

/** How much of a file the browser has sent. */
const PERCENT = 45;

/** It has ended, and says how. */
const ended = (state: string, result: SubmissionResult<unknown, unknown>): ExpectedWhere<Context> => ({
  state,
  context: { result },
  output: result,
});

/** The model of a submission. */
export function createSubmissionModel(
  machine: AnyStateMachine,
  { key, body, query, accepted, rejected, refusals = {}, record, messages, file }: SubmissionSamples,
): FlowModel<Submission> {
  const address = query === undefined ? {} : { query };
  const input = { idempotencyKey: key, body, ...address };
  const sent = body === 'withoutBody' ? { idempotencyKey: key, ...address } : input;
  const asks = { state: 'outcomeUnknown.asking', calls: { settle: { body: { idempotencyKey: key } } } };
  const nothingYet = { result: null, progress: 0, isCanceled: false };
  const refusedRequest = { kind: 'refused', status: 422 } as const;

  /** The server says no, by its answer or by refusing the request. */
  const refusal = (answer: Answer): Outcome<Context> => ({
    ...answer,
    then: ended(
      'refused',
      'answers' in answer
        ? { result: 'refused', answer: answer.answers, failure: null }
        : { result: 'refused', answer: null, failure: failureOf(answer.throws) },
    ),
  });
  /** Nothing is known of it: it is not sent again, the server is asked. */
  const openOutcome: Then<Context> = {
    ...asks,
    focus: { place: 'heading', delay: 0 },
    hides: [messages.sending],
  };

  return defineModel<Submission>({
    machine,
    inputs: {
      'a submission': {
        input,
        then: { state: 'sending', context: { ...input, ...nothingYet }, calls: { send: sent } },
      },
      'a submission that was sent before a reload': {
        input: { idempotencyKey: key, body: null },
        then: { ...asks, context: { idempotencyKey: key, body: null, ...nothingYet } },
      },
    },
    events: [
      {
        event: { type: 'outcome.askedAgain' },
        gesture: { action: 'click', role: 'button', name: 'Check again now' },
        then: {
          in: 'outcomeUnknown.waitingToAskAgain',
          ...asks,
          focus: { place: 'notice', delay: 0 },
          hides: ['Check again now'],
        },
      },
      // Only what has a file takes long enough to be watched, and stopped.
      ...(file === undefined ? [] : sendingFile(file, asks.calls)),
    ],
    outcomes: {
      send: {
        'it is accepted': {
          answers: accepted,
          then: ended('accepted', { result: 'accepted', answer: accepted, record: null }),
        },
        'it is refused': {
          answers: rejected,
          then: ended('refused', { result: 'refused', answer: rejected, failure: null }),
        },
        'the server refuses the request': {
          throws: refusedRequest,
          then: ended('refused', { result: 'refused', answer: null, failure: refusedRequest }),
        },
        ...Object.fromEntries(Object.entries(refusals).map(([name, answer]) => [name, refusal(answer)])),
        'the key was settled elsewhere': { throws: { kind: 'refused', status: 409 }, then: openOutcome },
        'the server breaks down': { throws: { kind: 'refused', status: 503 }, then: openOutcome },
        'no answer in time': { throws: { kind: 'noAnswer' }, then: openOutcome },
      },
      settle: {
        'it was accepted': {
          answers: { outcome: 'recorded', answer: accepted, record },
          then: ended('accepted', { result: 'accepted', answer: accepted, record }),
        },
        'it was refused': {
          answers: { outcome: 'recorded', answer: rejected, record },
          then: ended('refused', { result: 'refused', answer: rejected, failure: null }),
        },
        'it never arrived': {
          answers: { outcome: 'closed' },
          then: [
            ...(file === undefined
              ? []
              : [
                  {
                    when: ({ isCanceled }: Context) => isCanceled,
                    ...ended('neverArrived', { result: 'neverArrived', isCanceled: true }),
                  },
                ]),
            ended('neverArrived', { result: 'neverArrived' }),
          ],
        },
        'no answer in time': {
          throws: { kind: 'noAnswer' },
          then: [
            ...(file === undefined
              ? []
              : [
                  {
                    in: 'canceling',
                    state: 'outcomeUnknown.waitingToAskAgain',
                    waits: [4_000],
                    focus: { place: 'heading', delay: 0 } as const,
                    hides: [file.canceling],
                  },
                ]),
            { state: 'outcomeUnknown.waitingToAskAgain', waits: [4_000], hides: [messages.asking] },
          ],
        },
      },
    },
    delays: [{ ms: 4_000, then: { in: 'outcomeUnknown.waitingToAskAgain', ...asks } }],
    screens: {
      sending: [messages.sending],
      ...(file && { canceling: [file.canceling] }),
      outcomeUnknown: [messages.outcomeUnknown, messages.explanation],
      'outcomeUnknown.asking': [messages.asking],
      'outcomeUnknown.waitingToAskAgain': ['Check again now'],
    },
    claims: {
      'nothing is sent twice': {
        callsOnce: 'send',
        brokenBy: 'sending -> send error: target outcomeUnknown swapped for startingSubmission',
      },
      'it counts as accepted only when the server says so': {
        reaching: ({ isIn }) => isIn('accepted'),
        needs: (by) => by.kind === 'outcome' && ['it is accepted', 'it was accepted'].includes(by.outcome),
        brokenBy: 'guard isAccepted: always true',
      },
      'it counts as lost only when the server says so': {
        reaching: ({ isIn }) => isIn('refused') || isIn('neverArrived'),
        needs: (by) => by.kind === 'outcome' && by.outcome !== 'no answer in time' && by.outcome !== 'it is accepted',
        brokenBy: 'guard isDefinitelyNotAccepted: always true',
      },
    },
    ...(file === undefined && { unreachable: WITHOUT_FILE }),
    facts: ({ body: toBeSent, progress, isCanceled }, isIn) => ({
      isToBeSent: toBeSent !== null,
      progress: isIn('sending') ? progress : null,
      isCanceled,
    }),
  });
}

const NO_FILE = 'Only what has a file takes long enough to be watched, and stopped.';

/** What does not happen to a submission without a file. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'sending -> call.progressed': NO_FILE,
  'sending -> sending.canceled': NO_FILE,
  'canceling -> settle done [isRecordedAsAccepted]': NO_FILE,
  'canceling -> settle done [isRecordedAsRefused]': NO_FILE,
  'canceling -> settle done [otherwise]': NO_FILE,
  'canceling -> settle failed': NO_FILE,
};

/** What can happen while a file is sent. */
const sendingFile = (
  { progress, canceling }: Required<SubmissionSamples>['file'],
  calls: Readonly<Record<string, unknown>>,
): FlowModel<Submission>['events'] => [
  {
    event: { type: 'call.progressed', percent: PERCENT },
    on: ['sending'],
    where: (context) => context.progress < PERCENT,
    then: {
      in: 'sending',
      context: { progress: PERCENT },
      reads: [progress(PERCENT)],
      hides: [progress(0)],
    },
  },
  {
    event: { type: 'sending.canceled' },
    on: ['sending'],
    gesture: { action: 'click', role: 'button', name: 'Cancel' },
    // It is not sent any further, and not again.
    then: { in: 'sending', state: 'canceling', context: { isCanceled: true }, calls, reads: [canceling] },
  },
];

const accepted = { isAccepted: true };

const common = { method: 'POST', summary: '', access: ['borrower'], timeLimit: 'write' } as const;

const machine = submission<unknown, unknown, unknown>('submission', {
  send: call(
    defineCall({
      ...common,
      id: 'applications.submit',
      path: 'applications',
      body: v.unknown(),
      response: v.unknown(),
      idempotent: true,
    }),
  ),
  settle: call(
    defineCall({
      ...common,
      id: 'applications.settle',
      path: 'applications/settle',
      body: v.object({ idempotencyKey: v.string() }),
      response: submissionOutcome(v.unknown(), v.unknown()),
    }),
  ),
  isAccepted: (answer) => answer === accepted,
});

const model = createSubmissionModel(machine, {
  key: sampleKey,
  body: { plan: 'IBR' },
  accepted,
  rejected: { isAccepted: false },
  record: { plan: 'IBR' },
  messages: {
    sending: 'Submitting your application…',
    outcomeUnknown: 'We are checking what happened to your application',
    explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
    asking: 'Checking what happened to your application…',
  },
  file: { progress: (percent) => `Sending your application, ${percent} %`, canceling: 'Canceling…' },
});

export default {
  ...model,
  title: 'Submission That Counts Once',
  place: 'within Make a Payment, Create Online Account, Upload Documents, Email Us',
};
