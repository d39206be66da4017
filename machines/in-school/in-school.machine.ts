/**
 * A borrower applies for an in-school deferment (R §2, §4 In-school): qualification, application, next steps. Back means
 * Previous, and resets the flow on the last step (ruling 24).
 */
import { assign, setup } from 'xstate';
import * as v from 'valibot';
import type { DecisionTranscript } from '#domain/decision-tree.ts';
import { deferment as calls } from '#domain/deferment/calls.ts';
import {
  answersAfter,
  areSameAnswers,
  inSchoolAnswersOf,
  isReportedBySchool,
  reportingSchool,
} from '#domain/deferment/in-school.ts';
import { type InSchoolAnswers, type InSchoolDraft, InSchoolResult } from '#domain/deferment/shapes.ts';
import { enrollmentQuestion } from '../enrollment-question/enrollment-question.machine.ts';
import {
  type InSchoolApplicationEvent,
  inSchoolApplication,
} from '../in-school-application/in-school-application.machine.ts';
import { type InSchoolFacts, inSchoolFacts } from '../in-school-facts/in-school-facts.machine.ts';
import { inSchoolQuestions } from '../in-school-questions/in-school-questions.machine.ts';
import type { KeptSubmission } from '#domain/submission.ts';
import type { DecisionTreeEvent, DecisionTreeOutput } from '../kit/decision-tree.machine.ts';
import {
  type ApplicationProgress,
  completedStep,
  couldNotGetFacts,
  eligibilityActions,
  enteringStep,
  flowActions,
  flowGuards,
  gettingFacts,
  leaving,
  left,
  makingApplication,
  noGroups,
  refreshingEligibility,
  unfinishedDraft,
  uploadingDocument,
} from '../kit/application-flow.ts';
import { call, effects } from '../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { withLoaded } from '../kit/load-parts.machine.ts';
import { withAnswer, withPart } from '../kit/params.ts';
import { required } from '../kit/required.ts';
import type { UploadSettings } from '../kit/upload.machine.ts';
import { uploadDocument } from '../upload-document/upload-document.machine.ts';

export interface InSchoolInput {
  /** How documents are uploaded. */
  readonly uploads: UploadSettings;
  /** The id of the type of document that is asked for after the application. */
  readonly documentTypeId: number;
  /** What was kept of an unfinished application. */
  readonly draft: InSchoolDraft | null;
}

/** What comes of the steps. Null is what has not been come to. */
interface Steps extends ApplicationProgress<InSchoolDraft['step']> {
  readonly transcript: DecisionTranscript;
  readonly answers: InSchoolAnswers | null;
  readonly submission: KeptSubmission;
}

interface Context extends InSchoolInput, Steps {
  readonly facts: InSchoolFacts | null;
}

const nothingAnswered: Steps = {
  step: 'qualification',
  transcript: [],
  answers: null,
  submission: null,
  received: null,
};

const stepsOf = ({ step, transcript, answers, submission }: InSchoolDraft): Steps => ({
  step,
  transcript,
  answers,
  submission,
  received: null,
});

/** Whether what was answered in the first step still says the same: the school may report by now, or no more. */
function isStillQualified({ answers, transcript }: Context, { schools }: InSchoolFacts): boolean {
  const today = answersAfter(schools, transcript);
  return answers !== null && today !== undefined && areSameAnswers(answers, today);
}

const factsOf = ({ facts }: Context): InSchoolFacts => required(facts, 'the facts');
const answersOf = ({ answers }: Context): InSchoolAnswers => required(answers, 'answers');

/** The questions have ended with a result that allows it. */
const decided = { target: '#application', actions: withAnswer('keepAnswers') } as const;

export const inSchool = setup({
  types: {
    context: {} as Context,
    events: {} as
      | DecisionTreeEvent
      | InSchoolApplicationEvent
      | { type: 'previous.pressed' }
      | { type: 'retry.wanted' }
      | ScreenWanted<'#qualification' | '#application' | '#next'>,
    input: {} as InSchoolInput,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as {
      askInSchool: 'askInSchool';
      askEnrollment: 'askEnrollment';
      apply: 'apply';
      uploadDocument: 'uploadDocument';
    },
  },
  actors: {
    getFacts: inSchoolFacts,
    askInSchool: inSchoolQuestions,
    askEnrollment: enrollmentQuestion,
    apply: inSchoolApplication,
    uploadDocument,
    refreshEligibility: call(calls.eligibility),
    leaveForInProcess: effects['access.leaveForInProcess'],
  },
  guards: {
    ...flowGuards,
    hasBeenSent: ({ context: { submission, answers } }) => submission?.sent === true && answers !== null,
    isNotEligible: (_, { eligibility }: InSchoolFacts) => !eligibility.isDefermentInSchoolEligible,
    isAtApplication: ({ context }, facts: InSchoolFacts) =>
      context.step === 'application' && isStillQualified(context, facts),
    hasReportingSchool: ({ context }) => reportingSchool(factsOf(context).schools) !== undefined,
    hasReachedApplication: ({ context }) => context.step === 'application',
    isUnderWay: (_, submission: KeptSubmission) => submission?.sent === true,
    isReportedBySchool: ({ context }) => isReportedBySchool(answersOf(context)),
  },
  actions: {
    ...flowActions,
    ...eligibilityActions,
    keepFacts: assign({ facts: (_, facts: InSchoolFacts) => facts }),
    /** The questions are to be decided anew. */
    keepTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript, answers: null }),
    keepAnswers: assign((_, { result, transcript }: DecisionTreeOutput) => ({
      answers: inSchoolAnswersOf(v.parse(InSchoolResult, result)),
      transcript,
    })),
    setAtQualification: assign({ step: 'qualification' }),
    setAtApplication: assign({ step: 'application' }),
    keepSubmission: assign({ submission: (_, submission: KeptSubmission) => submission }),
    clearSteps: assign({ ...nothingAnswered, facts: null }),
  },
}).createMachine({
  id: 'inSchool',
  description: 'A borrower applies for an in-school deferment, or learns that the school has reported it',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingAnswered : stepsOf(input.draft)),
    facts: null,
  }),
  initial: 'gettingFacts',
  states: {
    gettingFacts: gettingFacts('What the borrower may apply for, the loans and the schools are being fetched', [
      // It was sent before a reload: the server is asked what became of it.
      { guard: 'hasBeenSent', target: 'applying.submitting', actions: withLoaded('keepFacts') },
      { guard: withLoaded('isInProcess'), target: 'leaving' },
      { guard: withLoaded('hasNoGroups'), target: 'noGroups', actions: 'focusNotice' },
      { guard: withLoaded('isNotEligible'), target: 'notEligible', actions: 'focusNotice' },
      { guard: withLoaded('isAtApplication'), target: 'applying', actions: withLoaded('keepFacts') },
      { target: 'qualifying', actions: withLoaded('keepFacts') },
    ]),

    couldNotGetFacts,
    leaving,
    left,

    noGroups,

    notEligible: {
      description: 'The borrower may not have this deferment, which is said',
      tags: 'settled',
      on: { 'xstate.route': {} },
    },

    qualifying: {
      id: 'qualification',
      description: 'Is the borrower enrolled, and attending the school that reports it?',
      meta: {
        path: '/repayment-options/deferment/in-school/qualification',
        title: 'Qualification',
      },
      route: {},
      ...enteringStep('setAtQualification'),
      on: { 'decision.changed': { actions: withPart('keepTranscript', 'entry') } },
      initial: 'choosingQuestions',
      states: {
        choosingQuestions: {
          description: 'Does the school report its enrollments? Only the first one counts',
          always: [{ guard: 'hasReportingSchool', target: 'askingAttendance' }, { target: 'askingEnrollment' }],
        },
        askingAttendance: {
          description: 'It does: who is enrolled is asked about attending as well',
          invoke: {
            id: 'askInSchool',
            src: 'askInSchool',
            input: ({ context: { transcript } }) => ({ transcript }),
            onDone: decided,
            onError: '#couldNotGetFacts',
          },
        },
        askingEnrollment: {
          description: 'It does not, and nobody counts as attending (ruling 43)',
          invoke: {
            id: 'askEnrollment',
            src: 'askEnrollment',
            input: ({ context: { transcript } }) => ({ transcript }),
            onDone: decided,
            onError: '#couldNotGetFacts',
          },
        },
      },
    },

    applying: {
      id: 'application',
      description: 'The application is made and submitted once, or nothing is to be applied for',
      meta: { path: '/repayment-options/deferment/in-school/application', title: 'Application' },
      route: { guard: 'hasReachedApplication' },
      ...enteringStep('setAtApplication'),
      ...makingApplication({
        input: (context: Context) => ({
          answers: answersOf(context),
          groups: factsOf(context).groups,
          submission: context.submission,
        }),
        onDone: [
          { guard: 'isReportedBySchool', target: 'nextSteps.reported', actions: withAnswer('keepReceived') },
          { target: 'nextSteps.documentWanted', actions: withAnswer('keepReceived') },
        ],
        keep: 'keepSubmission',
        previous: '#qualification',
      }),
    },

    nextSteps: {
      id: 'next',
      description: 'What comes next',
      meta: { path: '/repayment-options/deferment/in-school/next-steps', title: 'Next Steps' },
      ...completedStep,
      initial: 'reported',
      states: {
        reported: { description: 'The school has reported it: nothing is needed (ruling 34)' },
        documentWanted: {
          description: 'The application was received; a document is asked for',
          type: 'parallel',
          states: {
            eligibility: refreshingEligibility,
            upload: uploadingDocument(({ uploads, documentTypeId }: Context) => ({
              ...uploads,
              documentTypeId: String(documentTypeId),
            })),
          },
        },
      },
    },
  },
});

/** What is kept of an application while it is unfinished; null where nothing is begun. */
export const inSchoolDraft = unfinishedDraft<Context, InSchoolDraft>(({ step, transcript, answers, submission }) =>
  transcript.length === 0 ? null : { version: 1, transcript, answers, step, submission },
);
