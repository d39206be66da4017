/**
 * Flow in which a borrower on active duty applies for a military deferment and related benefits (R §2, §4 Military).
 * Steps: qualification, select benefits, next steps. The browser's Back acts as Previous, and resets the flow on the
 * last step (rulings 24, 59).
 */
import { assign, setup } from 'xstate';
import * as v from 'valibot';
import type { PlainDate } from '#domain/calendar.ts';
import { type DecisionTranscript, type DecisionTree, validTranscript } from '#domain/repayment/decision-tree.ts';
import * as rules from '#domain/repayment/military/rules.ts';
import { type DateLimits, type MilitaryDraft, MilitaryValues } from '#domain/repayment/military/shapes.ts';
import {
  type FlowEvent,
  type Settled,
  type FlowInput,
  type StepsOf,
  afterApplication,
  completedWithDocument,
  documentSetup,
  enteringStep,
  flowTypes,
  makingApplication,
  startingFlow,
  toSteps,
  unfinishedDraft,
} from '../application/flow.ts';
import type {
  DecisionFieldsEvent,
  DecisionTreeEvent,
  DecisionTreeInput,
  DecisionTreeOutput,
  FieldValues,
} from '../decision-tree/decision-tree.machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import {
  type MilitaryApplicationEntry,
  type MilitaryApplicationEvent,
  type MilitaryApplicationInput,
  militaryApplication,
} from './military-application.machine.ts';
import { type MilitaryData, militaryFacts } from './military-facts.machine.ts';
import { militaryQuestions } from './military-questions.machine.ts';

export interface MilitaryInput extends FlowInput<MilitaryDraft> {
  /** First disbursement day of a Direct loan for which the questions include hostile pay. */
  readonly hostilePaySince: PlainDate;
}

/** Data of the steps. On the last step, `chosen` has the benefits of the submitted application. */
type Steps = StepsOf<MilitaryDraft>;

interface Context extends MilitaryInput, Steps, Settled {
  readonly facts: MilitaryData | null;
}

const nothingAnswered: Steps = {
  step: 'qualification',
  transcript: [],
  values: rules.emptyValues,
  chosen: [],
  dutyStart: '',
  submission: null,
  received: null,
};

const requireFacts = ({ facts }: Context): MilitaryData => required(facts, 'the facts');

type HostilePayInput = Pick<Context, 'hostilePaySince'>;

const isHostilePayRequested = ({ hostilePaySince }: HostilePayInput, { loans }: MilitaryData): boolean =>
  rules.isHostilePayShown(loans, hostilePaySince);

const treeFor = (context: HostilePayInput, data: MilitaryData): DecisionTree =>
  rules.questionsFor(isHostilePayRequested(context, data));

const toDateInput = ({ dates, today }: MilitaryData): DateLimits => rules.toDateLimits(dates, today);

/** Returns the input of the questions, with the answers and field values of an earlier visit. */
function questionsInput(context: Context): DecisionTreeInput {
  const { transcript, values } = context;
  const facts = requireFacts(context);
  return {
    transcript,
    fields: { values, facts: toDateInput(facts) },
    leftOut: rules.listHiddenQuestions(isHostilePayRequested(context, facts)),
  };
}

/** Returns the input of the application, with the allowed benefits and the earlier selection among them. */
function applicationInput(context: Context): MilitaryApplicationInput {
  const { transcript, values, chosen, dutyStart, submission } = context;
  const { groups, recertifications, loans, today } = requireFacts(context);
  const { hostilePayMonthsLeft } = loans;
  const answers = rules.toAnswers(transcript, values);
  const canPostpone = groups.eligibleGroups.length > 0;
  const offered = rules.benefitsFor(answers, { ...recertifications, today, canPostpone, hostilePayMonthsLeft });
  return { answers, today, offered, hostilePayMonthsLeft, groups, chosen, dutyStart, submission };
}

export const military = setup({
  types: {
    ...flowTypes,
    context: {} as Context,
    events: {} as
      | DecisionTreeEvent
      | DecisionFieldsEvent
      | MilitaryApplicationEvent
      | FlowEvent<'#qualification' | '#selectBenefit' | '#next'>,
    input: {} as MilitaryInput,
    children: {} as {
      ask: 'ask';
      apply: 'apply';
      uploadDocument: 'uploadDocument';
    },
  },
  actors: {
    ...documentSetup.actors,
    getFacts: militaryFacts,
    ask: militaryQuestions,
    apply: militaryApplication,
  },
  guards: {
    ...documentSetup.guards,
    hasBeenSent: ({ context: { submission } }) => submission?.sent === true,
    /** True if the step had been reached, and its answers are still valid. */
    isAtSelection: ({ context }, data: MilitaryData) =>
      context.step === 'selectBenefit' &&
      rules.isComplete(treeFor(context, data), context.transcript, context.values, toDateInput(data)),
    hasReachedSelection: ({ context }) => context.step === 'selectBenefit',
  },
  actions: {
    ...documentSetup.actions,
    /** Answers to questions that no longer apply are ignored. */
    setFacts: assign(({ context }, data: MilitaryData) => ({
      facts: data,
      transcript: validTranscript(treeFor(context, data), context.transcript),
    })),
    setTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript }),
    setValues: assign({ values: (_, values: FieldValues) => v.parse(MilitaryValues, values) }),
    setDecided: assign({ transcript: (_, { transcript }: DecisionTreeOutput) => transcript }),
    /** Completing the questions decides the benefits again (R §4, Previous). */
    setAtQualification: assign({ step: 'qualification', chosen: [] }),
    setAtSelection: assign({ step: 'selectBenefit' }),
    setApplication: assign((_, { chosen, dutyStart, submission }: MilitaryApplicationEntry) => ({
      chosen,
      dutyStart,
      submission,
    })),
    clearSteps: assign(nothingAnswered),
  },
}).createMachine({
  id: 'military',
  description: 'A borrower on active duty applies for a military deferment and related benefits',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingAnswered : toSteps(input.draft)),
    facts: null,
    notReceived: null,
  }),
  initial: 'loadingData',
  states: {
    ...startingFlow('the loans, the dates and the other facts about the benefits', [
      // The application was sent before a reload, so the machine asks the server for its outcome.
      { guard: 'hasBeenSent', target: 'selecting.settling', actions: withAnswer('setFacts', 'loaded') },
      { guard: withAnswer('isInProcess', 'loaded'), target: 'leaving' },
      { guard: withAnswer('isAtSelection', 'loaded'), target: 'selecting', actions: withAnswer('setFacts', 'loaded') },
      { target: 'qualifying', actions: withAnswer('setFacts', 'loaded') },
    ]),

    qualifying: {
      id: 'qualification',
      description: 'The borrower answers the questions about active duty',
      meta: { path: '/repayment-options/deferment/military/qualification', title: 'Qualification' },
      route: {},
      ...enteringStep('setAtQualification'),
      on: {
        'decision.changed': { actions: withEvent('setTranscript', 'entry') },
        'fields.changed': { actions: withEvent('setValues', 'entry') },
      },
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => questionsInput(context),
        onDone: { target: 'selecting', actions: withAnswer('setDecided') },
        onError: 'couldNotLoad',
      },
    },

    selecting: {
      id: 'selectBenefit',
      description: 'The borrower selects benefits and submits the application once, or is not eligible',
      meta: { path: '/repayment-options/deferment/military/select-benefit', title: 'Select Benefits' },
      route: { guard: 'hasReachedSelection' },
      ...enteringStep('setAtSelection'),
      ...makingApplication({
        input: applicationInput,
        onDone: { target: 'nextSteps', actions: withAnswer('setReceived') },
        select: 'setApplication',
        previous: '#qualification',
      }),
    },

    nextSteps: {
      id: 'next',
      description: 'The application was received; the next steps depend on its benefits',
      meta: { path: '/repayment-options/deferment/military/next-steps', title: 'Next Steps' },
      ...completedWithDocument,
      ...afterApplication(({ documentTypeId }: Context) => documentTypeId),
    },
  },
});

/** Returns the draft of an unfinished application, or null before any input. */
export const militaryDraft = unfinishedDraft<Context, MilitaryDraft>(
  ({ step, transcript, values, chosen, dutyStart, submission }) =>
    transcript.length === 0 ? null : { version: 1, transcript, values, chosen, dutyStart, step, submission },
);
