/**
 * Context, actions and states shared by the machines of applications to postpone payments (rulings 3, 4): how they find
 * out an application's outcome, and how its submission ends.
 */
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { isApplicationReceived, refusalReasons } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationResponse, ApplicationRecord } from '#domain/repayment/postponement/shapes.ts';
import type { StoredSubmission, SubmissionResult } from '#domain/submission.ts';
import { type EventObject, assign } from 'xstate';
import { call } from './effect.ts';
import { NOTICE_DELAY, focus } from './focus.ts';
import { type KitAction, withAnswer } from './params.ts';
import { required } from './required.ts';

export type ApplicationResult = SubmissionResult<ApplicationResponse, ApplicationRecord>;

/** Notice above an application that the server did not receive. The reasons are the server's. */
export type ApplicationNotice =
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'couldNotSend' | 'nothingWasSent' }
  | null;

/** Submission part of an application machine's context. */
export interface ApplicationSubmission {
  readonly submission: StoredSubmission;
  /** Whether the application was sent before a reload. It is not sent again. */
  readonly wasSentBefore: boolean;
  readonly notice: ApplicationNotice;
  readonly received: ApplicationResponse | null;
}

/** Values that the borrower has entered in an application so far. */
export interface EnteredApplication<Values> {
  readonly values: Values;
  /** Idempotency key of the application, and whether the application was sent under it. */
  readonly submission: StoredSubmission;
}

/** Returns the initial context for the stored key. */
export const startingSubmission = (kept: StoredSubmission): ApplicationSubmission => ({
  submission: kept,
  wasSentBefore: kept?.sent === true,
  notice: null,
  received: null,
});

/** Returns the input of the submission machine. The body is null if the application was sent before a reload. */
export const submissionOf = <Body>({ submission, wasSentBefore }: ApplicationSubmission, body: Body | null) => ({
  idempotencyKey: required(submission, 'a key').key,
  body: wasSentBefore ? null : body,
});

/** Call that returns the outcome of any application, and the test for a received application. */
export const settling = { settle: call(postponement.settle), isAccepted: isApplicationReceived };

/**
 * Returns true if the application was sent before a reload. The machine then asks the server for its outcome instead of
 * sending it again.
 */
export const hasBeenSent = ({ context }: { readonly context: ApplicationSubmission }): boolean => context.wasSentBefore;

export const isReceived = (_: unknown, { result }: ApplicationResult): boolean => result === 'accepted';

/** Returns the notice for an application that was not received. */
const noticeOf = (result: ApplicationResult): ApplicationNotice =>
  result.result === 'refused'
    ? { kind: 'refused', reasons: refusalReasons(result.failure) }
    : { kind: 'nothingWasSent' };

const keeps = <Params = undefined>(part: (params: Params) => Partial<ApplicationSubmission>) =>
  assign<ApplicationSubmission, EventObject, Params, never, never>((_, params) => part(params)) as KitAction<
    { readonly context: ApplicationSubmission },
    Params
  >;

/** Actions of an application machine, under the names that {@link submissionEnds} and the states below use. */
export const applicationActions = {
  keepKey: keeps((key: string) => ({ submission: { key, sent: true }, wasSentBefore: false })),
  keepReceived: keeps((result: ApplicationResult) => ({
    received: result.result === 'accepted' ? result.answer : null,
  })),
  /** The server has closed the key, so the next submission gets a new one. */
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

/** Transitions for the end of a submission, whichever call sent it. The ids are those of the machine's states. */
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
  // The key stays, so that a retry asks for its outcome or sends the application under the same key.
  onError: { target: '#outcomeCheckFailed', actions: 'focusNotice' },
} as const;

/**
 * Initial state of an application machine: continues with `applying`, or with `submitting` to find out the outcome of
 * an earlier submission.
 */
export const resuming = {
  description:
    'Chooses the first state; the machine does not resend an application from before a reload, but asks the server for its outcome',
  always: [{ guard: 'hasBeenSent', target: 'submitting' }, { target: 'applying' }],
} as const;

/** State before the application is sent; a sibling of `applying` and `submitting`. */
export const makingSubmissionKey = {
  description: 'The machine creates an idempotency key, so that the application counts only once',
  tags: 'busy',
  invoke: {
    id: 'makeSubmissionKey',
    src: 'makeSubmissionKey',
    input: {},
    onDone: { target: 'submitting', actions: [withAnswer('keepKey'), 'notifyChanged'] },
    onError: { target: 'applying', actions: ['setCouldNotSend', 'focusNotice'] },
  },
} as const;

/** State after a submission with an unknown outcome; a sibling of `submitting`. */
export const outcomeCheckFailed = {
  id: 'outcomeCheckFailed',
  description: 'Asking the server for the outcome of the application failed; the borrower can retry',
  on: { 'retry.wanted': { target: 'submitting', actions: 'focusHeading' } },
} as const;
