/**
 * Builder of the flows that apply to postpone payments (R §2, §4; rulings 24, 59, 60): the facts are loaded, the steps
 * follow each other, and after the application the borrower can upload a document. The steps are those of the kind of
 * postponement; their shared parts are in `machines/kit/application-flow.ts`.
 */
import { deferment } from '#domain/repayment/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { assign } from 'xstate';
import {
  type ApplicationProgress,
  flowActions,
  flowGuards,
  gettingFacts,
  leaving,
  left,
} from '../../kit/application-flow.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../../kit/events.ts';
import { logIgnored } from '../../kit/failures.ts';
import { type KitAction, withAnswer, withFailure } from '../../kit/params.ts';
import type { UploadSettings } from '../../kit/upload.machine.ts';
import { uploadDocument } from '../../documents/upload-document/upload-document.machine.ts';
import { staysHere } from '../../kit/stays-here.ts';

/** Types of every flow. */
export const flowTypes = {
  emitted: {} as FocusWanted | FailureIgnored,
  tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
  meta: {} as ScreenMeta,
};

/** Events of every flow whose screens have these ids. */
export type FlowEvent<Screen extends `#${string}`> =
  | { type: 'previous.pressed' }
  | { type: 'retry.wanted' }
  | ScreenWanted<Screen>;

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
export function stepsOf<Draft extends { readonly version: number }>(draft: Draft) {
  const { version: _, ...steps } = draft;
  return { ...steps, received: null };
}

interface WithFacts {
  readonly facts: { readonly eligibility: DefermentEligibility } | null;
}

/** Actions used by {@link refreshingEligibility}. */
const eligibilityActions = {
  keepEligibility: assign({
    facts: ({ context: { facts } }: { readonly context: WithFacts }, eligibility: DefermentEligibility) =>
      facts && { ...facts, eligibility },
  }) as KitAction<{ readonly context: WithFacts }, DefermentEligibility>,
  logNotRefreshed: logIgnored('What the borrower may apply for was not fetched again'),
};

/** Actors, guards and actions of a flow with {@link startingFlow} and {@link afterApplication}. */
export const flowSetup = {
  actors: {
    uploadDocument,
    refreshEligibility: call(deferment.eligibility),
    leaveForInProcess: effects['access.leaveForInProcess'],
  },
  guards: flowGuards,
  actions: { ...flowActions, ...eligibilityActions },
};

/** Returns the states in which a flow starts. `next` lists the transitions after the facts have loaded, in order. */
export const startingFlow = <const Next extends readonly object[]>(what: string, next: Next) =>
  ({ ...gettingFacts(what, next), leaving, left }) as const;

/** State of a borrower without an eligible loan group; a sibling of the states above. */
export const noGroups = {
  description: 'No loan group is eligible for this deferment, and the screen says so',
  tags: 'settled',
  on: staysHere,
} as const;

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
        onDone: { target: 'refreshed', actions: withAnswer('keepEligibility') },
        onError: { target: 'refreshed', actions: withFailure('logNotRefreshed') },
      },
    },
    refreshed: { description: 'The new eligibility has loaded, or loading it failed' },
  },
} as const;

/**
 * Returns the regions after an application was received: the borrower can upload its document (R §4 Next steps).
 * `documentTypeOf` returns the type of the document.
 */
export const afterApplication = <Context extends { readonly uploads: UploadSettings }>(
  documentTypeOf: (context: Context) => number,
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
            invoke: {
              id: 'uploadDocument',
              src: 'uploadDocument',
              input: ({ context }: { readonly context: Context }) => ({
                ...context.uploads,
                documentTypeId: String(documentTypeOf(context)),
                isForApplication: true,
              }),
              onError: 'uploadStopped',
            },
          },
          uploadStopped: {
            description: 'The upload machine stopped with an error; the borrower can restart it',
            entry: 'focusNotice',
            on: { 'retry.wanted': { target: 'uploading', actions: 'focusHeading' } },
          },
        },
      },
    },
  }) as const;
