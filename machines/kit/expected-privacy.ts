/** What is expected of the submission of a privacy form (P §4, rulings 3 and 4): once, under its key, and nothing lost. */
import type { AnyStateMachine } from 'xstate';
import { toNotice } from './expected-page.ts';
import type { FormEvent } from './form.ts';
import type { ContextPart, EventCase, ExpectedWhere, FlowModel, Outcome } from './model.ts';
import { createSubmissionModel } from './submission.model.ts';

const NUMBER = 'ABCD-2345-WXYZ';

const NOTICES = {
  couldNotSend: 'Your request could not be sent. Nothing that you entered is lost. Please try again.',
  notAccepted: 'Your request was not accepted. Nothing that you entered is lost.',
  tooOften: 'There were too many requests from here.',
  neverArrived: 'Your request did not arrive. Nothing that you entered is lost. Please submit it again.',
} as const;

export const UNKNOWN = 'We are checking whether your request was received';
export const SENDING = 'Submitting your request…';
/** What was said above the form is gone once it is sent again. */
export const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

const SAME_ON_SCREEN =
  'Said in the same words, in the same state, as another answer: on the screen nothing tells them apart.';
const NOT_ANSWERED = 'A form that was sent before a reload is asked about, and that is not answered so.';

/** One of the forms, as its machine has it. */
export interface ExpectedPrivacyForm<Context> {
  readonly key: string;
  /** The source name under which the machine invokes the submission, and the machine of it. */
  readonly submission: string;
  readonly machine: AnyStateMachine;
  /** The state in which the form is filled in, that of its submission, and that in which it was received. */
  readonly states: { readonly filling: string; readonly submitting: string; readonly received: string };
  /** Whether the lists that the form offers are there; after a reload they are not. */
  readonly hasLists: (context: Context) => boolean;
  /** What fetches them. */
  readonly loads: ExpectedWhere<Context>;
  /** The form with nothing in it. */
  readonly emptyForm: (before: Context) => object;
  /** What is sent of what was entered. */
  readonly body: (before: Context) => object;
}

/** The server refuses the request. */
const refused = (status: number) => ({
  answers: { result: 'refused', answer: null, failure: { kind: 'refused', status } },
});

/** What follows once the form is sent: its outcomes, the button that asks again, and the model of its submission. */
export function expectedPrivacySubmission<Context>(form: ExpectedPrivacyForm<Context>): {
  readonly retry: EventCase<FormEvent | { readonly type: 'retry.wanted' }, Context>;
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome<Context>>>>>;
  readonly notOnScreen: Readonly<Record<string, string>>;
  readonly children: Readonly<Record<string, FlowModel>>;
} {
  const { key, submission, machine, states, hasLists, loads, emptyForm, body } = form;
  const part = (given: object) => given as ContextPart<Context>;
  const sends = (before: Context) => ({
    [submission]: { idempotencyKey: key, body: hasLists(before) ? body(before) : null },
  });
  /** Everything that was entered is still there; after a reload the lists are fetched first. */
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
  /** The thank-you stands in place of the form, and nothing that was typed is kept. */
  const received: ExpectedWhere<Context> = {
    state: states.received,
    context: part((before: Context) => ({ confirmationNumber: NUMBER, key: null, form: emptyForm(before) })),
    focus: toNotice,
    reads: [NUMBER],
  };
  return {
    retry: {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [
        { in: 'couldNotLoad', ...loads },
        { in: 'outcomeNotKnown', state: states.submitting, calls: sends },
      ],
    },
    outcomes: {
      makeSubmissionKey: {
        'a key': { answers: key, then: { state: states.submitting, context: part({ key }), calls: sends } },
        'no key can be made': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          then: {
            state: states.filling,
            context: part({ notice: 'couldNotSend' }),
            focus: toNotice,
            reads: [NOTICES.couldNotSend],
          },
        },
      },
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
          // The key stays, so that trying again asks about it, or sends it under the same key.
          then: { state: 'outcomeNotKnown', focus: toNotice, reads: [UNKNOWN] },
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
        key,
        body: {},
        accepted,
        rejected: { outcome: 'tooMany' },
        refusals: { 'too many from here': { throws: { kind: 'refused', status: 429 } } },
        record: { kept: 'encrypted' },
        messages: {
          sending: SENDING,
          outcomeUnknown: UNKNOWN,
          explanation: "We haven't heard back yet. Please don't submit it again: we count a request only once.",
          asking: 'Checking whether your request was received…',
        },
      }),
    },
  };
}
