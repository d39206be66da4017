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
import { type KitAction, withAnswer } from './params.ts';
import { type Keyed, sentKey, submitActions } from './submit-once.ts';

export type ApplicationResult = SubmissionResult<ApplicationResponse, ApplicationRecord>;

/** Notice above an application that the server did not receive. The reasons are the server's. */
export type ApplicationNotice =
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'couldNotSend' | 'nothingWasSent' }
  | null;

/** Submission part of an application machine's context. */
export interface ApplicationSubmission extends Keyed {
  readonly notice: ApplicationNotice;
  readonly received: ApplicationResponse | null;
}

/** Values that the borrower has entered in an application so far. */
export interface EnteredApplication<Values> {
  readonly values: Values;
  /** Idempotency key under which the application was sent, if it was. */
  readonly submission: StoredSubmission;
}

/** Returns the initial context for the key in a draft. */
export const startingSubmission = (stored: StoredSubmission | undefined): ApplicationSubmission => ({
  key: sentKey(stored),
  notice: null,
  received: null,
});

/** Call that returns the outcome of any application, and the test for a received application. */
export const settling = { settle: call(postponement.settle), isAccepted: isApplicationReceived };

/** Guards of an application machine. */
export const applicationGuards = {
  /** The application was sent before a reload: the machine asks the server for its outcome instead of sending it again. */
  hasBeenSent: ({ context: { key } }: { readonly context: ApplicationSubmission }): boolean => key !== null,
  isReceived: (_: unknown, { result }: ApplicationResult): boolean => result === 'accepted',
};

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

/** Actions of an application machine, under the names that {@link sentOnce} and the states below use. */
export const applicationActions = {
  ...submitActions,
  keepReceived: keeps((result: ApplicationResult) => ({
    received: result.result === 'accepted' ? result.answer : null,
  })),
  /** The server has closed the key, so the next submission gets a new one. */
  setNotReceived: keeps((result: ApplicationResult) => ({ key: null, notice: noticeOf(result) })),
  clearNotice: keeps(() => ({ notice: null })),
};

/**
 * How an application is submitted, for `submitOnce`. The parent stores the key. The ids are those of the machine's
 * states.
 */
export const sentOnce = {
  what: 'the application',
  waiting: 'busy',
  onKey: ['notifyChanged'],
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
