/**
 * What the machines of applications to postpone payments share (rulings 3, 4): how what became of one is asked, and how its
 * submission ends.
 */
import { postponement } from '#domain/postponement/calls.ts';
import { isApplicationReceived, refusalReasons } from '#domain/postponement/rules.ts';
import type { ApplicationAnswer, ApplicationRecord, Postponement } from '#domain/postponement/shapes.ts';
import type { KeptSubmission, SubmissionResult } from '#domain/submission.ts';
import { type EventObject, assign } from 'xstate';
import { call } from './effect.ts';
import { NOTICE_DELAY, focus } from './focus.ts';
import { logIgnored } from './ignored.ts';
import { type KitAction, withAnswer, withFailure } from './params.ts';
import { required } from './required.ts';

export type ApplicationResult = SubmissionResult<ApplicationAnswer, ApplicationRecord>;

/** Said above an application: why it was not received. The reasons are the server's. */
export type ApplicationNotice =
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'couldNotSend' | 'nothingWasSent' }
  | null;

/** What the machine of an application keeps of its submission. */
export interface ApplicationSubmission {
  readonly submission: KeptSubmission;
  /** Whether it was sent before a reload: what was sent is not sent again. */
  readonly wasSentBefore: boolean;
  readonly notice: ApplicationNotice;
  readonly received: ApplicationAnswer | null;
}

/** As it starts, with the key that was kept. */
export const startingSubmission = (kept: KeptSubmission): ApplicationSubmission => ({
  submission: kept,
  wasSentBefore: kept?.sent === true,
  notice: null,
  received: null,
});

/** The key, and what is sent under it: nothing where it was sent before a reload. */
export const submissionOf = <Body>({ submission, wasSentBefore }: ApplicationSubmission, body: Body | null) => ({
  idempotencyKey: required(submission, 'a key').key,
  body: wasSentBefore ? null : body,
});

/** How any application is settled, and which answer says that it was received. */
export const settling = { settle: call(postponement.settle), isAccepted: isApplicationReceived };

export const isReceived = (_: unknown, { result }: ApplicationResult): boolean => result === 'accepted';

/** Why an application was not received. */
const noticeOf = (result: ApplicationResult): ApplicationNotice =>
  result.result === 'refused'
    ? { kind: 'refused', reasons: refusalReasons(result.failure) }
    : { kind: 'nothingWasSent' };

const keeps = <Params = undefined>(part: (params: Params) => Partial<ApplicationSubmission>) =>
  assign<ApplicationSubmission, EventObject, Params, never, never>((_, params) => part(params)) as KitAction<
    { readonly context: ApplicationSubmission },
    Params
  >;

/** The actions of the machine of an application, by the names that {@link submissionEnds} and the states below use. */
export const applicationActions = {
  keepKey: keeps((key: string) => ({ submission: { key, sent: true }, wasSentBefore: false })),
  keepReceived: keeps((result: ApplicationResult) => ({
    received: result.result === 'accepted' ? result.answer : null,
  })),
  /** Its key is closed, and another is made for the next. */
  setNotReceived: keeps((result: ApplicationResult) => ({
    submission: null,
    wasSentBefore: false,
    notice: noticeOf(result),
  })),
  setCouldNotSend: keeps(() => ({ notice: { kind: 'couldNotSend' } })),
  clearNotice: keeps(() => ({ notice: null })),
  focusHeading: focus('heading'),
  focusNotice: focus('notice', NOTICE_DELAY),
};

/** What a step beside which {@link workingOutCost} stands does where the cost is not shown. */
export const costActions = { logNoCost: logIgnored('What pausing payments costs was not shown') };

/** The region of a step in which it is worked out, beside the application, what it costs to pause payments. */
export const workingOutCost = <const Kind extends Postponement>(kind: Kind) =>
  ({
    description: 'What it costs to pause payments; the application does not depend on it',
    initial: 'workingOut',
    states: {
      workingOut: {
        description: 'It is worked out, and shown',
        invoke: {
          id: 'getCost',
          src: 'getCost',
          input: { postponement: kind },
          onError: { target: 'costNotShown', actions: withFailure('logNoCost') },
        },
      },
      costNotShown: { description: 'The machine of the cost has stopped in error' },
    },
  }) as const;

/** How a submission ends, whichever call has sent it; the ids are those of the states of the machine. */
export const submissionEnds = {
  onDone: [
    {
      guard: withAnswer('isReceived'),
      target: '#applicationReceived',
      actions: withAnswer('keepReceived'),
    },
    {
      target: '#applying',
      actions: [withAnswer('setNotReceived'), 'notifyChanged', 'focusNotice'],
    },
  ],
  // The key stays, so that trying again asks about it, or sends it under the same key.
  onError: { target: '#outcomeNotKnown', actions: 'focusNotice' },
} as const;

/** The state before an application is sent, beside those in which it is entered (`applying`) and sent (`submitting`). */
export const makingSubmissionKey = {
  description: 'A key is made under which this application counts only once',
  tags: 'busy',
  invoke: {
    id: 'makeSubmissionKey',
    src: 'makeSubmissionKey',
    input: {},
    onDone: { target: 'submitting', actions: [withAnswer('keepKey'), 'notifyChanged'] },
    onError: { target: 'applying', actions: ['setCouldNotSend', 'focusNotice'] },
  },
} as const;

/** The state after a submission of which nothing is known, beside that in which it is sent (`submitting`). */
export const outcomeNotKnown = {
  id: 'outcomeNotKnown',
  description: 'What became of the application could not even be asked for; that can be tried again',
  on: { 'retry.wanted': { target: 'submitting', actions: 'focusHeading' } },
} as const;
