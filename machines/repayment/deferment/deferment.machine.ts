/**
 * Flow that applies for a deferment by type: unemployment, rehabilitation training or economic hardship (R §2, §4).
 * Steps: qualification, plan, application, next steps. The browser's Back acts as Previous, and resets the flow on the
 * last step (ruling 24).
 */
import { assign, setup } from 'xstate';
import { eligibleTypes, startBounds, typedStart } from '#domain/repayment/deferment/rules.ts';
import type { DefermentDraft, DefermentQualification, DefermentType } from '#domain/repayment/deferment/shapes.ts';
import type { StartRanges } from '#domain/portal/shapes.ts';
import {
  type ApplicationEntry,
  type DefermentApplicationEvent,
  defermentApplication,
} from './deferment-application.machine.ts';
import { type DefermentData, defermentFacts } from './deferment-facts.machine.ts';
import {
  type QualificationEntry,
  type QualificationEvent,
  type QualificationInput,
  defermentQualification,
  incomeForm,
} from './deferment-qualification.machine.ts';
import {
  type ApplicationProgress,
  type FlowEvent,
  type Settled,
  afterApplication,
  completedWithDocument,
  documentSetup,
  enteringStep,
  flowTypes,
  makingApplication,
  startingFlow,
  unfinishedDraft,
} from '../application/flow.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { type PauseCostInput, pauseCost } from '../pause-cost/pause-cost.machine.ts';
import type { UploadSettings } from '../../documents/upload/upload.machine.ts';
import { staysHere } from '../../kit/stays-here.ts';

export interface DefermentInput {
  /** Limits of family size and income. */
  readonly limits: QualificationInput['limits'];
  /** Range of days, relative to today, on which a deferment can begin. */
  readonly startRanges: StartRanges;
  readonly uploads: UploadSettings;
  /** Id of the document type that each type of deferment requires. */
  readonly documentTypeIds: Readonly<Record<DefermentType, number>>;
  /** Type requested by the URL (ruling 67), or null. */
  readonly requestedType: DefermentType | null;
  readonly draft: DefermentDraft | null;
}

/** Data of the steps. Null for a step that has not been reached. */
interface Steps extends ApplicationProgress<DefermentDraft['step']> {
  readonly entry: QualificationEntry | null;
  readonly qualification: DefermentQualification | null;
  readonly application: ApplicationEntry | null;
}

interface Context extends DefermentInput, Steps, Settled {
  readonly facts: DefermentData | null;
}

const nothingChosen: Steps = {
  step: 'qualification',
  entry: null,
  qualification: null,
  application: null,
  received: null,
};

/** Restores the steps from a draft. The borrower must accept the terms again. */
function toSteps(draft: DefermentDraft, limits: DefermentInput['limits']): Steps {
  const { type, transcript, familySize, monthlyIncome, qualification, step, startDate, submission } = draft;
  return {
    step,
    entry: { type, transcript, income: incomeForm.start({ familySize, monthlyIncome }, limits) },
    qualification,
    application: startDate === '' && submission === null ? null : { values: { startDate, terms: false }, submission },
    received: null,
  };
}

const getEligibleTypes = ({ eligibility }: DefermentData): DefermentType[] => eligibleTypes(eligibility);

/** Returns true if the result of the first step is still valid. */
const isStillQualified = ({ qualification }: Context, facts: DefermentData): boolean =>
  qualification !== null && getEligibleTypes(facts).includes(qualification.defermentType);

const requireFacts = ({ facts }: Context): DefermentData => required(facts, 'the facts');
const requireQualification = ({ qualification }: Context): DefermentQualification =>
  required(qualification, 'a qualification');

/**
 * Returns the pause for the cost on the plan step: it starts on the day entered in the application, if there is one.
 */
function pauseIn(context: Context): PauseCostInput {
  const { application, startRanges: ranges } = context;
  const { defermentType } = requireQualification(context);
  const bounds = startBounds(defermentType, { today: requireFacts(context).today, ranges });
  const startDate = typedStart(application?.values.startDate ?? '', bounds);
  return { postponement: defermentType, ...(startDate !== undefined && { startDate }) };
}

export const deferment = setup({
  types: {
    ...flowTypes,
    context: {} as Context,
    events: {} as
      | QualificationEvent
      | DefermentApplicationEvent
      | { type: 'continue.pressed' }
      | FlowEvent<'#qualification' | '#plan' | '#application' | '#next'>,
    input: {} as DefermentInput,
    children: {} as {
      qualify: 'qualify';
      getCost: 'getCost';
      apply: 'apply';
      uploadDocument: 'uploadDocument';
    },
  },
  actors: {
    ...documentSetup.actors,
    getFacts: defermentFacts,
    qualify: defermentQualification,
    getCost: pauseCost,
    apply: defermentApplication,
  },
  guards: {
    ...documentSetup.guards,
    hasNoType: (_, facts: DefermentData) => getEligibleTypes(facts).length === 0,
    isAtApplication: ({ context }, facts: DefermentData) =>
      context.step === 'application' && isStillQualified(context, facts),
    isAtPlan: ({ context }, facts: DefermentData) => context.step === 'plan' && isStillQualified(context, facts),
    hasReachedApplication: ({ context }) => context.step === 'application',
  },
  actions: {
    ...documentSetup.actions,
    setFacts: assign({ facts: (_, facts: DefermentData) => facts }),
    /** From here on the borrower's own selection applies. */
    setEntry: assign({ entry: (_, entry: QualificationEntry) => entry, requestedType: null }),
    /** Another qualification requires another application. */
    clearLaterSteps: assign({ qualification: null, application: null }),
    setQualification: assign({
      qualification: (_, qualification: DefermentQualification) => qualification,
    }),
    setAtQualification: assign({ step: 'qualification' }),
    setAtPlan: assign({ step: 'plan' }),
    setAtApplication: assign({ step: 'application' }),
    setApplication: assign({ application: (_, entry: ApplicationEntry) => entry }),
    clearSteps: assign(nothingChosen),
  },
}).createMachine({
  id: 'deferment',
  description: 'A borrower applies for an unemployment, rehabilitation training or economic hardship deferment',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingChosen : toSteps(input.draft, input.limits)),
    facts: null,
    notReceived: null,
  }),
  initial: 'gettingFacts',
  states: {
    ...startingFlow("the borrower's eligibility", [
      // The application was sent before a reload, so the machine asks the server for its outcome.
      { guard: 'hasBeenSent', target: 'applying.settling', actions: withAnswer('setFacts', 'loaded') },
      { guard: withAnswer('isInProcess', 'loaded'), target: 'leaving' },
      {
        guard: withAnswer('hasNoType', 'loaded'),
        target: 'noType',
        actions: [withAnswer('setFacts', 'loaded'), 'focusNotice'],
      },
      {
        guard: withAnswer('isAtApplication', 'loaded'),
        target: 'applying',
        actions: withAnswer('setFacts', 'loaded'),
      },
      { guard: withAnswer('isAtPlan', 'loaded'), target: 'choosingPlan', actions: withAnswer('setFacts', 'loaded') },
      { target: 'qualifying', actions: withAnswer('setFacts', 'loaded') },
    ]),

    noType: {
      description: 'The borrower is not eligible for any of the three, and the screen says so',
      tags: 'settled',
      on: staysHere,
    },

    qualifying: {
      id: 'qualification',
      description: 'The borrower selects a deferment and answers its questions',
      meta: { path: '/repayment-options/deferment/options/qualification', title: 'Qualification' },
      route: {},
      ...enteringStep('setAtQualification'),
      invoke: {
        id: 'qualify',
        src: 'qualify',
        input: ({ context }) => ({
          types: getEligibleTypes(requireFacts(context)),
          limits: context.limits,
          requestedType: context.requestedType,
          entry: context.entry,
        }),
        onDone: { target: 'choosingPlan', actions: withAnswer('setQualification') },
        onError: 'couldNotLoad',
      },
      on: {
        'qualification.changed': { actions: [withEvent('setEntry', 'entry'), 'clearLaterSteps'] },
        'qualification.failed': 'couldNotLoad',
      },
    },

    choosingPlan: {
      id: 'plan',
      description: 'The screen explains the deferment and the cost of pausing payments',
      meta: { path: '/repayment-options/deferment/options/plan', title: 'Plan Selection' },
      route: { guard: 'hasReachedApplication' },
      ...enteringStep('setAtPlan'),
      invoke: {
        id: 'getCost',
        src: 'getCost',
        input: ({ context }) => pauseIn(context),
        onError: 'couldNotLoad',
      },
      on: { 'continue.pressed': 'applying', 'previous.pressed': 'qualifying' },
    },

    applying: {
      id: 'application',
      description: 'The borrower completes and submits the application',
      meta: { path: '/repayment-options/deferment/options/application', title: 'Application' },
      route: { guard: 'hasReachedApplication' },
      ...enteringStep('setAtApplication'),
      ...makingApplication({
        input: (context: Context) => ({
          qualification: requireQualification(context),
          today: requireFacts(context).today,
          startRanges: context.startRanges,
          entry: context.application,
        }),
        onDone: { target: 'nextSteps', actions: withAnswer('setReceived') },
        select: 'setApplication',
        previous: '#plan',
      }),
    },

    nextSteps: {
      id: 'next',
      description: 'The application was received; the screen explains the next steps and offers the document upload',
      meta: { path: '/repayment-options/deferment/options/next', title: 'Next Steps' },
      ...completedWithDocument,
      ...afterApplication((context: Context) => context.documentTypeIds[requireQualification(context).defermentType]),
    },
  },
});

/** Returns the draft of an unfinished application, or null before any input. */
export const defermentDraft = unfinishedDraft<Context, DefermentDraft>(
  ({ step, entry, qualification, application }) => {
    if (entry === null || entry.type === null) return null;
    const { type, transcript, income } = entry;
    return {
      version: 1,
      type,
      transcript,
      ...income.values,
      qualification,
      step,
      startDate: application?.values.startDate ?? '',
      submission: application?.submission ?? null,
    };
  },
);
