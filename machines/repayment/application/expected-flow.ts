/**
 * Expectations shared by the models of flows that apply to postpone payments or for other plans (R §2, §4; rulings 24, 59,
 * 60): how they start and end, the upload of a document, and claims about all of them.
 */
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { sampleUpload } from '../../documents/upload/expected-upload.ts';
import { COULD_NOT_LOAD, toHeading, toNotice } from '../../kit/expected-page.ts';
import type {
  ClaimTrigger,
  Expected,
  ExpectedWhere,
  Outcome,
  PartOf,
  ReachedState,
  Then,
} from 'xstate-workbench/model';
import type { Settled } from './flow.ts';
import { keepsNothing, receivedResponse } from './expected-application.ts';

/** Expected result after a loading failure, or after an invoked machine stopped. */
export const failure = { state: 'couldNotLoad', focus: toNotice } as const;

/** Outcome of an invoked machine that stops with an error. */
export const stopsInError = { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: failure } as const;

/** Expected first step of every flow: its facts are requested. */
export const start = { state: 'gettingFacts', calls: { getFacts: {} } } as const;

/** Outcomes for facts in several parts that fail to load. */
export const factsMissing = {
  'something is missing': { answers: { result: 'failed', failure: { kind: 'noAnswer' } }, then: failure },
  'the machine of the facts stops in error': stopsInError,
} as const;

/** Expected result if an application is in process: the borrower is redirected to the page that says so (ruling 60). */
export const leaves = { state: 'leaving', calls: { leaveForInProcess: {} } } as const;

/** Outcomes of the redirect. */
export const leaveForInProcess = {
  'the borrower is there': { answers: undefined, then: { state: 'left' } },
  'the browser refuses': stopsInError,
} as const;

/**
 * Outcomes for loaded facts. A submission from before a reload takes precedence over all other facts: the machine looks
 * up its outcome (`settles`).
 */
export const sentFirst = <Context>(
  loaded: unknown,
  { isSent, settles }: { readonly isSent: (before: Context) => boolean; readonly settles: Expected<Context> },
  ...then: readonly ExpectedWhere<Context>[]
): Outcome<Context> => ({
  answers: { result: 'loaded', loaded },
  then: [{ when: isSent, ...settles }, ...then],
});

/** Returns the case for Try again. `then` lists the results other than loading the facts again. */
export const retryWanted = <Context>(...then: readonly ExpectedWhere<Context>[]) =>
  ({
    event: { type: 'retry.wanted' },
    gesture: { action: 'click', role: 'button', name: 'Try again' },
    then: [{ in: 'couldNotLoad', ...start, hides: [COULD_NOT_LOAD] }, ...then],
  }) as const;

/** Texts shown while a flow starts and while it redirects. */
export const flowScreens = {
  gettingFacts: ['Loading…'],
  couldNotLoad: [COULD_NOT_LOAD, 'Try again'],
  leaving: ['Loading…'],
} as const;

type Reached<Context> = Pick<ReachedState<Context>, 'isIn' | 'context'>;

interface ExpectedClaims<Context> {
  readonly isSent: (context: Context) => boolean;
  /** Step before the application; defaults to the questions. */
  readonly before?: string | undefined;
  /** Step that makes the application. */
  readonly applying: string;
  /** Action that stores what the application reports. */
  readonly keep?: string | undefined;
}

/** Returns the claims about every flow. */
export const flowClaims = <Context extends Settled>({
  isSent,
  before = 'qualifying',
  applying,
  keep = 'keepApplication',
}: ExpectedClaims<Context>) =>
  ({
    'no application starts while another is in process': {
      reaching: ({ isIn }: Reached<Context>) => isIn('qualifying'),
      needs: (by: ClaimTrigger) => !(by.kind === 'outcome' && by.outcome === 'an application is in process'),
      brokenBy: 'guard isInProcess: always false',
    },
    'a step is not left while a submission is in flight': {
      never: ({ isIn, context }: Reached<Context>) => isIn(before) && isSent(context),
      brokenBy: 'guard isUnderWay: always false',
    },
    'an application that never arrived is not asked about again': {
      never: ({ context }: Reached<Context>) => context.hasNeverArrived && isSent(context),
      brokenBy: `${applying}.settling -> application.neverArrived: action ${keep} removed`,
    },
  }) as const;

/**
 * Cases for the report that the application never arrived, in the step `applying`. `part` is what the flow stores. A flow
 * that was opened with the application under way loads the facts again, because they may not allow the step;
 * `nothingLoaded` is the context without them.
 */
export const neverArrived = <Entry, Part extends object, Facts extends object>(
  applying: string,
  { entry, part, nothingLoaded }: { readonly entry: Entry; readonly part: Part; readonly nothingLoaded: Facts },
) => ({
  event: { type: 'application.neverArrived', entry } as const,
  then: [
    { in: `${applying}.settling`, ...start, context: { ...part, ...nothingLoaded, hasNeverArrived: true } },
    { in: applying, state: `${applying}.entering`, context: part },
  ],
});

/** Cases for a report of the application, in the step `applying`. Being asked about, it is still under way. */
export const reports = <Entry, Part>(
  applying: string,
  { entry, state, part }: { readonly entry: Entry; readonly state: 'entering' | 'submitting'; readonly part: Part },
) => ({
  event: { type: 'application.changed', entry } as const,
  then: [
    ...(state === 'submitting' ? [{ in: `${applying}.settling`, context: part }] : []),
    { in: applying, state: `${applying}.${state}`, context: part },
  ],
});

/** Expected change of the context where the application step is entered: the application has started with its notice. */
export const atApplication = { hasNeverArrived: false } as const;

/** Expected result after the application was received, in the state of the last step. */
export const received = {
  context: { step: 'done', received: receivedResponse },
  focus: toHeading,
  reads: [receivedResponse.confirmationNumber],
} as const;

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
    calls: (before) => (typeof calls === 'function' ? calls({ ...before, ...stored(before) }) : (calls ?? {})),
  };
}

/** States of the upload on the last step, in the state `at`. */
const choosingDocument = (at: string): string => `${at}.upload.uploading.choosingDocument`;
const sendingDocument = (at: string): string => `${at}.upload.uploading.sendingDocument`;

const UPLOAD_STOPPED = "The form couldn't be shown.";

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
  state: choosingDocument(at),
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
  /** Action that stores what the application reports. */
  readonly keep?: string;
  readonly inProcess: DefermentEligibility;
}

/** Returns the expectations of a flow with a document upload. */
export function expectedFlow<Context extends Settled, Facts>({
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
  keep,
  inProcess,
}: ExpectedFlow<Context, Facts>) {
  const sending = sendingDocument(uploading);
  return {
    /** Result of a step with which the flow begins after these facts have loaded. */
    begins: (then: Expected<Context>, facts: Facts): Expected<Context> => storing(then, stored(facts)),

    /** Outcome in which the facts load. An application that was sent before takes precedence over them. */
    loads: (facts: Facts, ...then: readonly ExpectedWhere<Context>[]): Outcome<Context> =>
      sentFirst(
        facts,
        { isSent, settles: { ...storing(toApplication, stored(facts)), state: `${applying}.settling` } },
        ...then,
      ),

    /** Case for what the application reports. `context` is what the flow stores. */
    reports: <Entry, Part>(entry: Entry, state: 'entering' | 'submitting', part: Part) =>
      reports(applying, { entry, state, part }),

    /** Cases for the report that the application never arrived. `part` is what the flow stores. */
    neverArrived: <Entry, Part extends object>(entry: Entry, part: Part) =>
      neverArrived(applying, { entry, part, nothingLoaded: { facts: null } }),

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
      ...received,
      state: [`${uploading}.eligibility.refreshing`, choosingDocument(uploading)],
      calls: (before: Context) => ({ refreshEligibility: {}, ...uploadOf(documentTypeOf(before)) }),
    },

    /** Outcomes that have the same result in every flow. */
    factsMissing,
    outcomes: { leaveForInProcess, ...expectedNextSteps(uploading, inProcess) },
    stopsInError,

    /** Cases for the request of a screen. On the last step, it resets the flow, unless a document is under way. */
    route: (...then: readonly ExpectedWhere<Context>[]): Then<Context> => [
      ...then,
      { in: sending },
      { in: ended, ...anew },
    ],

    /** Cases for what the upload on the last step reports. */
    uploads: [
      {
        event: { type: 'upload.started' } as const,
        then: { in: choosingDocument(uploading), state: sending },
      },
      ...(['document.uploaded', 'upload.failed'] as const).map((type) => ({
        event: { type },
        then: { in: sending, state: choosingDocument(uploading) },
      })),
    ],

    screens: { ...flowScreens, [`${uploading}.upload.uploadStopped`]: [UPLOAD_STOPPED] },
    claims: { ...keepsNothing(ended, draftOf), ...flowClaims({ isSent, before: stepBefore, applying, keep }) },
  };
}
