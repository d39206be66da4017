/**
 * What the flows of applications to postpone payments share: how they begin and are left, the step in which the application
 * is made, and the two regions of their last step.
 */
import type { DefermentEligibility } from '#domain/deferment/shapes.ts';
import type { ApplicationAnswer, CoveredGroups } from '#domain/postponement/shapes.ts';
import { assign } from 'xstate';
import { NOTICE_DELAY, focus } from './focus.ts';
import { logIgnored } from './ignored.ts';
import { hasFailed } from './load-parts.machine.ts';
import { type KitAction, withAnswer, withFailure, withPart } from './params.ts';
import type { UploadInput } from './upload.machine.ts';

/**
 * What a flow keeps of its application beside what is entered: the step that has been come to, or that the application has
 * ended; and the answer, where it was received.
 */
export interface ApplicationProgress<Step extends string> {
  readonly step: Step | 'done';
  readonly received: ApplicationAnswer | null;
}

/** Whether an application has not ended. */
const isUnfinished = <Context extends { readonly step: string }>(
  context: Context,
): context is Context & { readonly step: Exclude<Context['step'], 'done'> } => context.step !== 'done';

/**
 * What is kept of a flow while its application is unfinished: what `write` makes of it, which is null where nothing is begun
 * yet. Nothing is kept of an application that has ended, whatever the machine still holds of it.
 */
export const unfinishedDraft =
  <Context extends { readonly step: string }, Draft>(
    write: (context: Context & { readonly step: Exclude<Context['step'], 'done'> }) => Draft | null,
  ) =>
  (context: Context): Draft | null =>
    isUnfinished(context) ? write(context) : null;

/** The actions that the states below name. */
export const flowActions = {
  setDone: assign({ step: 'done' }) as KitAction<{ readonly context: { readonly step: string } }, undefined>,
  keepReceived: assign({ received: (_, received: ApplicationAnswer | null) => received }) as KitAction<
    { readonly context: { readonly received: ApplicationAnswer | null } },
    ApplicationAnswer | null
  >,
  focusHeading: focus('heading'),
  focusNotice: focus('notice', NOTICE_DELAY),
};

interface WithFacts {
  readonly facts: { readonly eligibility: DefermentEligibility } | null;
}

/** The actions that {@link refreshingEligibility} names. */
export const eligibilityActions = {
  keepEligibility: assign({
    facts: ({ context: { facts } }: { readonly context: WithFacts }, eligibility: DefermentEligibility) =>
      facts && { ...facts, eligibility },
  }) as KitAction<{ readonly context: WithFacts }, DefermentEligibility>,
  logNotRefreshed: logIgnored('What the borrower may apply for was not fetched again'),
};

/** The guards by which the facts decide on how a flow begins, whichever they are besides. */
export const flowGuards = {
  hasFailed,
  isInProcess: (_: unknown, { eligibility }: { readonly eligibility: DefermentEligibility }): boolean =>
    eligibility.hasDefermentForbearanceApplicationInProcess,
  hasNoGroups: (_: unknown, { groups }: { readonly groups: CoveredGroups }): boolean =>
    groups.eligibleGroups.length === 0,
};

/** The first state of a flow whose facts come by one call. `next` says, in order, where its answer leads. */
export const gettingFactsByCall = <const Next extends readonly object[]>(description: string, next: Next) =>
  ({
    id: 'gettingFacts',
    description,
    tags: 'busy',
    on: { 'xstate.route': {} },
    invoke: { id: 'getFacts', src: 'getFacts', input: {}, onDone: next, onError: 'couldNotGetFacts' },
  }) as const;

/** The first state of a flow whose facts are several parts. `next` says, in order, where they lead when all have come. */
export const gettingFacts = <const Next extends readonly object[]>(description: string, next: Next) =>
  gettingFactsByCall(description, [{ guard: withAnswer('hasFailed'), target: 'couldNotGetFacts' }, ...next]);

/** Beside the state in which the facts are fetched (`gettingFacts`). */
export const couldNotGetFacts = {
  id: 'couldNotGetFacts',
  description: 'Something that the flow needs could not be fetched; it can be tried again',
  entry: 'focusNotice',
  on: { 'xstate.route': {}, 'retry.wanted': 'gettingFacts' },
} as const;

/** Beside {@link couldNotGetFacts} and {@link left}. */
export const leaving = {
  description: 'An application is in process: the borrower is taken to where that is said (ruling 60)',
  tags: 'busy',
  on: { 'xstate.route': {} },
  invoke: {
    id: 'leaveForInProcess',
    src: 'leaveForInProcess',
    input: {},
    onDone: 'left',
    onError: 'couldNotGetFacts',
  },
} as const;

/** Beside the states above: the facts leave nothing to apply for. */
export const noGroups = {
  description: 'No group of loans can have this deferment, which is said',
  tags: 'settled',
  on: { 'xstate.route': {} },
} as const;

/** Beside {@link leaving}: where it leads. */
export const left = { description: 'The borrower is where it is said', type: 'final' } as const;

/**
 * What every step is in which something is entered. However it is come to, its heading takes the focus: an address that is
 * asked for where it is shown already draws the step anew, and what had the focus is gone. `marks` are actions that come first.
 */
export const enteringStep = <const Marks extends readonly string[]>(...marks: Marks) =>
  ({ tags: 'entering', entry: [...marks, 'focusHeading'] }) as const;

/**
 * What the last step is: nothing is kept of the application any more. Back resets the flow, whose entry then finds the
 * application in process (rulings 24, 59).
 */
export const completedStep = {
  tags: 'completed',
  entry: ['setDone', 'focusHeading'],
  on: { 'xstate.route': { target: '#gettingFacts', actions: 'clearSteps' } },
} as const;

/** What follows where the step has told of its entry: what is under way is not left. `keep` is the action that keeps it. */
const followApplication = <Name extends string>(keep: Name) =>
  [
    { guard: withPart('isUnderWay', 'entry'), target: '.submitting', actions: withPart(keep, 'entry') },
    { target: '.entering', actions: withPart(keep, 'entry') },
  ] as const;

/** The states of the step in which the application is made; `previous` leads to the step before. */
const applyingStates = <const Previous>(previous: Previous) =>
  ({
    entering: {
      description: 'The step may be left',
      on: { 'previous.pressed': previous },
    },
    submitting: {
      description: 'The application is under way, and the step may not be left',
      on: { 'xstate.route': {} },
    },
  }) as const;

/**
 * The step in which the application is made, by a machine of its own: from what it starts, where it leads once it has ended,
 * the action that keeps what it tells of its entry, and where Previous leads.
 */
export const makingApplication = <Context, Input, const Done, const Keep extends string, const Previous>({
  input,
  onDone,
  keep,
  previous,
}: {
  readonly input: (context: Context) => Input;
  readonly onDone: Done;
  readonly keep: Keep;
  readonly previous: Previous;
}) =>
  ({
    invoke: {
      id: 'apply',
      src: 'apply',
      input: ({ context }: { readonly context: Context }) => input(context),
      onDone,
      onError: '#couldNotGetFacts',
    },
    on: { 'application.changed': followApplication(keep) },
    initial: 'entering',
    states: applyingStates(previous),
  }) as const;

/** What the borrower may apply for is fetched again once an application was received (R §4). */
export const refreshingEligibility = {
  description: 'What the borrower may apply for has changed by the application',
  initial: 'refreshing',
  states: {
    refreshing: {
      description: 'It is fetched again; nothing on the screen waits for it',
      tags: 'background',
      invoke: {
        id: 'refreshEligibility',
        src: 'refreshEligibility',
        input: {},
        onDone: { target: 'refreshed', actions: withAnswer('keepEligibility') },
        onError: { target: 'refreshed', actions: withFailure('logNotRefreshed') },
      },
    },
    refreshed: { description: 'It was fetched again, or could not be' },
  },
} as const;

/** The document that belongs to the application can be uploaded (R §4 Next steps). */
export const uploadingDocument = <Context>(inputOf: (context: Context) => Omit<UploadInput, 'isForApplication'>) =>
  ({
    description: 'The document that belongs to the application',
    initial: 'uploading',
    states: {
      uploading: {
        description: 'It can be uploaded',
        invoke: {
          id: 'uploadDocument',
          src: 'uploadDocument',
          input: ({ context }: { readonly context: Context }) => ({ ...inputOf(context), isForApplication: true }),
          onError: 'uploadStopped',
        },
      },
      uploadStopped: {
        description: 'The machine of the upload has stopped in error; it can be started anew',
        entry: 'focusNotice',
        on: { 'retry.wanted': { target: 'uploading', actions: 'focusHeading' } },
      },
    },
  }) as const;
