/**
 * Expectations for applications to postpone payments or for other plans: the submission and its outcomes, and the cost
 * beside an application that postpones payments (R §4, §5; rulings 3, 4).
 */
import type { ApplicationKind, ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import type { ClaimTrigger, EventCase, NotifiedEvent, ReachedState } from 'xstate-workbench/model';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import type { Keyed } from '../../kit/submit-once.ts';
import pauseCostModel, { costStops } from '../pause-cost/pause-cost.model.ts';
import type { ApplicationNotice, ApplicationSubmission } from './application.ts';

/** Reason of a refusal, in the wording of the server's rule. */
export const REASON = 'An application is in process already.';

export const applicationNotices = {
  couldNotSend: "We couldn't send your application. Nothing you entered is lost.",
  nothingWasSent: "We didn't receive your application, and nothing was submitted. Please submit it again.",
  refused: "Your application wasn't accepted.",
} as const;

export const applicationMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: "We're checking what happened to your application",
  explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
  asking: 'Checking what happened to your application…',
} as const;

export const receivedResponse: ApplicationResponse = {
  outcome: 'received',
  confirmationNumber: 'A104882913',
  receivedDateTime: '2026-11-20T15:00:00.000Z',
};

export const refusedWithReason = {
  kind: 'refused',
  status: 422,
  problem: { type: 'about:blank', title: 'Not accepted', status: 422, detail: REASON },
} as const;

/** Label of the checkbox that accepts the terms, and its error message (R §5). */
export const TERMS = 'I agree to the terms and conditions';
export const TERMS_REQUIRED = 'You are required to agree to the terms and conditions.';

/** Expected state of an application that was not received, and the texts on its screen. */
interface ExpectedEnds<Context> {
  readonly kind: ApplicationKind;
  /** State in which the application can be submitted again. */
  readonly applying: string;
  /** State after the request for the outcome failed, and its text. */
  readonly checkFailed: string;
  readonly notAsked: string;
  /** Events sent to the parent: the key, and any other entry that the draft stores. */
  readonly notifies: readonly NotifiedEvent<Context>[];
}

/** Expected result of a refusal: the reason appears above the application, and the entered values stay (ruling 3). */
const explained = <Context>(
  { applying, notifies }: Pick<ExpectedEnds<Context>, 'applying' | 'notifies'>,
  notice: { readonly kind: keyof typeof applicationNotices; readonly reasons?: readonly string[] },
  reads: readonly string[] = [],
) => ({
  state: applying,
  context: { key: null, notice },
  notifies,
  focus: toNotice,
  reads: [applicationNotices[notice.kind], ...reads],
});

/** Returns the properties that distinguish notices. */
export const noticeFacts = (notice: ApplicationNotice | null) =>
  notice && { kind: notice.kind, hasReasons: notice.kind === 'refused' && notice.reasons.length > 0 };

/** Returns the claims about every application. `applying` is the state in which it can be submitted. */
export const applicationClaims = (applying: string) =>
  ({
    'an application counts as received only when the server says so': {
      reaching: ({ isIn }: Pick<ReachedState<unknown>, 'isIn'>) => isIn('received'),
      needs: (by: ClaimTrigger) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'an application that was sent before a reload is not sent again': {
      never: ({ isIn, context }: Pick<ReachedState<Keyed>, 'isIn' | 'context'>) =>
        isIn(applying) && context.key !== null,
      brokenBy: 'guard hasBeenSent: always false',
    },
  }) as const;

/**
 * Returns the claim that an ended application has no draft. `ended` is the state of the last step, `received` the
 * substate within it.
 */
export const keepsNothing = <Context>(ended: string, draftOf: (context: Context) => unknown, received = ended) => ({
  'an application that has ended has no draft': {
    never: ({ isIn, context }: Pick<ReachedState<Context>, 'isIn' | 'context'>) =>
      isIn(ended) && draftOf(context) !== null,
    brokenBy: `${received}: entry setDone removed`,
  },
});

/** Outcomes of an application's submission. */
export function expectedEnds<Context>(expected: ExpectedEnds<Context>) {
  const received = { state: 'received', context: { received: receivedResponse }, output: receivedResponse };
  return {
    'it is received': { answers: { result: 'accepted', answer: receivedResponse, record: null }, then: received },
    'it is received, as the server says when it is asked': {
      answers: { result: 'accepted', answer: receivedResponse, record: { kind: expected.kind } },
      then: received,
    },
    'the server refuses it, and says why': {
      answers: { result: 'refused', answer: null, failure: refusedWithReason },
      then: explained(expected, { kind: 'refused', reasons: [REASON] }, [REASON]),
    },
    'the server refuses it without a reason': {
      answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
      then: explained(expected, { kind: 'refused', reasons: [] }),
    },
    'it never arrived': {
      answers: { result: 'neverArrived' },
      then: {
        ...explained(expected, { kind: 'nothingWasSent' }),
        notifies: expected.notifies.map((event) => ({ ...event, type: 'application.neverArrived' })),
      },
    },
    'it stops in error': {
      throws: { kind: 'unreadable', detail: 'Unexpected Error' },
      then: { state: expected.checkFailed, focus: toNotice, reads: [expected.notAsked] },
    },
  };
}

interface SubmissionSample {
  readonly kind: ApplicationKind;
  readonly body: unknown;
  readonly query?: object;
}

/** Returns the samples of the submission of an application. */
export const applicationSamples = ({ kind, body, query }: SubmissionSample) => ({
  body,
  ...(query !== undefined && { query }),
  accepted: receivedResponse,
  rejected: { ...receivedResponse, outcome: 'notReceived' },
  refusals: { 'the server refuses it, and says why': { throws: refusedWithReason } },
  record: { kind },
});

/** Creates the model of the machine that submits the application. */
export const applicationSubmissionModel = (
  machine: Parameters<typeof createSubmissionModel>[0],
  sample: SubmissionSample,
) => createSubmissionModel(machine, { ...applicationSamples(sample), key: sampleKey, messages: applicationMessages });

/** Stored key of a borrower whose page was reloaded while the application was under way. */
export const underWay = { key: sampleKey, sent: true } as const;

/** Submission part of the context at the start, for a new application. */
export const startingApplication = { key: null, notice: null, received: null } as const;

/**
 * Expected start, in the state in which it can be submitted, of an application that never arrived before: the screen says
 * so.
 */
export const afterNeverArrived = {
  context: { notice: { kind: 'nothingWasSent' } },
  focus: toNotice,
  reads: [applicationNotices.nothingWasSent],
} as const;

/** Returns the key as the draft stores it. */
export const storedIn = ({ key }: Keyed) => (key === null ? null : underWay);

/** What sending a complete application changes and shows. */
export const sent = {
  context: { notice: null },
  reads: [applicationMessages.sending],
  hides: Object.values(applicationNotices),
} as const;

/** Expected result of sending an application without accepting the terms. */
export const termsMissing = {
  focus: toErrors,
  reads: [REVIEW, 'Terms and Conditions', TERMS_REQUIRED],
  hides: Object.values(applicationNotices),
} as const;

/** Explanation for the model of an application that was received only when the server was asked. */
export const receivedLater = (call: string) => ({
  [`${call} "it is received, as the server says when it is asked" (1)`]:
    'The step that follows looks as it does after an answer at once.',
});

export const READ_TERMS = 'Read the Terms and Conditions';
export const RETURN = 'Return to Application';

/**
 * Returns the expectations of an application, in the state `applying`, whose terms open in a dialog. `text` is a part of
 * the terms.
 */
export function expectedTerms<Context>(applying: string, text: string) {
  const [reviewing, reading] = [`${applying}.reviewing`, `${applying}.readingTerms`];
  const events: readonly EventCase<{ type: 'terms.opened' } | { type: 'terms.closed' }, Context>[] = [
    {
      event: { type: 'terms.opened' },
      gesture: { action: 'click', role: 'button', name: READ_TERMS },
      then: { in: reviewing, state: reading, reads: [text] },
    },
    {
      event: { type: 'terms.closed' },
      gesture: { action: 'click', role: 'button', name: RETURN },
      then: { in: reading, state: reviewing, hides: [text] },
    },
  ];
  return { reviewing, events, words: [TERMS, READ_TERMS], screens: { [reading]: [text, RETURN] } };
}

/** Text shown after the cost machine has stopped. */
export const NO_COST = "We can't show the cost of pausing right now.";

const AT = 'postponing.application';

interface ExpectedPostponing<Context> {
  readonly kind: ApplicationKind;
  /** Machine that submits the application, its name in the application, and the sample request of its model. */
  readonly machine: Parameters<typeof applicationSubmissionModel>[0];
  readonly call: string;
  readonly sample: { readonly body: unknown; readonly query?: object };
  /** Returns the body for the entered application; defaults to that of the sample. */
  readonly bodyOf?: (before: Context) => unknown;
  /** State in which the borrower can submit the application. */
  readonly applying?: string;
  /** State in which the cost shows. */
  readonly cost?: string;
  /** Events that report the entry to the parent. */
  readonly notifies: readonly NotifiedEvent<Context>[];
}

/** Returns the expectations of every application with its cost. An application is not sent again after a reload. */
export function expectedPostponing<Context extends ApplicationSubmission>({
  kind,
  machine,
  call,
  sample,
  bodyOf = () => sample.body,
  applying = `${AT}.applying`,
  cost = 'postponing.cost',
  notifies,
}: ExpectedPostponing<Context>) {
  const submitting = `${AT}.submitting`;
  const query = sample.query === undefined ? {} : { query: sample.query };
  const once = expectedOnce<Context>({
    state: submitting,
    call,
    request: (before) => ({ body: bodyOf(before), ...query }),
    checkFailed: `${AT}.outcomeCheckFailed`,
    onKey: { notifies },
  });
  return {
    /** Call for the outcome of an application that was sent before. */
    settles: once.asks.calls,
    /** Expected result of sending a complete application. */
    submits: { ...once.sends, ...sent },
    keyMade: once.keyMade,
    retryWanted: {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: once.retried,
    } as const,
    outcomes: {
      getCost: costStops(`${cost}.costNotShown`),
      [call]: expectedEnds({
        kind,
        applying,
        checkFailed: `${AT}.outcomeCheckFailed`,
        notAsked: applicationMessages.outcomeUnknown,
        notifies,
      }),
    },
    screens: {
      [`${cost}.costNotShown`]: [NO_COST],
      [`${AT}.outcomeCheckFailed`]: [applicationMessages.outcomeUnknown, applicationMessages.explanation],
    },
    notOnScreen: receivedLater(call),
    claims: applicationClaims(`${AT}.applying`),
    children: { getCost: pauseCostModel, [call]: applicationSubmissionModel(machine, { kind, ...sample }) },
  };
}
