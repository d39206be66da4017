/** Creates the model of a submission that counts only once (ruling 4), sent now or before a reload. */
import type { AnyStateMachine, ContextFrom } from 'xstate';
import * as v from 'valibot';
import { defineCall, toFailure } from '#domain/call.ts';
import { type SubmissionResult, submissionOutcome } from '#domain/submission.ts';
import { sampleKey } from '#domain/samples.ts';
import { call } from './effect.ts';
import { toNotice } from './expected-page.ts';
import {
  type Answer,
  type ExpectedWhere,
  type FlowModel,
  type Outcome,
  type Then,
  defineModel,
} from 'xstate-workbench/model';
import { type Submission, submission } from './submission.machine.ts';

type Context = ContextFrom<Submission>;

/** Samples of a submission: its body, the server's answers, and the texts on the screen. */
export interface SubmissionSamples {
  readonly key: string;
  /** Request body; `withoutBody` for a call without one. */
  readonly body: unknown;
  /** Query parameters, if the call has any. */
  readonly query?: object;
  readonly accepted: unknown;
  /** The answer in the server's record of an accepted submission, if it differs from `accepted`. */
  readonly recorded?: unknown;
  readonly rejected: unknown;
  /** Other refusals by name: answers, or errors that the client throws. */
  readonly refusals?: Readonly<Record<string, Answer>>;
  /** Server's record of the submission. */
  readonly record: unknown;
  readonly messages: {
    readonly sending: string;
    readonly outcomeUnknown: string;
    readonly explanation: string;
    readonly asking: string;
  };
  /** Texts during an upload: the progress, and the text after canceling. */
  readonly file?: { readonly progress: (percent: number) => string; readonly canceling: string };
}

/** Sample upload progress in percent. */
const PERCENT = 45;

/** Expected result of an ended submission. */
const ended = (state: string, result: SubmissionResult<unknown, unknown>): ExpectedWhere<Context> => ({
  state,
  context: { result },
  output: result,
});

/** Creates the model of a submission. */
export function createSubmissionModel(
  machine: AnyStateMachine,
  {
    key,
    body,
    query,
    accepted,
    recorded = accepted,
    rejected,
    refusals = {},
    record,
    messages,
    file,
  }: SubmissionSamples,
): FlowModel<Submission> {
  const input = { body, ...(query !== undefined && { query }) };
  const { body: _, ...withoutBody } = input;
  const sent = { idempotencyKey: key, ...(body === 'withoutBody' ? withoutBody : input) };
  const asks = { state: 'outcomeUnknown.asking', calls: { settle: { body: { idempotencyKey: key } } } };
  const nothingYet = { result: null, progress: 0, isCanceled: false };
  const refusedRequest = { kind: 'refused', status: 422 } as const;

  /** Returns the outcome for a refusal, by an answer or by a rejected request. */
  const refusal = (answer: Answer): Outcome<Context> => ({
    ...answer,
    then: ended(
      'refused',
      'answers' in answer
        ? { result: 'refused', answer: answer.answers, failure: null }
        : { result: 'refused', answer: null, failure: toFailure(answer.throws) },
    ),
  });
  /** Expected result of an unknown outcome: the machine asks the server instead of sending the request again. */
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
        then: {
          state: 'makingKey',
          context: { idempotencyKey: null, request: input, ...nothingYet },
          calls: { makeKey: {} },
        },
      },
      'a submission that was sent before a reload': {
        input: { idempotencyKey: key },
        then: { ...asks, context: { idempotencyKey: key, request: null, ...nothingYet } },
      },
    },
    events: [
      {
        event: { type: 'outcome.askedAgain' },
        gesture: { action: 'click', role: 'button', name: 'Check again now' },
        then: {
          in: 'outcomeUnknown.waitingToAskAgain',
          ...asks,
          focus: toNotice,
          hides: ['Check again now'],
        },
      },
      // Only a submission with a file takes long enough to show progress and to be canceled.
      ...(file === undefined ? [] : sendingFile(file, asks.calls)),
    ],
    outcomes: {
      makeKey: {
        'a key': {
          answers: key,
          then: {
            state: 'sending',
            context: { idempotencyKey: key },
            calls: { send: sent },
            notifies: [{ type: 'key.made', key }],
          },
        },
        'no key can be made': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          then: ended('neverArrived', { result: 'neverArrived' }),
        },
      },
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
          answers: { outcome: 'recorded', answer: recorded, record },
          then: ended('accepted', { result: 'accepted', answer: recorded, record }),
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
      makingKey: [messages.sending],
      sending: [messages.sending],
      ...(file && { canceling: [file.canceling] }),
      outcomeUnknown: [messages.outcomeUnknown, messages.explanation],
      'outcomeUnknown.asking': [messages.asking],
      'outcomeUnknown.waitingToAskAgain': ['Check again now'],
    },
    claims: {
      'a submission is not sent twice': {
        callsOnce: 'send',
        brokenBy: 'sending -> send error: target outcomeUnknown swapped for startingSubmission',
      },
      'a submission counts as accepted only when the server confirms it': {
        reaching: ({ isIn }) => isIn('accepted'),
        needs: (by) => by.kind === 'outcome' && ['it is accepted', 'it was accepted'].includes(by.outcome),
        brokenBy: 'guard isAccepted: always true',
      },
      'a submission counts as lost only when the server confirms it': {
        reaching: ({ isIn }) => isIn('refused') || isIn('neverArrived'),
        needs: (by) => by.kind === 'outcome' && !['a key', 'no answer in time', 'it is accepted'].includes(by.outcome),
        brokenBy: 'guard isDefinitelyNotAccepted: always true',
      },
    },
    ...(file === undefined && { unreachable: WITHOUT_FILE }),
    facts: ({ request, progress, isCanceled }, isIn) => ({
      isToBeSent: request !== null,
      progress: isIn('sending') ? progress : null,
      isCanceled,
    }),
  });
}

const NO_FILE = 'Only a submission with a file takes long enough to show progress and be canceled.';

/** Transitions that a submission without a file cannot take. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'sending -> call.progressed': NO_FILE,
  'sending -> sending.canceled': NO_FILE,
  'canceling -> settle done [isRecordedAsAccepted]': NO_FILE,
  'canceling -> settle done [isRecorded]': NO_FILE,
  'canceling -> settle done [otherwise]': NO_FILE,
  'canceling -> settle failed': NO_FILE,
};

/** Returns the cases that can occur while a file is sent. */
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
    // The upload stops and is not sent again.
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
    outcomeUnknown: "We're checking what happened to your application",
    explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
    asking: 'Checking what happened to your application…',
  },
  file: { progress: (percent) => `Sending your application, ${percent} %`, canceling: 'Canceling…' },
});

/** A status that is neither an answer nor a refusal leaves the outcome open, for example a redirect of a proxy. */
const redirected: Outcome<Context> = {
  throws: { kind: 'refused', status: 302 },
  then: model.outcomes['send']?.['the server breaks down']?.then ?? [],
};

export default {
  ...model,
  outcomes: { ...model.outcomes, send: { ...model.outcomes['send'], 'the request is redirected': redirected } },
  title: 'Idempotent Submission',
  withoutScreen: 'It is the pattern of submissions. Each submission has a model and is walked within its flow.',
  place: 'within Make a Payment, Create Online Account, Upload Documents, Email Us',
};
