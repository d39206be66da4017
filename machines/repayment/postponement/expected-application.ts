/**
 * Expectations shared by the models of applications to postpone payments, whose screen shows the loans and the cost
 * beside the application (R §4, §5; rulings 3, 4).
 */
import type { ApplicationKind } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import type { ApplicationSubmission } from '../../kit/application.ts';
import {
  TERMS_REQUIRED,
  applicationClaims,
  applicationMessages,
  applicationNotices,
  applicationSubmissionModel,
  expectedEnds,
} from '../../kit/expected-application.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import type { NotifiedEvent } from '../../kit/model.ts';
import type { Keyed } from '../../kit/submit-once.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';

/** Text shown after the cost machine has stopped. */
const NO_COST = "We can't show the cost of pausing right now.";

const AT = 'postponing.application';

/** Stored key of a borrower whose page was reloaded while the application was under way. */
export const underWay = { key: sampleKey, sent: true } as const;

/** Submission part of the context at the start, for a new application. */
export const startingApplication = { key: null, notice: null, received: null } as const;

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

/** Outcome in which the cost cannot be loaded: the application continues without it. */
const costStops = (stopped: string) => ({
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

export interface ExpectedPostponing<Context> {
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
