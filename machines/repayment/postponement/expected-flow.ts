/** Expectations shared by the models of the flows that apply to postpone payments (R §2, §4; rulings 24, 59, 60). */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { keepsNothing, receivedResponse } from '../../kit/expected-application.ts';
import {
  factsMissing,
  flowClaims,
  flowScreens,
  leaveForInProcess,
  retryWanted,
  sentFirst,
  start,
  stopsInError,
} from '../../kit/expected-application-flow.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { sampleUpload } from '../../kit/expected-upload.ts';
import type { Expected, ExpectedWhere, Outcome, PartOf, Then } from '../../kit/model.ts';

const { documentTypes, maxFileMegabytes, ids } = sampleUpload;

/** Settings of the document upload. */
export const sampleUploads = { documentTypes, maxFileMegabytes, ids };

/** Upload of a document of this type for an application. */
const uploadOf = (documentTypeId: string) => ({
  uploadDocument: { ...sampleUploads, documentTypeId, isForApplication: true },
});

/** Expected start with a draft whose values are the data of the steps. */
export const startsWith = <Input, Draft extends { readonly version: number }>(input: Input, draft: Draft) => {
  const { version: _, ...steps } = draft;
  return { input: { ...input, draft }, then: { ...start, context: { ...steps, received: null, facts: null } } };
};

/** Returns the result, with other data in the context from the start. */
export function storing<Context extends object>(
  { context, calls, ...then }: Expected<Context>,
  stored: (before: Context) => Partial<Context>,
): Expected<Context> {
  const changed = (before: Context) => ({
    ...(typeof context === 'function' ? context(before) : context),
    ...stored(before),
  });
  return {
    ...then,
    context: (before) => changed(before) as PartOf<Context>,
    calls: (before) => (typeof calls === 'function' ? calls({ ...before, ...changed(before) }) : (calls ?? {})),
  };
}

const UPLOAD_STOPPED = 'The form could not be shown.';

/** Outcomes in the state `at`: eligibility is loaded again, and a document is uploaded. */
const expectedNextSteps = (at: string, inProcess: DefermentEligibility) => ({
  refreshEligibility: {
    'an application is in process': {
      answers: inProcess,
      then: { state: `${at}.eligibility.refreshed`, context: { facts: { eligibility: inProcess } } },
    },
    'no answer in time': {
      throws: { kind: 'noAnswer' },
      then: {
        state: `${at}.eligibility.refreshed`,
        emits: [
          {
            type: 'failure.ignored',
            what: 'What the borrower may apply for was not fetched again',
            failure: { kind: 'noAnswer' },
          },
        ],
      },
    },
  },
  uploadDocument: {
    'the machine of the upload stops in error': {
      throws: { kind: 'unreadable', detail: 'Unexpected Error' },
      then: { state: `${at}.upload.uploadStopped`, focus: toNotice },
    },
  },
});

/** Expected result of restarting an upload that stopped. */
const uploadRetried = (at: string) => ({
  in: `${at}.upload.uploadStopped`,
  state: `${at}.upload.uploading`,
  focus: toHeading,
  hides: [UPLOAD_STOPPED],
});

interface ExpectedFlow<Context, Facts> {
  /** State of the step that makes the application, and the expected result of opening it. */
  readonly applying: string;
  readonly toApplication: Expected<Context>;
  /** Step before it; defaults to the questions. */
  readonly before?: string;
  /** Returns the data in the context after the facts have loaded. */
  readonly stored: (facts: Facts) => (before: Context) => Partial<Context>;
  readonly isSent: (context: Context) => boolean;
  /** State with the next steps, and the state within it with the upload. */
  readonly ended: string;
  readonly uploading?: string;
  /** Returns the id of the document type that the application requires. */
  readonly documentTypeOf: (context: Context) => string;
  /** Expected result of starting again from the next steps. */
  readonly anew: Expected<Context>;
  readonly draftOf: (context: Context) => unknown;
  readonly inProcess: DefermentEligibility;
}

/** Returns the expectations of a flow with a document upload. */
export function expectedFlow<Context extends object, Facts>({
  applying,
  toApplication,
  before: stepBefore,
  stored,
  isSent,
  ended,
  uploading = ended,
  documentTypeOf,
  anew,
  draftOf,
  inProcess,
}: ExpectedFlow<Context, Facts>) {
  return {
    /** Result of a step with which the flow begins after these facts have loaded. */
    begins: (then: Expected<Context>, facts: Facts): Expected<Context> => storing(then, stored(facts)),

    /** Outcome in which the facts load. An application that was sent before takes precedence over them. */
    loads: (facts: Facts, ...then: readonly ExpectedWhere<Context>[]): Outcome<Context> =>
      sentFirst(
        facts,
        { isSent, settles: { ...storing(toApplication, stored(facts)), state: `${applying}.submitting` } },
        ...then,
      ),

    /** Case for what the application reports. `context` is what the flow stores. */
    reports: <Entry, Part>(entry: Entry, state: 'entering' | 'submitting', context: Part) => ({
      event: { type: 'application.changed', entry } as const,
      then: { in: applying, state: `${applying}.${state}`, context },
    }),

    /** Case for Previous, in these states. */
    previousPressed: (on: readonly string[], then: readonly ExpectedWhere<Context>[]) =>
      ({
        event: { type: 'previous.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Previous' },
        on,
        where: (before: Context): boolean => !isSent(before),
        then,
      }) as const,

    retryWanted: retryWanted<Context>({
      ...uploadRetried(uploading),
      calls: (before) => uploadOf(documentTypeOf(before)),
    }),

    /** Expected result after the application was received. */
    received: {
      state: [`${uploading}.eligibility.refreshing`, `${uploading}.upload.uploading`],
      context: { step: 'done' as const, received: receivedResponse },
      calls: (before: Context) => ({ refreshEligibility: {}, ...uploadOf(documentTypeOf(before)) }),
      focus: toHeading,
      reads: [receivedResponse.confirmationNumber],
    },

    /** Outcomes that have the same result in every flow. */
    factsMissing,
    outcomes: { leaveForInProcess, ...expectedNextSteps(uploading, inProcess) },
    stopsInError,

    /** Cases for the request of a screen. On the last step, it resets the flow. */
    route: (...then: readonly ExpectedWhere<Context>[]): Then<Context> => [...then, { in: ended, ...anew }],

    screens: { ...flowScreens, [`${uploading}.upload.uploadStopped`]: [UPLOAD_STOPPED] },
    claims: { ...keepsNothing(ended, draftOf), ...flowClaims(isSent, stepBefore) },
  };
}
