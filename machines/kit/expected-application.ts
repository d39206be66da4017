/** How any application to postpone payments is submitted, and how that ends (rulings 3, 4). */
import type { ApplicationAnswer, ApplicationKind } from '#domain/postponement/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import type { ApplicationNotice } from './application.ts';
import { toNotice } from './expected-page.ts';
import type { ClaimTrigger, ReachedState } from './model.ts';
import { createSubmissionModel } from './submission.model.ts';

/** Why the server refuses, in its rule's words. */
const REASON = 'An application is in process already.';

export const applicationNotices = {
  couldNotSend: 'Your application could not be sent. Nothing that you entered is lost.',
  nothingWasSent: 'Your application did not arrive, and nothing was submitted. Please submit it again.',
  refused: 'Your application was not accepted.',
} as const;

export const applicationMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: 'We are checking what happened to your application',
  explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
  asking: 'Checking what happened to your application…',
} as const;

export const receivedAnswer: ApplicationAnswer = {
  outcome: 'received',
  confirmationNumber: 'A104882913',
  receivedDateTime: '2026-11-20T15:00:00.000Z',
};

const refusedWithReason = {
  kind: 'refused',
  status: 422,
  problem: { type: 'about:blank', title: 'Not accepted', status: 422, detail: REASON },
} as const;

/** Said where the machine of the cost has stopped. */
export const NO_COST = "We can't show the cost of pausing right now.";

/** The box by which the terms are agreed to, and what is said where it is not ticked (R §5). */
export const TERMS = 'I agree to the terms and conditions';
export const TERMS_REQUIRED = 'You are required to agree to the terms and conditions.';

/** The parent is told of the key, so that it is kept; of what else is kept as well, where there is something. */
type Notifies = readonly { readonly type: string; readonly entry: unknown }[];

/** Where an application stays whose submission was not received: the state of the form, and what is read there. */
export interface ExpectedEnds<N extends Notifies> {
  readonly kind: ApplicationKind;
  /** The state in which the application can be submitted again. */
  readonly applying: string;
  /** The state in which its outcome could not even be asked for, and what is said there. */
  readonly notKnown: string;
  readonly notAsked: string;
  readonly notifies: N;
}

/** Why there was no application is said above it, and what was entered stays (ruling 3). */
export const explained = <N extends Notifies>(
  { applying, notifies }: Pick<ExpectedEnds<N>, 'applying' | 'notifies'>,
  notice: { readonly kind: keyof typeof applicationNotices; readonly reasons?: readonly string[] },
  reads: readonly string[] = [],
) => ({
  state: applying,
  context: { submission: null, wasSentBefore: false, notice },
  notifies,
  focus: toNotice,
  reads: [applicationNotices[notice.kind], ...reads],
});

/** No key can be made, so that nothing is sent; the application stays as it is. */
export const noKey = (applying: string) => ({
  throws: { kind: 'unreadable', detail: 'Unexpected Error' },
  then: {
    state: applying,
    context: { notice: { kind: 'couldNotSend' } as const },
    focus: toNotice,
    reads: [applicationNotices.couldNotSend],
  },
});

/** How the making of a key ends: the key is kept, the parent told of it, and the application sent; or nothing is sent. */
export const expectedKey = <Submits extends object, N extends Notifies>({
  applying,
  submits,
  notifies,
}: Pick<ExpectedEnds<N>, 'applying' | 'notifies'> & { readonly submits: Submits }) => ({
  'a key': {
    answers: sampleKey,
    then: {
      ...submits,
      context: { submission: { key: sampleKey, sent: true }, wasSentBefore: false },
      notifies,
      reads: [applicationMessages.sending],
    },
  },
  'no key can be made': noKey(applying),
});

/** What tells one notice from another. */
export const noticeFacts = (notice: ApplicationNotice | null) =>
  notice && { kind: notice.kind, hasReasons: notice.kind === 'refused' && notice.reasons.length > 0 };

/** What holds of every application. `applying` is the state in which it can be submitted. */
export const applicationClaims = (applying: string) =>
  ({
    'it counts as received only when the server says so': {
      reaching: ({ isIn }: Pick<ReachedState<unknown>, 'isIn'>) => isIn('received'),
      needs: (by: ClaimTrigger) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
      brokenBy: 'guard isReceived: always true',
    },
    'what was sent before a reload is not sent again': {
      never: ({ isIn, context }: Pick<ReachedState<{ readonly wasSentBefore: boolean }>, 'isIn' | 'context'>) =>
        isIn(applying) && context.wasSentBefore,
      brokenBy: 'guard hasBeenSent: always false',
    },
  }) as const;

/** Nothing is kept of an application that has ended. `ended` is the state of the last step, `received` that within it. */
export const keepsNothing = <Context>(ended: string, draftOf: (context: Context) => unknown, received = ended) => ({
  'nothing is kept of an application that has ended': {
    never: ({ isIn, context }: Pick<ReachedState<Context>, 'isIn' | 'context'>) =>
      isIn(ended) && draftOf(context) !== null,
    brokenBy: `${received}: entry setDone removed`,
  },
});

/** What it costs could not even be asked for: the application goes on without. */
export const costStops = (stopped: string) => ({
  'the machine of the cost stops in error': {
    throws: { kind: 'unreadable', detail: 'Unexpected Error' },
    then: {
      state: stopped,
      emits: [
        {
          type: 'failure.ignored',
          what: 'What pausing payments costs was not shown',
          failure: { kind: 'unreadable', detail: 'Unexpected Error' },
        },
      ],
    },
  },
});

/** How the submission of an application ends. */
export function expectedEnds<N extends Notifies>(expected: ExpectedEnds<N>) {
  const received = { state: 'received', context: { received: receivedAnswer }, output: receivedAnswer };
  return {
    'it is received': { answers: { result: 'accepted', answer: receivedAnswer, record: null }, then: received },
    'it is received, as the server says when it is asked': {
      answers: { result: 'accepted', answer: receivedAnswer, record: { kind: expected.kind } },
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
      then: { state: expected.notKnown, focus: toNotice, reads: [expected.notAsked] },
    },
  };
}

/** The model of the machine that submits it. */
export const applicationSubmissionModel = (
  machine: Parameters<typeof createSubmissionModel>[0],
  { kind, body, query }: { readonly kind: ApplicationKind; readonly body: unknown; readonly query?: object },
) =>
  createSubmissionModel(machine, {
    key: sampleKey,
    body,
    ...(query !== undefined && { query }),
    accepted: receivedAnswer,
    rejected: { ...receivedAnswer, outcome: 'notReceived' },
    refusals: { 'the server refuses it, and says why': { throws: refusedWithReason } },
    record: { kind },
    messages: applicationMessages,
  });
