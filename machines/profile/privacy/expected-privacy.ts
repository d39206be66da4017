/**
 * Expectations for the submission of a privacy form (P §4, rulings 3 and 4): it is sent once, under its key, and no
 * input is lost.
 */
import type { AnyStateMachine } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import type { FormEvent } from '../../kit/form.ts';
import type { ContextPart, EventCase, ExpectedWhere, FlowModel, Outcome } from 'xstate-workbench/model';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import type { Keyed } from '../../kit/submit-once.ts';

export const NUMBER = 'ABCD-2345-WXYZ';

export const NOTICES = {
  couldNotSend: "We couldn't send your request. Nothing you entered is lost. Please try again.",
  notAccepted: "Your request wasn't accepted. Nothing you entered is lost.",
  tooOften: "We've had too many requests from your network.",
  neverArrived: "We didn't receive your request. Nothing you entered is lost. Please submit it again.",
} as const;

export const UNKNOWN = "We're checking whether your request was received";
export const SENDING = 'Submitting your request…';
export const SUBMISSION_TEXTS = {
  sending: SENDING,
  outcomeUnknown: UNKNOWN,
  explanation: "We haven't heard back yet. Please don't submit it again: we count a request only once.",
  asking: 'Checking whether your request was received…',
};
/** The notice above the form disappears when the form is sent again. */
export const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

export const SAME_ON_SCREEN =
  'Said in the same words, in the same state, as another answer: on the screen nothing tells them apart.';
export const NOT_ANSWERED = 'A form that was sent before a reload is asked about, and that is not answered so.';

/** One of the privacy forms, with the names that its machine uses. */
export interface ExpectedPrivacyForm<Context> {
  /** Source name of the submission in the machine, and the submission's machine. */
  readonly submission: string;
  readonly machine: AnyStateMachine;
  /** States in which the form is filled in, sent and received. */
  readonly states: { readonly filling: string; readonly submitting: string; readonly received: string };
  /** Returns true if the form's options have loaded. After a reload they have not. */
  readonly hasLists: (context: Context) => boolean;
  /** Expected request for the options. */
  readonly loads: ExpectedWhere<Context>;
  /** Returns the empty form. */
  readonly emptyForm: (before: Context) => object;
  /** Returns the request body for the entered values. */
  readonly body: (before: Context) => object;
}

/** Outcome in which the server refuses the request. */
const refused = (status: number) => ({
  answers: { result: 'refused', answer: null, failure: { kind: 'refused', status } },
});

/**
 * Returns the expectations after the form was sent: the outcomes, the retry button, and the model of the submission.
 */
export function expectedPrivacySubmission<Context extends Keyed>(
  form: ExpectedPrivacyForm<Context>,
): {
  readonly once: ReturnType<typeof expectedOnce<Context>>;
  readonly retry: EventCase<FormEvent | { readonly type: 'retry.wanted' }, Context>;
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome<Context>>>>>;
  readonly notOnScreen: Readonly<Record<string, string>>;
  readonly children: Readonly<Record<string, FlowModel>>;
} {
  const { submission, machine, states, hasLists, loads, emptyForm, body } = form;
  const once = expectedOnce<Context>({
    state: states.submitting,
    call: submission,
    request: (before) => ({ body: body(before) }),
  });
  const part = (given: object) => given as ContextPart<Context>;
  /** All input stays. After a reload, the options load first. */
  const notReceived = (notice: keyof typeof NOTICES): ExpectedWhere<Context>[] => [
    {
      when: hasLists,
      state: states.filling,
      context: part({ notice, key: null }),
      focus: toNotice,
      reads: [NOTICES[notice]],
    },
    { ...loads, context: part({ notice, key: null }) },
  ];
  const accepted = { outcome: 'received', confirmationNumber: NUMBER } as const;
  /** The thank-you message replaces the form, and the input is discarded. */
  const received: ExpectedWhere<Context> = {
    state: states.received,
    context: part((before: Context) => ({ confirmationNumber: NUMBER, key: null, form: emptyForm(before) })),
    focus: toNotice,
    reads: [NUMBER],
  };
  return {
    once,
    retry: {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [{ in: 'couldNotLoad', ...loads }, ...once.retried],
    },
    outcomes: {
      [submission]: {
        'it is received': { answers: { result: 'accepted', answer: accepted, record: null }, then: received },
        'it is received, as the server says when it is asked': {
          answers: { result: 'accepted', answer: accepted, record: { kept: 'encrypted' } },
          then: received,
        },
        'no more is received today': {
          answers: { result: 'refused', answer: { outcome: 'tooMany' }, failure: null },
          then: notReceived('tooOften'),
        },
        'too many from here': { ...refused(429), then: notReceived('tooOften') },
        'the server refuses the request': { ...refused(422), then: notReceived('notAccepted') },
        'it never arrived': { answers: { result: 'neverArrived' }, then: notReceived('neverArrived') },
        'the machine of the submission stops in error': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          // The key stays, so that a retry asks for the outcome.
          then: { state: 'outcomeCheckFailed', focus: toNotice, reads: [UNKNOWN] },
        },
      },
    },
    notOnScreen: {
      [`${submission} "it is received, as the server says when it is asked" (1)`]: SAME_ON_SCREEN,
      [`${submission} "too many from here" (1)`]: SAME_ON_SCREEN,
      [`${submission} "too many from here" (2)`]: NOT_ANSWERED,
      [`${submission} "the server refuses the request" (2)`]: NOT_ANSWERED,
    },
    children: {
      [submission]: createSubmissionModel(machine, {
        key: sampleKey,
        body: {},
        accepted,
        rejected: { outcome: 'tooMany' },
        refusals: { 'too many from here': { throws: { kind: 'refused', status: 429 } } },
        record: { kept: 'encrypted' },
        messages: SUBMISSION_TEXTS,
      }),
    },
  };
}
