/**
 * A borrower applies for hardship forbearance (R §2, §4): a page that says what it is and who may apply, then
 * qualification, application, receipt. Back means Previous, and resets the flow on the receipt of an application
 * (rulings 24, 59); on the receipt of an answer No it leads to the question (ruling 35).
 */
import { assign, setup } from 'xstate';
import { forbearance } from '#domain/forbearance/calls.ts';
import type { HardshipDraft, HardshipSummary } from '#domain/forbearance/shapes.ts';
import type { CoveredGroups } from '#domain/postponement/shapes.ts';
import {
  type HardshipApplicationEvent,
  type HardshipEntry,
  hardshipApplication,
} from '../hardship-application/hardship-application.machine.ts';
import {
  type ApplicationProgress,
  completedStep,
  couldNotGetFacts,
  enteringStep,
  flowActions,
  gettingFactsByCall,
  leaving,
  left,
  makingApplication,
  unfinishedDraft,
} from '../kit/application-flow.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, FailureIgnored, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { withAnswer, withPart } from '../kit/params.ts';
import { required } from '../kit/required.ts';

export interface HardshipForbearanceInput {
  /** What was kept of an unfinished application. */
  readonly draft: HardshipDraft | null;
}

/** What comes of the steps. Null is what has not been come to. */
interface Steps extends ApplicationProgress<HardshipDraft['step']> {
  /** The answer to the question: Yes, as long as nothing else is chosen (R §2). */
  readonly qualificationAgreement: boolean;
  readonly application: HardshipEntry | null;
}

interface Context extends HardshipForbearanceInput, Steps {
  readonly summary: HardshipSummary | null;
}

interface SummaryAnswer {
  readonly forbearanceHardshipSummary: HardshipSummary;
}

const nothingChosen: Steps = {
  step: 'qualification',
  qualificationAgreement: true,
  application: null,
  received: null,
};

/** The steps as they were kept. The terms are to be agreed to again. */
const stepsOf = ({ step, qualificationAgreement, submission }: HardshipDraft): Steps => ({
  step,
  qualificationAgreement,
  application: submission === null ? null : { values: { terms: false }, submission },
  received: null,
});

const summaryOf = ({ summary }: Context): HardshipSummary => required(summary, 'the summary');

function groupsOf(context: Context): CoveredGroups {
  const { eligibleGroups, ineligibleGroups } = summaryOf(context);
  return { eligibleGroups, ineligibleGroups };
}

export const hardshipForbearance = setup({
  types: {
    context: {} as Context,
    events: {} as
      | HardshipApplicationEvent
      | { type: 'agreement.chosen'; value: boolean }
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'retry.wanted' }
      | ScreenWanted<'#landing' | '#qualification' | '#application' | '#receipt'>,
    input: {} as HardshipForbearanceInput,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { apply: 'apply' },
  },
  actors: {
    getFacts: call(forbearance.hardshipSummary),
    apply: hardshipApplication,
    leaveForInProcess: effects['access.leaveForInProcess'],
  },
  delays: {
    /** How long the application step stands where nothing is applied for (R §4, §9). */
    passingOn: 10,
  },
  guards: {
    hasBeenSent: ({ context: { application } }) => application?.submission?.sent === true,
    isInProcess: (_, { forbearanceHardshipSummary }: SummaryAnswer) =>
      forbearanceHardshipSummary.hasApplicationInProcess,
    isNotEligible: (_, { forbearanceHardshipSummary }: SummaryAnswer) => !forbearanceHardshipSummary.isEligible,
    isEligible: ({ context: { summary } }) => summary?.isEligible === true,
    isPaidAhead: ({ context: { summary } }) => summary?.ineligibleReason === 'PaidAhead',
    isAtApplication: ({ context: { step } }) => step === 'application',
    hasDeclined: ({ context: { qualificationAgreement } }) => !qualificationAgreement,
    isUnderWay: (_, { submission }: HardshipEntry) => submission?.sent === true,
  },
  actions: {
    ...flowActions,
    keepSummary: assign({ summary: (_, { forbearanceHardshipSummary }: SummaryAnswer) => forbearanceHardshipSummary }),
    /** Another answer is another application. */
    keepAgreement: assign({ qualificationAgreement: (_, value: boolean) => value, application: null }),
    setAtQualification: assign({ step: 'qualification' }),
    setAtApplication: assign({ step: 'application' }),
    keepApplication: assign({ application: (_, entry: HardshipEntry) => entry }),
    clearSteps: assign({ ...nothingChosen, summary: null }),
  },
}).createMachine({
  id: 'hardshipForbearance',
  description: 'A borrower reads about hardship forbearance and applies for it, or learns why they cannot',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingChosen : stepsOf(input.draft)),
    summary: null,
  }),
  initial: 'gettingFacts',
  states: {
    gettingFacts: gettingFactsByCall(
      'Whether the borrower may apply, and which loans it would cover, is being fetched',
      [
        // It was sent before a reload: the server is asked what became of it.
        { guard: 'hasBeenSent', target: 'applying.making.submitting', actions: withAnswer('keepSummary') },
        { guard: withAnswer('isInProcess'), target: 'leaving' },
        { guard: withAnswer('isNotEligible'), target: 'landing', actions: withAnswer('keepSummary') },
        { guard: 'isAtApplication', target: 'applying', actions: withAnswer('keepSummary') },
        { guard: 'hasDeclined', target: 'qualifying', actions: withAnswer('keepSummary') },
        { target: 'landing', actions: withAnswer('keepSummary') },
      ],
    ),

    couldNotGetFacts,
    leaving,
    left,

    landing: {
      id: 'landing',
      description: 'What hardship forbearance is; the application begins here, or it is said why there is none',
      meta: { path: '/repayment-options/forbearance/hardship/landing', title: 'About' },
      route: {},
      entry: ['setAtQualification', 'focusHeading'],
      initial: 'choosingText',
      states: {
        choosingText: {
          description: 'May the borrower apply, and if not, why?',
          always: [
            { guard: 'isEligible', target: 'open' },
            { guard: 'isPaidAhead', target: 'paidAhead' },
            { target: 'noEligibleLoans' },
          ],
        },
        open: { description: 'The borrower may apply' },
        paidAhead: { description: 'Payments are paid ahead: none is due that could be postponed', tags: 'settled' },
        noEligibleLoans: { description: 'None of the loans can be postponed', tags: 'settled' },
      },
    },

    qualifying: {
      id: 'qualification',
      description: 'Does the borrower need it? From when to when it would be is shown',
      meta: { path: '/repayment-options/forbearance/hardship/qualification', title: 'Qualification' },
      // Whoever may not apply stays on the landing page, which says why (R §2).
      route: { guard: 'isEligible' },
      ...enteringStep('setAtQualification'),
      on: {
        'agreement.chosen': { actions: withPart('keepAgreement', 'value') },
        'continue.pressed': 'applying',
      },
    },

    applying: {
      id: 'application',
      description: 'The application is made and submitted once, or nothing is applied for',
      meta: { path: '/repayment-options/forbearance/hardship/application', title: 'Application' },
      ...enteringStep(),
      initial: 'beginning',
      states: {
        beginning: {
          description: 'Is anything to be applied for?',
          always: [{ guard: 'hasDeclined', target: 'passing' }, { target: 'making' }],
        },
        passing: {
          description: 'The answer was No: nothing is submitted, and the step moves on by itself',
          tags: 'busy',
          after: { passingOn: '#notApplied' },
        },
        making: {
          description: 'The application is made',
          entry: 'setAtApplication',
          ...makingApplication({
            input: (context: Context) => ({
              groups: groupsOf(context),
              startDate: summaryOf(context).nextCycleDate,
              entry: context.application,
            }),
            onDone: { target: '#receipt', actions: withAnswer('keepReceived') },
            keep: 'keepApplication',
            // Loans may have changed since the application was sent, which did not arrive: the landing page says how.
            previous: [{ guard: 'isEligible', target: '#qualification' }, { target: '#landing' }],
          }),
        },
      },
    },

    receipt: {
      id: 'receipt',
      description: 'How it ended',
      meta: { path: '/repayment-options/forbearance/hardship/receipt', title: 'Receipt' },
      initial: 'received',
      states: {
        received: {
          description: 'The application was received',
          ...completedStep,
        },
        notApplied: {
          id: 'notApplied',
          description: 'The answer was No, and nothing was applied for; it can be answered anew (ruling 35)',
          entry: ['setDone', 'focusHeading'],
          on: { 'previous.pressed': '#qualification' },
        },
      },
    },
  },
});

/** What is kept of an application while it is unfinished; null where nothing is begun. */
export const hardshipDraft = unfinishedDraft<Context, HardshipDraft>(({ step, qualificationAgreement, application }) =>
  step === 'qualification' && qualificationAgreement
    ? null
    : { version: 1, qualificationAgreement, step, submission: application?.submission ?? null },
);
