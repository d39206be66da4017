/**
 * Parts of the flows that apply to postpone payments or for other plans (R §2, §4; rulings 24, 59, 60): how a flow starts
 * and ends, the step that makes the application, and the upload of its document on the last step. The other steps are
 * those of the flow.
 */
import { assign, not, stateIn } from 'xstate';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import type { ApplicationResponse, CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import { uploadDocument } from '../../documents/upload-document/upload-document.machine.ts';
import type { UploadEvent, UploadSettings } from '../../documents/upload/upload.machine.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusRequested, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { logIgnored } from '../../kit/failures.ts';
import { focusActions } from '../../kit/focus.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import { loading, loadingParts } from '../../kit/loading.ts';
import { type KitAction, withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { staysHere } from '../../kit/stays-here.ts';
import type { ApplicationNotice, EnteredApplication } from './application.ts';

/** Types of every flow. */
export const flowTypes = {
  emitted: {} as FocusRequested | FailureIgnored,
  tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
  meta: {} as ScreenMeta,
};

/** Events of every flow whose screens have these ids. */
export type FlowEvent<Screen extends `#${string}`> =
  | { type: 'previous.pressed' }
  | { type: 'retry.requested' }
  | UploadEvent
  | ScreenRequested<Screen>;

/** Part of every flow's context. */
export interface Settled {
  /** Why an application from before a reload was not received, which the application step will say. */
  readonly notReceived: ApplicationNotice;
}

/**
 * Progress of a flow's application: the current step (`done` after the application has ended) and the server's answer,
 * if one was received.
 */
export interface ApplicationProgress<Step extends string> {
  readonly step: Step | 'done';
  readonly received: ApplicationResponse | null;
}

/** Returns true while the application has not ended. */
const isUnfinished = <Context extends { readonly step: string }>(
  context: Context,
): context is Context & { readonly step: Exclude<Context['step'], 'done'> } => context.step !== 'done';

/**
 * Returns the draft of an unfinished application. `write` builds the draft from the context and returns null before
 * anything has been entered. An application that has ended has no draft, even if its values are still in the context.
 */
export const unfinishedDraft =
  <Context extends { readonly step: string }, Draft>(
    write: (context: Context & { readonly step: Exclude<Context['step'], 'done'> }) => Draft | null,
  ) =>
  (context: Context): Draft | null =>
    isUnfinished(context) ? write(context) : null;

/** Input of a flow: the upload of its document, and the draft of an unfinished application. */
export interface FlowInput<Draft> {
  readonly uploads: UploadSettings;
  /** Id of the document type that the application requires. */
  readonly documentTypeId: number;
  readonly draft: Draft | null;
}

/** Data of the steps, which is that of the draft. */
export type StepsOf<Draft extends { readonly step: string }> = Omit<Draft, 'version' | 'step'> &
  ApplicationProgress<Draft['step']>;

/** Returns the steps of a draft. */
export function toSteps<Draft extends { readonly version: number }>(draft: Draft) {
  const { version: _, ...steps } = draft;
  return { ...steps, received: null };
}

/** Actors, guards and actions of every flow. */
export const flowSetup = {
  actors: { leaveForInProcess: effects['access.leaveForInProcess'] },
  guards: {
    hasBeenSent: ({
      context: { application },
    }: {
      readonly context: { readonly application: EnteredApplication<unknown> | null };
    }): boolean => application?.submission?.sent === true,
    isUnderWay: (_: unknown, { submission }: { readonly submission: StoredSubmission }): boolean =>
      submission?.sent === true,
  },
  actions: {
    setDone: assign({ step: 'done' }) as KitAction<{ readonly context: { readonly step: string } }, undefined>,
    setReceived: assign({ received: (_, received: ApplicationResponse | null) => received }) as KitAction<
      { readonly context: { readonly received: ApplicationResponse | null } },
      ApplicationResponse | null
    >,
    setNotReceived: assign({ notReceived: (_, notice: ApplicationNotice) => notice }) as KitAction<
      { readonly context: Settled },
      ApplicationNotice
    >,
    clearNotReceived: assign({ notReceived: null }) as KitAction<{ readonly context: Settled }, undefined>,
    ...focusActions,
  },
};

interface WithData {
  readonly facts: { readonly eligibility: DefermentEligibility } | null;
}

/** Actors, guards and actions of a flow whose facts load in several parts, and with {@link afterApplication}. */
export const documentSetup = {
  actors: { ...flowSetup.actors, uploadDocument, refreshEligibility: call(deferment.eligibility) },
  guards: {
    ...flowSetup.guards,
    hasFailed,
    isUploadAtRest: not(stateIn('#sendingDocument')),
    isInProcess: (_: unknown, { eligibility }: { readonly eligibility: DefermentEligibility }): boolean =>
      eligibility.hasDefermentForbearanceApplicationInProcess,
    hasNoGroups: (_: unknown, { groups }: { readonly groups: CoveredGroups }): boolean =>
      groups.eligibleGroups.length === 0,
  },
  actions: {
    ...flowSetup.actions,
    setEligibility: assign({
      facts: ({ context: { facts } }: { readonly context: WithData }, eligibility: DefermentEligibility) =>
        facts && { ...facts, eligibility },
    }) as KitAction<{ readonly context: WithData }, DefermentEligibility>,
    clearFacts: assign({ facts: null }) as KitAction<{ readonly context: WithData }, undefined>,
    logNotRefreshed: logIgnored('The eligibility of the borrower was not reloaded'),
  },
};

/** Name and invocation of the state in which a flow loads its facts. */
const FACTS = { actor: 'getFacts', input: {}, on: staysHere } as const;

/** Returns the initial states of a flow that loads its facts in several parts. `next` lists the transitions after that. */
export const gettingFacts = <const Next extends readonly object[]>(what: string, next: Next) =>
  loadingParts('gettingFacts', { ...FACTS, what, onDone: next });

/** States that redirect a borrower whose application is already in process. */
const leavingFlow = {
  leaving: {
    description:
      'An application is already in process: the flow redirects the borrower to the page that says so (ruling 60)',
    tags: 'busy',
    on: staysHere,
    invoke: {
      id: 'leaveForInProcess',
      src: 'leaveForInProcess',
      input: {},
      onDone: 'left',
      onError: 'couldNotLoad',
    },
  },
  left: { description: 'The borrower is on the page about the application in process', type: 'final' },
} as const;

/** Returns the states in which a flow starts. `next` lists the transitions after the facts have loaded, in order. */
export const startingFlow = <const Next extends readonly object[]>(what: string, next: Next) =>
  ({ ...gettingFacts(what, next), ...leavingFlow }) as const;

/** Returns the states in which a flow starts that loads its facts with one call. */
export const startingFlowByCall = <const Next extends readonly object[]>(what: string, next: Next) =>
  ({ ...loading('gettingFacts', { ...FACTS, what, onDone: next }), ...leavingFlow }) as const;

/** State of a borrower without an eligible loan group; a sibling of the states above. */
export const noGroups = {
  description: 'No loan group is eligible for this deferment, and the screen says so',
  tags: 'settled',
  on: staysHere,
} as const;

/**
 * Shared config of the steps in which the borrower enters data. Every entry moves focus to the heading: requesting the
 * route of the step that is already on screen renders it again and loses focus. `marks` are actions that run first.
 */
export const enteringStep = <const Marks extends readonly string[]>(...marks: Marks) =>
  ({ tags: 'entering', entry: [...marks, 'focusHeading'] }) as const;

/**
 * Shared config of the last step. Its entry marks the application as done, so that the flow discards the draft. The
 * Back button resets the flow, which then finds the application in process (rulings 24, 59).
 */
export const completedStep = {
  tags: 'completed',
  entry: ['setDone', 'focusHeading'],
  on: { 'xstate.route': { target: '#gettingFacts', actions: ['clearSteps', 'clearFacts'] } },
} as const;

/**
 * {@link completedStep} with {@link afterApplication}: the flow does not restart while a document is uploading. The
 * last transition keeps the request from the steps, which would open.
 */
export const completedWithDocument = {
  ...completedStep,
  on: {
    'xstate.route': [{ ...completedStep.on['xstate.route'], guard: 'isUploadAtRest' }, {}],
  },
} as const;

/**
 * Returns the transitions for the reports of the application: the borrower cannot leave the step while the submission is
 * in flight. `keep` names the action that stores the reported entry.
 */
const followApplication = <Name extends string>(select: Name) =>
  ({
    'application.changed': [
      { guard: withEvent('isUnderWay', 'entry'), target: '.submitting', actions: withEvent(select, 'entry') },
      { target: '.entering', actions: withEvent(select, 'entry') },
    ],
    'application.notReceived': { target: '.entering', actions: withEvent(select, 'entry') },
  }) as const;

/** Returns the substates of the step that makes the application. `previous` is the transition to the step before. */
const applyingStates = <Name extends string, const Previous>(select: Name, previous: Previous) =>
  ({
    entering: {
      description: 'The borrower can leave the step',
      // The application shows the reason once it has started.
      entry: 'clearNotReceived',
      on: { 'previous.pressed': previous },
    },
    submitting: {
      description: 'The submission is in flight and the borrower cannot leave the step',
      on: staysHere,
    },
    settling: {
      description:
        'The flow was opened with an application that was sent before; the application asks the server for its outcome',
      on: {
        ...staysHere,
        // The outcome is still open, so the state stays.
        'application.changed': { actions: withEvent(select, 'entry') },
        // The facts may not allow an application: the flow loads and checks them, as it does when it is opened.
        'application.notReceived': {
          target: '#gettingFacts',
          actions: [withEvent(select, 'entry'), withEvent('setNotReceived', 'notice'), 'clearFacts'],
        },
      },
    },
  }) as const;

/**
 * Returns the step that makes the application in an invoked machine. `input` builds the machine's input, `onDone` is
 * the transition after it ends, `keep` names the action that stores the reported entry, and `previous` is the
 * transition of the Previous button. A flow that is opened while an application is under way enters `settling`.
 */
export const makingApplication = <
  Context extends Settled,
  Input,
  const Done,
  const Keep extends string,
  const Previous,
>({
  input,
  onDone,
  select,
  previous,
}: {
  readonly input: (context: Context) => Input;
  readonly onDone: Done;
  readonly select: Keep;
  readonly previous: Previous;
}) =>
  ({
    invoke: {
      id: 'apply',
      src: 'apply',
      input: ({ context }: { readonly context: Context }) => ({
        ...input(context),
        notice: context.notReceived,
      }),
      onDone,
      onError: '#couldNotLoad',
    },
    on: followApplication(select),
    initial: 'entering',
    states: applyingStates(select, previous),
  }) as const;

/** Region that loads the borrower's eligibility again after the server has received an application (R §4). */
const refreshingEligibility = {
  description: "The application has changed the borrower's eligibility",
  initial: 'refreshing',
  states: {
    refreshing: {
      description: 'The flow loads the eligibility again in the background; the screen does not wait for it',
      tags: 'background',
      invoke: {
        id: 'refreshEligibility',
        src: 'refreshEligibility',
        input: {},
        onDone: { target: 'refreshed', actions: withAnswer('setEligibility') },
        onError: { target: 'refreshed', actions: withFailure('logNotRefreshed') },
      },
    },
    refreshed: { description: 'The new eligibility has loaded, or loading it failed' },
  },
} as const;

/**
 * Returns the regions after an application was received: the borrower can upload its document (R §4 Next steps).
 * `getDocumentType` returns the type of the document.
 */
export const afterApplication = <Context extends { readonly uploads: UploadSettings }>(
  getDocumentType: (context: Context) => number,
) =>
  ({
    type: 'parallel',
    states: {
      eligibility: refreshingEligibility,
      upload: {
        description: 'The document for the application',
        initial: 'uploading',
        states: {
          uploading: {
            description: 'The borrower can upload the document',
            initial: 'choosingDocument',
            states: {
              choosingDocument: {
                description: 'No document is under way',
                on: { 'upload.started': 'sendingDocument' },
              },
              sendingDocument: {
                id: 'sendingDocument',
                description: 'A document is under way and the borrower cannot go back to an earlier step',
                on: { 'document.uploaded': 'choosingDocument', 'upload.failed': 'choosingDocument' },
              },
            },
            invoke: {
              id: 'uploadDocument',
              src: 'uploadDocument',
              input: ({ context }: { readonly context: Context }) => ({
                ...context.uploads,
                documentTypeId: String(getDocumentType(context)),
                isForApplication: true,
              }),
              onError: 'uploadStopped',
            },
          },
          uploadStopped: {
            description: 'The upload machine stopped with an error; the borrower can restart it',
            entry: 'focusNotice',
            on: { 'retry.requested': { target: 'uploading', actions: 'focusHeading' } },
          },
        },
      },
    },
  }) as const;
