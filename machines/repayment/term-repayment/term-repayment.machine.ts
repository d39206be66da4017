/**
 * A borrower applies for term-based repayment plans (R §2, §4): qualification, select plans, application, receipt. The
 * qualification is skipped if the balances make its question unnecessary. Back means Previous (ruling 24); from the
 * plans it resets the selection, from the receipt the flow (ruling 59).
 */
import { assign, setup } from 'xstate';
import type { Cents } from '#domain/money.ts';
import { plans } from '#domain/plans/calls.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { term } from '#domain/repayment/term/calls.ts';
import {
  isQuestionShown,
  nothingAnswered,
  otherLoansSchema,
  programBalances,
  termEstimatesRequest,
} from '#domain/repayment/term/qualification.ts';
import { currentSelection, hasChange, nothingSelected, restoredSelection } from '#domain/repayment/term/selection.ts';
import type {
  OtherLoansValues,
  PlanSelection,
  ProgramBalances,
  TermDraft,
  TermLoanInfo,
} from '#domain/repayment/term/shapes.ts';
import { findProblems } from '#domain/issue.ts';
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
import type { FailureUnhandled, FocusRequested } from '../../kit/events.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { reportFailure, required } from '../../kit/failures.ts';
import { type TermApplicationEvent, type TermEntry, termApplication } from './term-application.machine.ts';
import { type TermPlansEvent, termPlans } from './term-plans.machine.ts';
import { type TermQualificationEvent, termQualification } from './term-qualification.machine.ts';
import { staysHere } from '../../kit/stays-here.ts';

export interface TermRepaymentInput {
  /** Balance of a program, in cents, from which loans elsewhere make no difference (`termRepaymentAmount`). */
  readonly threshold: Cents;
  /** The draft of an unfinished application. */
  readonly draft: TermDraft | null;
}

/** The results of the steps. Null means that a step has no result yet. */
interface Steps extends ApplicationProgress<TermDraft['step']> {
  readonly otherLoans: OtherLoansValues;
  readonly selection: PlanSelection;
  readonly application: TermEntry | null;
}

interface Context extends TermRepaymentInput, Steps, Settled {
  readonly balances: ProgramBalances | null;
  /** The plans that are offered for the answers. */
  readonly estimates: PlanEstimates | null;
}

const nothingChosen: Steps = {
  step: 'qualification',
  otherLoans: nothingAnswered,
  selection: nothingSelected,
  application: null,
  received: null,
};

/** Returns the steps from a draft. The borrower must agree to the terms again. */
function toSteps({ step, submission, exitPayment, ...rest }: TermDraft): Steps {
  const { hasOtherLoans, directLoanBalance, ffelLoanBalance, selectedPlanDirect, selectedPlanFfel } = rest;
  const isEntered = submission !== null || exitPayment !== '';
  return {
    step,
    otherLoans: { hasOtherLoans, directLoanBalance, ffelLoanBalance },
    selection: { selectedPlanDirect, selectedPlanFfel },
    application: isEntered ? { values: { exitPayment, terms: false }, submission } : null,
    received: null,
  };
}

const isQuestionNeeded = (balances: ProgramBalances | null, { threshold }: Context): boolean =>
  balances !== null && isQuestionShown(balances, threshold);

const isAnswered = ({ otherLoans }: Context): boolean =>
  findProblems(otherLoansSchema(otherLoans), otherLoans).length === 0;

const estimatesIn = ({ estimates }: Context): PlanEstimates => required(estimates, 'estimates');

export const termRepayment = setup({
  types: {
    ...flowTypes,
    context: {} as Context,
    events: {} as
      | TermQualificationEvent
      | TermPlansEvent
      | TermApplicationEvent
      | FlowEvent<'#qualification' | '#plans' | '#application' | '#receipt'>,
    input: {} as TermRepaymentInput,
    emitted: {} as FocusRequested | FailureUnhandled,
    children: {} as { qualify: 'qualify'; selectPlans: 'selectPlans'; apply: 'apply' },
  },
  actors: {
    ...flowSetup.actors,
    getFacts: call(term.loanInfo),
    getEstimates: call(plans.estimates),
    qualify: termQualification,
    selectPlans: termPlans,
    apply: termApplication,
  },
  guards: {
    ...flowSetup.guards,
    isInProcess: (_, { hasApplicationInProcess }: TermLoanInfo) => hasApplicationInProcess,
    /** The question applies and has no answer yet. */
    isQuestionRequired: ({ context }, info: TermLoanInfo) =>
      isQuestionNeeded(programBalances(info), context) && (context.step === 'qualification' || !isAnswered(context)),
    isRequested: ({ context }) => isQuestionNeeded(context.balances, context),
    /** Entering the qualification clears the estimates. */
    hasReachedPlans: ({ context: { estimates } }) => estimates !== null,
    isAtApplication: ({ context: { step, selection } }, estimates: PlanEstimates) =>
      step === 'application' && hasChange(estimates, restoredSelection(estimates, selection)),
  },
  actions: {
    ...flowSetup.actions,
    reportFailure,
    /** Answers are dropped if the question no longer applies. */
    setBalances: assign(({ context }, info: TermLoanInfo) => {
      const balances = programBalances(info);
      return { balances, otherLoans: isQuestionNeeded(balances, context) ? context.otherLoans : nothingAnswered };
    }),
    /** Other answers have other plans. */
    setOtherLoans: assign({ otherLoans: (_, values: OtherLoansValues) => values }),
    clearPlans: assign({ estimates: null, selection: nothingSelected, application: null }),
    setEstimates: assign({
      estimates: (_, estimates: PlanEstimates) => estimates,
      selection: ({ context: { selection } }, estimates: PlanEstimates) => restoredSelection(estimates, selection),
    }),
    /** Another plan is another application. */
    setSelection: assign({ selection: (_, selection: PlanSelection) => selection, application: null }),
    setAtQualification: assign({ step: 'qualification' }),
    setAtPlans: assign({ step: 'selectPlan' }),
    setAtApplication: assign({ step: 'application' }),
    setApplication: assign({ application: (_, entry: TermEntry) => entry }),
    clearSteps: assign(nothingChosen),
    clearFacts: assign({ balances: null, estimates: null }),
  },
}).createMachine({
  id: 'termRepayment',
  description: 'A borrower compares term-based repayment plans and applies for them',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingChosen : toSteps(input.draft)),
    balances: null,
    estimates: null,
    notReceived: null,
  }),
  initial: 'gettingFacts',
  states: {
    ...startingFlowByCall('the balances of the loans', [
      // The application was sent before a reload: the machine asks the server for the result once the plans are loaded.
      { guard: 'hasBeenSent', target: 'gettingPlans', actions: withAnswer('setBalances') },
      { guard: withAnswer('isInProcess'), target: 'leaving' },
      { guard: withAnswer('isQuestionRequired'), target: 'qualifying', actions: withAnswer('setBalances') },
      { target: 'gettingPlans', actions: withAnswer('setBalances') },
    ]),

    gettingPlans: {
      description: 'The question does not apply or has an answer: the plans are being fetched',
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'getEstimates',
        src: 'getEstimates',
        input: ({ context: { otherLoans } }) => ({ body: termEstimatesRequest(otherLoans) }),
        onDone: [
          { guard: 'hasBeenSent', target: 'applying.settling', actions: withAnswer('setEstimates') },
          { guard: withAnswer('isAtApplication'), target: 'applying', actions: withAnswer('setEstimates') },
          { target: 'selectingPlans', actions: withAnswer('setEstimates') },
        ],
        // The global error dialog shows the failure (R §8); the page offers a retry.
        onError: { target: 'couldNotLoad', actions: withFailure('reportFailure') },
      },
    },

    qualifying: {
      id: 'qualification',
      description: 'Does the borrower have loans with other servicers, and with which balances?',
      meta: { path: '/repayment-options/term-repayment/qualification', title: 'Qualification' },
      route: { guard: 'isRequested' },
      // Previous from the plans resets the selection (R §4), because other answers may have other plans.
      ...enteringStep('setAtQualification', 'clearPlans'),
      invoke: {
        id: 'qualify',
        src: 'qualify',
        input: ({ context: { otherLoans: values } }) => ({ values }),
        onDone: { target: 'selectingPlans', actions: withAnswer('setEstimates') },
        onError: 'couldNotLoad',
      },
      on: {
        'otherLoans.changed': { actions: withEvent('setOtherLoans', 'entry') },
        'otherLoans.validated': { actions: withEvent('setOtherLoans', 'entry') },
      },
    },

    selectingPlans: {
      id: 'plans',
      description: 'The plans of each program are compared, and other ones selected',
      meta: { path: '/repayment-options/term-repayment/select-plan', title: 'Select Plans' },
      route: { guard: 'hasReachedPlans' },
      ...enteringStep('setAtPlans'),
      invoke: {
        id: 'selectPlans',
        src: 'selectPlans',
        input: ({ context }) => ({ estimates: estimatesIn(context), selection: context.selection }),
        onDone: 'applying',
        onError: 'couldNotLoad',
      },
      on: {
        'plans.changed': { actions: withEvent('setSelection', 'entry') },
        'previous.pressed': { guard: 'isRequested', target: 'qualifying' },
      },
    },

    applying: {
      id: 'application',
      description: 'The borrower completes the application and submits it once',
      meta: { path: '/repayment-options/term-repayment/application', title: 'Application' },
      ...enteringStep('setAtApplication'),
      ...makingApplication({
        input: (context: Context) => ({
          estimates: estimatesIn(context),
          selection: context.selection,
          hasOtherLoans: context.otherLoans.hasOtherLoans,
          entry: context.application,
        }),
        onDone: { target: 'receipt', actions: withAnswer('setReceived') },
        select: 'setApplication',
        previous: '#plans',
      }),
    },

    receipt: {
      id: 'receipt',
      description: 'The application was received',
      meta: { path: '/repayment-options/term-repayment/receipt', title: 'Receipt' },
      ...completedStep,
    },
  },
});

const isUntouched = ({ step, otherLoans, selection, estimates }: Context): boolean => {
  if (step === 'qualification') return otherLoans.hasOtherLoans === '';
  const start = estimates === null ? nothingSelected : currentSelection(estimates);
  const isStart = selection.selectedPlanDirect === start.selectedPlanDirect;
  return (
    step === 'selectPlan' &&
    otherLoans.hasOtherLoans === '' &&
    isStart &&
    selection.selectedPlanFfel === start.selectedPlanFfel
  );
};

/** Returns the draft of an unfinished application; null if the borrower has not begun. */
export const termDraft = unfinishedDraft<Context, TermDraft>((context) => {
  const { step, otherLoans, selection, application } = context;
  if (isUntouched(context)) return null;
  const { values, submission } = application ?? { values: { exitPayment: '' as const }, submission: null };
  return { version: 1, step, ...otherLoans, ...selection, exitPayment: values.exitPayment, submission };
});
