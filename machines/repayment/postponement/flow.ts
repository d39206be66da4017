/**
 * Builder of the flows that apply to postpone payments (R §2, §4; rulings 24, 59, 60): the facts are loaded, the steps
 * follow each other, and after the application the borrower can upload a document. The steps are those of the kind of
 * postponement; their shared parts are in `machines/kit/application-flow.ts`.
 */
import { deferment } from '#domain/repayment/deferment/calls.ts';
import {
  type ApplicationProgress,
  couldNotGetFacts,
  eligibilityActions,
  flowActions,
  flowGuards,
  gettingFacts,
  leaving,
  left,
  refreshingEligibility,
  uploadingDocument,
} from '../../kit/application-flow.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../../kit/events.ts';
import type { UploadSettings } from '../../kit/upload.machine.ts';
import { uploadDocument } from '../../documents/upload-document/upload-document.machine.ts';

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
export const stepsOf = <Draft extends { readonly version: number }>({ version: _, ...steps }: Draft) => ({
  ...steps,
  received: null,
});

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
export const startingFlow = <const Next extends readonly object[]>(description: string, next: Next) =>
  ({ gettingFacts: gettingFacts(description, next), couldNotGetFacts, leaving, left }) as const;

/** Returns the regions after an application was received. `documentTypeOf` returns the type of its document. */
export const afterApplication = <Context extends { readonly uploads: UploadSettings }>(
  documentTypeOf: (context: Context) => number,
) =>
  ({
    type: 'parallel',
    states: {
      eligibility: refreshingEligibility,
      upload: uploadingDocument((context: Context) => ({
        ...context.uploads,
        documentTypeId: String(documentTypeOf(context)),
      })),
    },
  }) as const;
