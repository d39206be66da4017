/**
 * What the machines of applications to postpone payments share (rulings 3, 4): how what became of one is asked, and how its
 * submission ends.
 */
import { postponement } from '#domain/postponement/calls.ts';
import { isApplicationReceived, refusalReasons } from '#domain/postponement/rules.ts';
import type { ApplicationAnswer, ApplicationRecord } from '#domain/postponement/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from './effect.ts';
import { withAnswer } from './params.ts';
import { required } from './required.ts';

export type ApplicationResult = SubmissionResult<ApplicationAnswer, ApplicationRecord>;

/** The key under which an application is submitted, and whether it has been sent; null before there is one. */
export type ApplicationKey = { readonly key: string; readonly sent: boolean } | null;

/** Said above an application: why it was not received. The reasons are the server's. */
export type ApplicationNotice =
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'couldNotSend' | 'nothingWasSent' }
  | null;

/** What the machine of an application keeps of its submission. */
export interface ApplicationSubmission {
  readonly submission: ApplicationKey;
  /** Whether it was sent before a reload: what was sent is not sent again. */
  readonly wasSentBefore: boolean;
  readonly notice: ApplicationNotice;
  readonly received: ApplicationAnswer | null;
}

/** As it starts, with the key that was kept. */
export const startingSubmission = (kept: ApplicationKey): ApplicationSubmission => ({
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

/** What is kept of an application once it was sent under a key. */
export const sentUnder = (key: string) => ({ submission: { key, sent: true }, wasSentBefore: false });

/** What is kept of an application that was received. */
export const receivedBy = (result: ApplicationResult) => ({
  received: result.result === 'accepted' ? result.answer : null,
});

/** What is kept of one that was not received: why. Its key is closed, and another is made for the next. */
export const notReceivedBy = (result: ApplicationResult): Omit<ApplicationSubmission, 'received'> => ({
  submission: null,
  wasSentBefore: false,
  notice:
    result.result === 'refused'
      ? { kind: 'refused', reasons: refusalReasons(result.failure) }
      : { kind: 'nothingWasSent' },
});

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
