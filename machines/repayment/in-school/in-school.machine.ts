/**
 * Flow that applies for an in-school deferment (R §2, §4 In-school). Steps: qualification, application, next steps. The
 * browser's Back acts as Previous, and resets the flow on the last step (ruling 24).
 */
import { assign, setup } from 'xstate';
import * as v from 'valibot';
import type { DecisionTranscript } from '#domain/repayment/decision-tree.ts';
import {
  answersAfter,
  areSameAnswers,
  toInSchoolAnswers,
  isReportedBySchool,
  listHiddenQuestions,
} from '#domain/repayment/deferment/in-school.ts';
import { type InSchoolAnswers, type InSchoolDraft, InSchoolResult } from '#domain/repayment/deferment/shapes.ts';
import { type InSchoolApplicationEvent, inSchoolApplication } from './in-school-application.machine.ts';
import { type InSchoolData, inSchoolFacts } from './in-school-facts.machine.ts';
import { inSchoolQuestions } from './in-school-questions.machine.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import type { DecisionTreeEvent, DecisionTreeOutput } from '../decision-tree/decision-tree.machine.ts';
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
  noGroups,
  startingFlow,
  toSteps,
  unfinishedDraft,
} from '../application/flow.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { staysHere } from '../../kit/stays-here.ts';

export type InSchoolInput = FlowInput<InSchoolDraft>;

type Steps = StepsOf<InSchoolDraft>;

interface Context extends InSchoolInput, Steps, Settled {
  readonly facts: InSchoolData | null;
}

const nothingAnswered: Steps = {
  step: 'qualification',
  transcript: [],
  answers: null,
  submission: null,
  received: null,
};

/**
 * Returns true if the answers of the first step still have the same meaning. The school may have started or stopped
 * reporting enrollment.
 */
function isStillQualified({ answers, transcript }: Context, { schools }: InSchoolData): boolean {
  const today = answersAfter(schools, transcript);
  return answers !== null && today !== undefined && areSameAnswers(answers, today);
}

const requireFacts = ({ facts }: Context): InSchoolData => required(facts, 'the facts');
const requireAnswers = ({ answers }: Context): InSchoolAnswers => required(answers, 'answers');

export const inSchool = setup({
  types: {
    ...flowTypes,
    context: {} as Context,
    events: {} as DecisionTreeEvent | InSchoolApplicationEvent | FlowEvent<'#qualification' | '#application' | '#next'>,
    input: {} as InSchoolInput,
    children: {} as {
      askInSchool: 'askInSchool';
      apply: 'apply';
      uploadDocument: 'uploadDocument';
    },
  },
  actors: {
    ...documentSetup.actors,
    getFacts: inSchoolFacts,
    askInSchool: inSchoolQuestions,
    apply: inSchoolApplication,
  },
  guards: {
    ...documentSetup.guards,
    hasBeenSent: ({ context: { submission } }) => submission?.sent === true,
    isNotEligible: (_, { eligibility }: InSchoolData) => !eligibility.isDefermentInSchoolEligible,
    isAtApplication: ({ context }, data: InSchoolData) =>
      context.step === 'application' && isStillQualified(context, data),
    hasReachedApplication: ({ context }) => context.step === 'application',
    isUnderWay: (_, submission: StoredSubmission) => submission?.sent === true,
    isReportedBySchool: ({ context }) => isReportedBySchool(requireAnswers(context)),
  },
  actions: {
    ...documentSetup.actions,
    setFacts: assign({ facts: (_, data: InSchoolData) => data }),
    /** A changed answer requires a new decision. */
    setTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript, answers: null }),
    setAnswers: assign((_, { result, transcript }: DecisionTreeOutput) => ({
      answers: toInSchoolAnswers(v.parse(InSchoolResult, result)),
      transcript,
    })),
    setAtQualification: assign({ step: 'qualification' }),
    setAtApplication: assign({ step: 'application' }),
    setSubmission: assign({ submission: (_, submission: StoredSubmission) => submission }),
    clearSteps: assign(nothingAnswered),
  },
}).createMachine({
  id: 'inSchool',
  description: 'A borrower applies for an in-school deferment, or learns that the school has reported enrollment',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingAnswered : toSteps(input.draft)),
    facts: null,
    notReceived: null,
  }),
  initial: 'loadingData',
  states: {
    ...startingFlow("the borrower's eligibility, the loans and the schools", [
      // The application was sent before a reload, so the machine asks the server for its outcome.
      { guard: 'hasBeenSent', target: 'applying.settling', actions: withAnswer('setFacts', 'loaded') },
      { guard: withAnswer('isInProcess', 'loaded'), target: 'leaving' },
      {
        guard: withAnswer('hasNoGroups', 'loaded'),
        target: 'noGroups',
        actions: [withAnswer('setFacts', 'loaded'), 'focusNotice'],
      },
      { guard: withAnswer('isNotEligible', 'loaded'), target: 'notEligible', actions: 'focusNotice' },
      {
        guard: withAnswer('isAtApplication', 'loaded'),
        target: 'applying',
        actions: withAnswer('setFacts', 'loaded'),
      },
      { target: 'qualifying', actions: withAnswer('setFacts', 'loaded') },
    ]),

    noGroups,

    notEligible: {
      description: 'The borrower is not eligible for this deferment, and the screen says so',
      tags: 'settled',
      on: staysHere,
    },

    qualifying: {
      id: 'qualification',
      description: 'The borrower answers the questions about enrollment and attendance',
      meta: {
        path: '/repayment-options/deferment/in-school/qualification',
        title: 'Qualification',
      },
      route: {},
      ...enteringStep('setAtQualification'),
      on: { 'decision.changed': { actions: withEvent('setTranscript', 'entry') } },
      invoke: {
        id: 'askInSchool',
        src: 'askInSchool',
        input: ({ context }) => ({
          transcript: context.transcript,
          leftOut: listHiddenQuestions(requireFacts(context).schools),
        }),
        onDone: { target: 'applying', actions: withAnswer('setAnswers') },
        onError: 'couldNotLoad',
      },
    },

    applying: {
      id: 'application',
      description: 'The borrower submits the application once, or no application is needed',
      meta: { path: '/repayment-options/deferment/in-school/application', title: 'Application' },
      route: { guard: 'hasReachedApplication' },
      ...enteringStep('setAtApplication'),
      ...makingApplication({
        input: (context: Context) => ({
          answers: requireAnswers(context),
          groups: requireFacts(context).groups,
          submission: context.submission,
        }),
        onDone: [
          { guard: 'isReportedBySchool', target: 'nextSteps.reported', actions: withAnswer('setReceived') },
          { target: 'nextSteps.documentRequired', actions: withAnswer('setReceived') },
        ],
        select: 'setSubmission',
        previous: '#qualification',
      }),
    },

    nextSteps: {
      id: 'next',
      description: 'The screen explains the next steps',
      meta: { path: '/repayment-options/deferment/in-school/next-steps', title: 'Next Steps' },
      ...completedWithDocument,
      initial: 'reported',
      states: {
        reported: {
          description: 'The school has reported enrollment: the borrower does not need to apply (ruling 34)',
        },
        documentRequired: {
          description: 'The application was received, and requires a document',
          ...afterApplication(({ documentTypeId }: Context) => documentTypeId),
        },
      },
    },
  },
});

/** Returns the draft of an unfinished application, or null before any input. */
export const inSchoolDraft = unfinishedDraft<Context, InSchoolDraft>(({ step, transcript, answers, submission }) =>
  transcript.length === 0 ? null : { version: 1, transcript, answers, step, submission },
);
