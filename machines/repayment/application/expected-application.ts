/**
 * Texts, samples and claims of applications to postpone payments or for other plans (R §4, §5; rulings 3, 4).
 */
import type { ApplicationKind } from '#domain/applications/shapes.ts';
import type { ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { toNotice } from '../../kit/expected-page.ts';
import type { ClaimTrigger, ReachedState } from 'xstate-workbench/model';
import type { Keyed } from '../../kit/submit-once.ts';
import type { ApplicationNotice } from './application.ts';

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

/** Returns the properties that distinguish notices. */
export const noticeFacts = (notice: ApplicationNotice | null) =>
  notice && { kind: notice.kind, hasReasons: notice.kind === 'refused' && notice.reasons.length > 0 };

/** Returns the claims about every application. `applying` is the state in which it can be submitted. */
export const applicationClaims = (applying: string) =>
  ({
    'an application counts as received only when the server confirms it': {
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
export const storesNothing = <Context>(ended: string, toDraft: (context: Context) => unknown, received = ended) => ({
  'an application that has ended has no draft': {
    never: ({ isIn, context }: Pick<ReachedState<Context>, 'isIn' | 'context'>) =>
      isIn(ended) && toDraft(context) !== null,
    brokenBy: `${received}: entry setDone removed`,
  },
});

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

/** Stored key of a borrower who reloaded the page while the application was in flight. */
export const underWay = { key: sampleKey, sent: true } as const;

/** Submission part of the context at the start, for a new application. */
export const startingApplication = { key: null, notice: null, received: null } as const;

/**
 * Expected start, in the state in which it can be submitted, of an application that never arrived, and of one that the
 * server has refused: the screen shows the reason.
 */
export const afterNeverArrived = {
  context: { notice: { kind: 'nothingWasSent' } },
  focus: toNotice,
  reads: [applicationNotices.nothingWasSent],
} as const;
export const afterRefusal = {
  context: { notice: { kind: 'refused', reasons: [REASON] } },
  focus: toNotice,
  reads: [applicationNotices.refused, REASON],
} as const;

/** Returns the key as the draft stores it. */
export const storedIn = ({ key }: Keyed) => (key === null ? null : underWay);

export const READ_TERMS = 'Read the Terms and Conditions';
export const RETURN = 'Return to Application';

/** Text shown after the cost machine has stopped. */
export const NO_COST = "We can't show the cost of pausing right now.";
