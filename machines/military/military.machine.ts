/**
 * Somebody on active duty applies for a military deferment and the benefits beside it (R §2, §4 Military): qualification,
 * select benefits, next steps. Back means Previous, and resets the flow on the last step (rulings 24, 59).
 */
import { assign, setup } from 'xstate';
import * as v from 'valibot';
import type { PlainDate } from '#domain/calendar.ts';
import { type DecisionTranscript, type DecisionTree, validTranscript } from '#domain/decision-tree.ts';
import { deferment } from '#domain/deferment/calls.ts';
import * as rules from '#domain/military/rules.ts';
import { type Benefit, type DateFacts, type MilitaryDraft, MilitaryValues } from '#domain/military/shapes.ts';
import type { KeptSubmission } from '#domain/submission.ts';
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
  refreshingEligibility,
  unfinishedDraft,
  uploadingDocument,
} from '../kit/application-flow.ts';
import type {
  DecisionFieldsEvent,
  DecisionTreeEvent,
  DecisionTreeInput,
  DecisionTreeOutput,
  FieldValues,
} from '../kit/decision-tree.machine.ts';
import { call, effects } from '../kit/effect.ts';
import type { FailureIgnored, FocusWanted, ScreenMeta, ScreenWanted } from '../kit/events.ts';
import { withLoaded } from '../kit/load-parts.machine.ts';
import { withAnswer, withPart } from '../kit/params.ts';
import { required } from '../kit/required.ts';
import type { UploadSettings } from '../kit/upload.machine.ts';
import {
  type MilitaryApplicationEntry,
  type MilitaryApplicationEvent,
  type MilitaryApplicationInput,
  militaryApplication,
} from '../military-application/military-application.machine.ts';
import { type MilitaryFacts, militaryFacts } from '../military-facts/military-facts.machine.ts';
import { militaryQuestionsWithoutHostilePay } from '../military-questions-without-hostile-pay/military-questions-without-hostile-pay.machine.ts';
import { militaryQuestions } from '../military-questions/military-questions.machine.ts';
import { uploadDocument } from '../upload-document/upload-document.machine.ts';

export interface MilitaryInput {
  /** How documents are uploaded. */
  readonly uploads: UploadSettings;
  /** The id of the type of document that is asked for after the application. */
  readonly documentTypeId: number;
  /** Hostile pay is asked about where a Direct loan was disbursed on this day or later. */
  readonly hostilePaySince: PlainDate;
  /** What was kept of an unfinished application. */
  readonly draft: MilitaryDraft | null;
}

/** What comes of the steps. Null is what has not been come to. */
interface Steps extends ApplicationProgress<MilitaryDraft['step']> {
  readonly transcript: DecisionTranscript;
  readonly values: MilitaryValues;
  /** The benefits that are ticked, and at the end those that were applied for. */
  readonly chosen: readonly Benefit[];
  readonly submission: KeptSubmission;
}

interface Context extends MilitaryInput, Steps {
  readonly facts: MilitaryFacts | null;
}

const nothingAnswered: Steps = {
  step: 'qualification',
  transcript: [],
  values: rules.emptyValues,
  chosen: [],
  submission: null,
  received: null,
};

const stepsOf = ({ step, transcript, values, chosen, submission }: MilitaryDraft): Steps => ({
  step,
  transcript,
  values,
  chosen,
  submission,
  received: null,
});

const factsOf = ({ facts }: Context): MilitaryFacts => required(facts, 'the facts');

type HostilePayFacts = Pick<Context, 'hostilePaySince'>;

const isHostilePayWanted = ({ hostilePaySince }: HostilePayFacts, { loans }: MilitaryFacts): boolean =>
  rules.isHostilePayAsked(loans, hostilePaySince);

const treeFor = (context: HostilePayFacts, facts: MilitaryFacts): DecisionTree =>
  rules.questionsFor(isHostilePayWanted(context, facts));

const dateFactsOf = ({ dates, today }: MilitaryFacts): DateFacts => rules.dateFactsOf(dates, today);

/** The questions go on where they were left, with what was typed beside them. */
function questionsInput(context: Context): DecisionTreeInput {
  const { transcript, values } = context;
  return { transcript, fields: { values, facts: dateFactsOf(factsOf(context)) } };
}

/** What the answers allow, with what was chosen of it before. */
function applicationInput(context: Context): MilitaryApplicationInput {
  const { transcript, values, chosen, submission } = context;
  const { groups, recertifications, today } = factsOf(context);
  const answers = rules.answersOf(transcript, values);
  const canPostpone = groups.eligibleGroups.length > 0;
  const offered = rules.benefitsFor(answers, { ...recertifications, today, canPostpone });
  return { answers, offered, groups, chosen, submission };
}

/** The questions have ended. */
const decided = { target: '#selectBenefit', actions: withAnswer('keepDecided') } as const;

export const military = setup({
  types: {
    context: {} as Context,
    events: {} as
      | DecisionTreeEvent
      | DecisionFieldsEvent
      | MilitaryApplicationEvent
      | { type: 'previous.pressed' }
      | { type: 'retry.wanted' }
      | ScreenWanted<'#qualification' | '#selectBenefit' | '#next'>,
    input: {} as MilitaryInput,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy' | 'background' | 'completed' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as {
      ask: 'ask';
      askWithoutHostilePay: 'askWithoutHostilePay';
      apply: 'apply';
      uploadDocument: 'uploadDocument';
    },
  },
  actors: {
    getFacts: militaryFacts,
    ask: militaryQuestions,
    askWithoutHostilePay: militaryQuestionsWithoutHostilePay,
    apply: militaryApplication,
    uploadDocument,
    refreshEligibility: call(deferment.eligibility),
    leaveForInProcess: effects['access.leaveForInProcess'],
  },
  guards: {
    ...flowGuards,
    hasBeenSent: ({ context: { submission } }) => submission?.sent === true,
    /** The step had been come to, and what was answered still holds today. */
    isAtSelection: ({ context }, facts: MilitaryFacts) =>
      context.step === 'selectBenefit' &&
      rules.isComplete(treeFor(context, facts), context.transcript, context.values, dateFactsOf(facts)),
    isHostilePayWanted: ({ context }) => isHostilePayWanted(context, factsOf(context)),
    hasReachedSelection: ({ context }) => context.step === 'selectBenefit',
    isUnderWay: (_, { submission }: MilitaryApplicationEntry) => submission?.sent === true,
  },
  actions: {
    ...flowActions,
    ...eligibilityActions,
    /** Answers to questions that are not asked today count for nothing. */
    keepFacts: assign(({ context }, facts: MilitaryFacts) => ({
      facts,
      transcript: validTranscript(treeFor(context, facts), context.transcript),
    })),
    keepTranscript: assign({ transcript: (_, transcript: DecisionTranscript) => transcript }),
    keepValues: assign({ values: (_, values: FieldValues) => v.parse(MilitaryValues, values) }),
    keepDecided: assign({ transcript: (_, { transcript }: DecisionTreeOutput) => transcript }),
    /** The benefits are decided on anew when the questions have been gone through (R §4, Previous). */
    setAtQualification: assign({ step: 'qualification', chosen: [] }),
    setAtSelection: assign({ step: 'selectBenefit' }),
    keepApplication: assign((_, { chosen, submission }: MilitaryApplicationEntry) => ({ chosen, submission })),
    clearSteps: assign({ ...nothingAnswered, facts: null }),
  },
}).createMachine({
  id: 'military',
  description: 'Somebody on active duty applies for a military deferment and the benefits beside it',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingAnswered : stepsOf(input.draft)),
    facts: null,
  }),
  initial: 'gettingFacts',
  states: {
    gettingFacts: gettingFacts('The loans, the days and what else decides on the benefits are being fetched', [
      // It was sent before a reload: the server is asked what became of it.
      { guard: 'hasBeenSent', target: 'selecting.submitting', actions: withLoaded('keepFacts') },
      { guard: withLoaded('isInProcess'), target: 'leaving' },
      { guard: withLoaded('isAtSelection'), target: 'selecting', actions: withLoaded('keepFacts') },
      { target: 'qualifying', actions: withLoaded('keepFacts') },
    ]),

    couldNotGetFacts,
    leaving,
    left,

    qualifying: {
      id: 'qualification',
      description: 'Is the borrower on active duty, in what, and with what beside it?',
      meta: { path: '/repayment-options/deferment/military/qualification', title: 'Qualification' },
      route: {},
      ...enteringStep('setAtQualification'),
      on: {
        'decision.changed': { actions: withPart('keepTranscript', 'entry') },
        'fields.changed': { actions: withPart('keepValues', 'entry') },
      },
      initial: 'choosingQuestions',
      states: {
        choosingQuestions: {
          description: 'Is a Direct loan new enough for the benefit of hostile pay?',
          always: [{ guard: 'isHostilePayWanted', target: 'asking' }, { target: 'askingWithoutHostilePay' }],
        },
        asking: {
          description: 'One is: hostile pay is asked about',
          invoke: {
            id: 'ask',
            src: 'ask',
            input: ({ context }) => questionsInput(context),
            onDone: decided,
            onError: '#couldNotGetFacts',
          },
        },
        askingWithoutHostilePay: {
          description: 'None is: hostile pay is not asked about',
          invoke: {
            id: 'askWithoutHostilePay',
            src: 'askWithoutHostilePay',
            input: ({ context }) => questionsInput(context),
            onDone: decided,
            onError: '#couldNotGetFacts',
          },
        },
      },
    },

    selecting: {
      id: 'selectBenefit',
      description: 'Benefits are chosen and applied for once, or nothing can be applied for',
      meta: { path: '/repayment-options/deferment/military/select-benefit', title: 'Select Benefits' },
      route: { guard: 'hasReachedSelection' },
      ...enteringStep('setAtSelection'),
      ...makingApplication({
        input: applicationInput,
        onDone: { target: 'nextSteps', actions: withAnswer('keepReceived') },
        keep: 'keepApplication',
        previous: '#qualification',
      }),
    },

    nextSteps: {
      id: 'next',
      description: 'The application was received: what comes next follows from the benefits that were applied for',
      meta: { path: '/repayment-options/deferment/military/next-steps', title: 'Next Steps' },
      ...completedStep,
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
});

/** What is kept of an application while it is unfinished; null where nothing is begun. */
export const militaryDraft = unfinishedDraft<Context, MilitaryDraft>(
  ({ step, transcript, values, chosen, submission }) =>
    transcript.length === 0 ? null : { version: 1, transcript, values, chosen, step, submission },
);
