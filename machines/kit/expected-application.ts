/** Expectations for the submission of an application to postpone payments and its outcomes (rulings 3, 4). */
import type { ApplicationResponse, ApplicationKind } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import type { ApplicationNotice } from './application.ts';
import { toNotice } from './expected-page.ts';
import type { ClaimTrigger, NotifiedEvent, ReachedState } from './model.ts';
import { createSubmissionModel } from './submission.model.ts';
import type { Keyed } from './submit-once.ts';

/** Reason of a refusal, in the wording of the server's rule. */
const REASON = 'An application is in process already.';

export const applicationNotices = {
  couldNotSend: "We couldn't send your application. Nothing you entered is lost.",
  nothingWasSent: "We didn't receive your application, and nothing was submitted. Please submit it again.",
  refused: 'Your application was not accepted.',
} as const;

export const applicationMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: 'We are checking what happened to your application',
  explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
  asking: 'Checking what happened to your application…',
} as const;

export const receivedResponse: ApplicationResponse = {
  outcome: 'received',
  confirmationNumber: 'A104882913',
  receivedDateTime: '2026-11-20T15:00:00.000Z',
};

const refusedWithReason = {
  kind: 'refused',
  status: 422,
  problem: { type: 'about:blank', title: 'Not accepted', status: 422, detail: REASON },
} as const;

/** Label of the checkbox that accepts the terms, and its error message (R §5). */
export const TERMS = 'I agree to the terms and conditions';
export const TERMS_REQUIRED = 'You are required to agree to the terms and conditions.';

/** Expected state of an application that was not received, and the texts on its screen. */
export interface ExpectedEnds<Context> {
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
export const explained = <Context>(
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
      then: explained(expected, { kind: 'nothingWasSent' }),
    },
    'it stops in error': {
      throws: { kind: 'unreadable', detail: 'Unexpected Error' },
      then: { state: expected.checkFailed, focus: toNotice, reads: [expected.notAsked] },
    },
  };
}

/** Creates the model of the machine that submits the application. */
export const applicationSubmissionModel = (
  machine: Parameters<typeof createSubmissionModel>[0],
  { kind, body, query }: { readonly kind: ApplicationKind; readonly body: unknown; readonly query?: object },
) =>
  createSubmissionModel(machine, {
    key: sampleKey,
    body,
    ...(query !== undefined && { query }),
    accepted: receivedResponse,
    rejected: { ...receivedResponse, outcome: 'notReceived' },
    refusals: { 'the server refuses it, and says why': { throws: refusedWithReason } },
    record: { kind },
    messages: applicationMessages,
  });
