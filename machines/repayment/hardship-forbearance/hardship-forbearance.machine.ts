/**
 * Flow that applies for hardship forbearance (R §2, §4): a landing page that explains it and its conditions, then
 * qualification, application and receipt. The browser's Back acts as Previous, and resets the flow on the receipt of an
 * application (rulings 24, 59). On the receipt of an answer No it returns to the question (ruling 35).
 */
import { assign, setup } from 'xstate';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import type { HardshipDraft, HardshipSummary } from '#domain/repayment/forbearance/shapes.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import {
  type HardshipApplicationEvent,
  type HardshipEntry,
  hardshipApplication,
} from './hardship-application.machine.ts';
import {
  type ApplicationProgress,
  type FlowEvent,
  type Settled,
  completedStep,
  enteringStep,
  flowSetup,
  flowTypes,
  makingApplication,
  startingFlowByCall,
  unfinishedDraft,
} from '../application/flow.ts';
import { call } from '../../kit/effect.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';

export interface HardshipForbearanceInput {
  readonly draft: HardshipDraft | null;
}

/** Data of the steps. Null for a step that has not been reached. */
interface Steps extends ApplicationProgress<HardshipDraft['step']> {
  /** Answer to the question; Yes by default (R §2). */
  readonly qualificationAgreement: boolean;
  readonly application: HardshipEntry | null;
}

interface Context extends HardshipForbearanceInput, Steps, Settled {
  readonly summary: HardshipSummary | null;
}

interface SummaryResponse {
  readonly forbearanceHardshipSummary: HardshipSummary;
}

const nothingChosen: Steps = {
  step: 'qualification',
  qualificationAgreement: true,
  application: null,
  received: null,
};

/** Restores the steps from a draft. The borrower must accept the terms again. */
const toSteps = ({ step, qualificationAgreement, submission }: HardshipDraft): Steps => ({
  step,
  qualificationAgreement,
  application: submission === null ? null : { values: { terms: false }, submission },
  received: null,
});

const requireSummary = ({ summary }: Context): HardshipSummary => required(summary, 'the summary');

function toGroups(context: Context): CoveredGroups {
  const { eligibleGroups, ineligibleGroups } = requireSummary(context);
  return { eligibleGroups, ineligibleGroups };
}

export const hardshipForbearance = setup({
  types: {
    ...flowTypes,
    context: {} as Context,
    events: {} as
      | HardshipApplicationEvent
      | { type: 'agreement.chosen'; value: boolean }
      | { type: 'continue.pressed' }
      | FlowEvent<'#landing' | '#qualification' | '#application' | '#receipt'>,
    input: {} as HardshipForbearanceInput,
    children: {} as { apply: 'apply' },
  },
  actors: {
    ...flowSetup.actors,
    getFacts: call(forbearance.hardshipSummary),
    apply: hardshipApplication,
  },
  delays: {
    /** Time in milliseconds for which the application step shows if there is nothing to apply for (R §4, §9). */
    passingOn: 10,
  },
  guards: {
    ...flowSetup.guards,
    isInProcess: (_, { forbearanceHardshipSummary }: SummaryResponse) =>
      forbearanceHardshipSummary.hasApplicationInProcess,
    isNotEligible: (_, { forbearanceHardshipSummary }: SummaryResponse) => !forbearanceHardshipSummary.isEligible,
    isEligible: ({ context: { summary } }) => summary?.isEligible === true,
    isPaidAhead: ({ context: { summary } }) => summary?.ineligibleReason === 'PaidAhead',
    isAtApplication: ({ context: { step } }) => step === 'application',
    hasDeclined: ({ context: { qualificationAgreement } }) => !qualificationAgreement,
  },
  actions: {
    ...flowSetup.actions,
    setSummary: assign({
      summary: (_, { forbearanceHardshipSummary }: SummaryResponse) => forbearanceHardshipSummary,
    }),
    /** A changed answer requires another application. */
    setAgreement: assign({ qualificationAgreement: (_, value: boolean) => value, application: null }),
    setAtQualification: assign({ step: 'qualification' }),
    setAtApplication: assign({ step: 'application' }),
    setApplication: assign({ application: (_, entry: HardshipEntry) => entry }),
    clearSteps: assign(nothingChosen),
    clearFacts: assign({ summary: null }),
  },
}).createMachine({
  id: 'hardshipForbearance',
  description: 'A borrower reads about hardship forbearance and applies for it, or learns why they cannot',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingChosen : toSteps(input.draft)),
    summary: null,
    notReceived: null,
  }),
  initial: 'loadingData',
  states: {
    ...startingFlowByCall("the borrower's eligibility and the covered loans", [
      // The application was sent before a reload, so the machine asks the server for its outcome.
      { guard: 'hasBeenSent', target: 'applying.making.settling', actions: withAnswer('setSummary') },
      { guard: withAnswer('isInProcess'), target: 'leaving' },
      { guard: withAnswer('isNotEligible'), target: 'landing', actions: withAnswer('setSummary') },
      { guard: 'isAtApplication', target: 'applying', actions: withAnswer('setSummary') },
      { guard: 'hasDeclined', target: 'qualifying', actions: withAnswer('setSummary') },
      { target: 'landing', actions: withAnswer('setSummary') },
    ]),

    landing: {
      id: 'landing',
      description:
        'The landing page explains hardship forbearance, and starts the application or says why it is unavailable',
      meta: { path: '/repayment-options/forbearance/hardship/landing', title: 'About' },
      route: {},
      entry: ['setAtQualification', 'focusHeading'],
      initial: 'choosingText',
      states: {
        choosingText: {
          description: 'Chooses the text of the landing page',
          always: [
            { guard: 'isEligible', target: 'open' },
            { guard: 'isPaidAhead', target: 'paidAhead' },
            { target: 'noEligibleLoans' },
          ],
        },
        open: { description: 'The borrower is eligible' },
        paidAhead: { description: 'Payments are paid ahead, so there is no payment to pause', tags: 'settled' },
        noEligibleLoans: { description: 'No loan is eligible', tags: 'settled' },
      },
    },

    qualifying: {
      id: 'qualification',
      description: 'The borrower says whether they need the forbearance; the screen shows its estimated dates',
      meta: { path: '/repayment-options/forbearance/hardship/qualification', title: 'Qualification' },
      // A borrower who is not eligible stays on the landing page, which says why (R §2).
      route: { guard: 'isEligible' },
      ...enteringStep('setAtQualification'),
      on: {
        'agreement.chosen': { actions: withEvent('setAgreement', 'value') },
        'continue.pressed': 'applying',
      },
    },

    applying: {
      id: 'application',
      description: 'The borrower submits the application once, or there is nothing to apply for',
      meta: { path: '/repayment-options/forbearance/hardship/application', title: 'Application' },
      ...enteringStep(),
      initial: 'beginning',
      states: {
        beginning: {
          description: 'Chooses between an application and none',
          always: [{ guard: 'hasDeclined', target: 'passing' }, { target: 'making' }],
        },
        passing: {
          description: 'The answer was No: nothing is submitted, and the step continues by itself',
          tags: 'busy',
          after: { passingOn: '#notApplied' },
        },
        making: {
          description: 'The borrower completes the application',
          entry: 'setAtApplication',
          ...makingApplication({
            input: (context: Context) => ({
              groups: toGroups(context),
              startDate: requireSummary(context).nextCycleDate,
              entry: context.application,
            }),
            onDone: { target: '#receipt', actions: withAnswer('setReceived') },
            select: 'setApplication',
            previous: '#qualification',
          }),
        },
      },
    },

    receipt: {
      id: 'receipt',
      description: 'The receipt shows the result',
      meta: { path: '/repayment-options/forbearance/hardship/receipt', title: 'Receipt' },
      initial: 'received',
      states: {
        received: {
          description: 'The application was received',
          ...completedStep,
        },
        notApplied: {
          id: 'notApplied',
          description: 'The answer was No and nothing was submitted; the borrower can change the answer (ruling 35)',
          entry: ['setDone', 'focusHeading'],
          on: { 'previous.pressed': '#qualification' },
        },
      },
    },
  },
});

/** Returns the draft of an unfinished application, or null before any input. */
export const hardshipDraft = unfinishedDraft<Context, HardshipDraft>(({ step, qualificationAgreement, application }) =>
  step === 'qualification' && qualificationAgreement
    ? null
    : { version: 1, qualificationAgreement, step, submission: application?.submission ?? null },
);
