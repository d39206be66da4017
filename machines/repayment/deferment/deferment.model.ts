/** Model of a deferment by type (R §2, §4; rulings 24, 59, 60). The machines of the steps have their own models. */
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { ContextFrom } from 'xstate';
import type { DefermentDraft, DefermentQualification } from '#domain/repayment/deferment/shapes.ts';
import defermentApplicationModel, {
  forPoverty,
  forRehabilitation,
  forUnemployment,
} from './deferment-application.model.ts';
import type { ApplicationEntry } from './deferment-application.machine.ts';
import type { DefermentFacts } from './deferment-facts.machine.ts';
import defermentFactsModel, {
  allEligible,
  allInDefault,
  inProcess,
  noneEligible,
  onlyUnemployment,
} from './deferment-facts.model.ts';
import type { QualificationEntry } from './deferment-qualification.machine.ts';
import defermentQualificationModel, { emptyIncome, wholeIncome } from './deferment-qualification.model.ts';
import { receivedResponse } from '../application/expected-application.ts';
import { atApplication, expectedFlow, failure, leaves, sampleUploads, start } from '../application/expected-flow.ts';
import { CALL_ABOUT_DEFAULT, toHeading, toNotice } from '../../kit/expected-page.ts';
import {
  type EventCase,
  type Expected,
  type ExpectedWhere,
  type Outcome,
  type PartOf,
  defineModel,
} from 'xstate-workbench/model';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type DefermentInput, deferment, defermentDraft } from './deferment.machine.ts';

type Context = ContextFrom<typeof deferment>;
type Part = PartOf<Context>;
type Case = EventCase<Parameters<typeof deferment.transition>[1], Context>;

const KEY = sampleKey;
const NONE_QUALIFY = 'None of your loans qualify';
const NONE_ELIGIBLE = "You can't apply for any of these deferments";

const limits = { minDependents: 0, maxDependents: 20, yearlyMax: 1_000_000 };
const borrower: DefermentInput = {
  limits,
  startRanges: sampleConfiguration.defermentStart,
  uploads: sampleUploads,
  documentTypeIds: { unemployment: 9, rehabilitation: 2, economicHardship: 2 },
  wantedType: null,
  draft: null,
};

const facts = { eligibility: allEligible, today: sampleToday };
const factsOfUnemployment = { ...facts, eligibility: onlyUnemployment };
const hasOneType = ({ facts: known }: Context) => known?.eligibility === onlyUnemployment;

const entryOf = ({ defermentType, decisionTranscript }: DefermentQualification): QualificationEntry => ({
  type: defermentType,
  transcript: decisionTranscript,
  income: defermentType === 'economicHardship' ? wholeIncome : emptyIncome,
});

const draftOf = (
  qualification: DefermentQualification,
  step: DefermentDraft['step'],
  submission: DefermentDraft['submission'] = null,
): DefermentDraft => ({
  version: 1,
  type: qualification.defermentType,
  transcript: qualification.decisionTranscript,
  ...entryOf(qualification).income.values,
  qualification: step === 'qualification' ? null : qualification,
  step,
  startDate: step === 'application' ? '11/20/2026' : '',
  submission,
});

/** Returns the restored steps; the borrower must accept the terms again. */
const kept = (draft: DefermentDraft, qualification: DefermentQualification): Part => ({
  step: draft.step,
  entry: entryOf(qualification),
  qualification: draft.qualification,
  application:
    draft.step === 'application'
      ? { values: { startDate: draft.startDate, terms: false }, submission: draft.submission }
      : null,
  received: null,
});

const nothingChosen: Part = {
  step: 'qualification',
  entry: null,
  qualification: null,
  application: null,
  received: null,
};

const startsWith = (draft: DefermentDraft, qualification: DefermentQualification) => ({
  input: { ...borrower, draft },
  then: { ...start, context: { ...kept(draft, qualification), facts: null } },
});

const types = ['unemployment', 'rehabilitation', 'economicHardship'] as const;

const OTHER_TYPE_KEPT = 'You have an unfinished application for the Rehabilitation Training Deferment.';

const toQualification: Expected<Context> = {
  state: 'qualifying',
  context: { step: 'qualification' },
  focus: toHeading,
  calls: (context) => ({
    qualify: {
      types: hasOneType(context) ? ['unemployment'] : types,
      limits,
      wantedType: context.wantedType,
      entry: context.entry,
    },
  }),
};
/** Expected result for a borrower whose URL requests another type than the unfinished application. */
const toOtherType: ExpectedWhere<Context> = {
  ...toQualification,
  when: ({ wantedType, entry }) => wantedType !== null && entry !== null,
  reads: [OTHER_TYPE_KEPT],
};
const toChosenType: Expected<Context> = { ...toQualification, hides: [OTHER_TYPE_KEPT] };
const toPlan: Expected<Context> = {
  state: 'choosingPlan',
  context: { step: 'plan' },
  focus: toHeading,
  calls: ({ qualification, application }) => ({
    getCost: {
      postponement: qualification?.defermentType,
      // Rehabilitation training asks for no day.
      ...(qualification?.defermentType !== 'rehabilitation' &&
        application?.values.startDate === '11/20/2026' && { startDate: '2026-11-20' }),
    },
  }),
};
const toApplication: Expected<Context> = {
  state: 'applying.entering',
  context: { step: 'application', ...atApplication },
  focus: toHeading,
  calls: ({ qualification, application, hasNeverArrived }) => ({
    apply: {
      qualification,
      today: sampleToday,
      startRanges: borrower.startRanges,
      entry: application,
      hasNeverArrived,
    },
  }),
};

const anew: Expected<Context> = { ...start, context: { ...nothingChosen, facts: null } };

const flow = expectedFlow<Context, DefermentFacts>({
  applying: 'applying',
  toApplication,
  before: 'choosingPlan',
  stored: (loaded) => () => ({ facts: loaded }),
  isSent: ({ application }) => application?.submission?.sent === true,
  ended: 'nextSteps',
  documentTypeOf: ({ qualification }) => (qualification?.defermentType === 'unemployment' ? '9' : '2'),
  anew,
  draftOf: defermentDraft,
  inProcess,
});
const begins = (then: Expected<Context>) => flow.begins(then, facts);
const { loads } = flow;

const qualified = (qualification: DefermentQualification): Outcome<Context> => ({
  answers: qualification,
  then: {
    ...toPlan,
    context: { step: 'plan', qualification },
    calls: { getCost: { postponement: qualification.defermentType } },
  },
});

/** Case for an entry of the first step. Changed answers require another application. */
const enter = (entry: QualificationEntry): Case => ({
  event: { type: 'qualification.changed', entry },
  then: { in: 'qualifying', context: { entry, wantedType: null, qualification: null, application: null } },
});

const entered: ApplicationEntry = { values: { startDate: '11/20/2026', terms: true }, submission: null };
const underWay: ApplicationEntry = { ...entered, submission: { key: KEY, sent: true } };

const isAt =
  (step: DefermentDraft['step']) =>
  ({ step: at, qualification }: Context) =>
    at === step && qualification !== null;

const isAtUnemployment =
  (step: DefermentDraft['step']) =>
  ({ step: at, qualification }: Context) =>
    at === step && qualification?.defermentType === 'unemployment';

export default defineModel<typeof deferment>({
  machine: deferment,
  inputs: {
    'a borrower': { input: borrower, then: anew },
    'a borrower who asked for unemployment': {
      input: { ...borrower, wantedType: 'unemployment' },
      then: { ...start, context: { ...nothingChosen, wantedType: 'unemployment', facts: null } },
    },
    'a borrower who asked for unemployment, with an unfinished application for rehabilitation': {
      input: { ...borrower, wantedType: 'unemployment', draft: draftOf(forRehabilitation, 'plan') },
      then: {
        ...start,
        context: {
          ...kept(draftOf(forRehabilitation, 'plan'), forRehabilitation),
          wantedType: 'unemployment',
          facts: null,
        },
      },
    },
    'a borrower who has left the questions unfinished': startsWith(draftOf(forPoverty, 'qualification'), forPoverty),
    'a borrower who has left at the plan': startsWith(draftOf(forRehabilitation, 'plan'), forRehabilitation),
    'a borrower who has left an application unfinished': startsWith(
      draftOf(forUnemployment, 'application'),
      forUnemployment,
    ),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      draftOf(forUnemployment, 'application', { key: KEY, sent: true }),
      forUnemployment,
    ),
  },
  events: [
    enter(entryOf(forUnemployment)),
    enter(entryOf(forPoverty)),
    { event: { type: 'qualification.failed' }, then: { in: 'qualifying', ...failure } },
    flow.reports(entered, 'entering', { application: entered }),
    flow.reports(underWay, 'submitting', { application: underWay }),
    flow.neverArrived(entered, { application: entered }),
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      on: ['choosingPlan'],
      then: { in: 'choosingPlan', ...toApplication },
    },
    flow.previousPressed(
      ['choosingPlan', 'applying'],
      [
        { in: 'choosingPlan', ...toOtherType },
        { in: 'choosingPlan', ...toChosenType },
        { in: 'applying.entering', ...toPlan },
      ],
    ),
    flow.retryWanted,
    ...flow.uploads,
  ],
  outcomes: {
    getFacts: {
      'the borrower may apply for all three': loads(
        facts,
        { when: isAt('application'), ...begins(toApplication) },
        { when: isAt('plan'), ...begins(toPlan) },
        begins(toChosenType),
      ),
      'the borrower may apply for unemployment only': loads(
        factsOfUnemployment,
        { when: isAtUnemployment('application'), ...flow.begins(toApplication, factsOfUnemployment) },
        { when: isAtUnemployment('plan'), ...flow.begins(toPlan, factsOfUnemployment) },
        flow.begins(toChosenType, factsOfUnemployment),
      ),
      'an application is in process': loads({ ...facts, eligibility: inProcess }, leaves),
      'the borrower may apply for none': loads(
        { ...facts, eligibility: noneEligible },
        {
          state: 'noType',
          context: { facts: { ...facts, eligibility: noneEligible } },
          focus: toNotice,
          reads: [NONE_QUALIFY],
          hides: [CALL_ABOUT_DEFAULT],
        },
      ),
      'all loans are in default': loads(
        { ...facts, eligibility: allInDefault },
        {
          state: 'noType',
          context: { facts: { ...facts, eligibility: allInDefault } },
          focus: toNotice,
          reads: [CALL_ABOUT_DEFAULT],
          hides: [NONE_QUALIFY],
        },
      ),
      ...flow.factsMissing,
    },
    qualify: {
      'unemployment benefits are received': qualified(forUnemployment),
      'the income is low': qualified(forPoverty),
      'the questions stop in error': flow.stopsInError,
    },
    getCost: { 'the machine of the cost stops in error': flow.stopsInError },
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: flow.received,
      },
      'the machine of the application stops in error': flow.stopsInError,
    },
    ...flow.outcomes,
  },
  routes: {
    '#qualification': flow.route(
      { in: ['qualifying', 'choosingPlan', 'applying.entering'], ...toOtherType },
      { in: ['qualifying', 'choosingPlan', 'applying.entering'], ...toChosenType },
    ),
    '#plan': flow.route({ in: 'applying.entering', ...toPlan }),
    // Requesting the route of the current screen opens it again with the current choices.
    '#application': flow.route({ in: 'applying.entering', ...toApplication }),
  },
  screens: {
    ...flow.screens,
    noType: [NONE_ELIGIBLE],
    qualifying: ['Step 1 of 4: Qualification', 'Deferment Type'],
    choosingPlan: ['Step 2 of 4: Plan Selection', 'What pausing your payments costs', 'Previous', 'Continue'],
    applying: ['Step 3 of 4: Application'],
    nextSteps: ['Step 4 of 4: Next Steps', 'Confirmation Number'],
  },
  finish: ['noType'],
  claims: {
    'changed answers start another application': {
      never: ({ isIn, context }) =>
        isIn('qualifying') && context.qualification === null && context.application !== null,
      brokenBy: 'action clearLaterSteps: application not assigned',
    },
    ...flow.claims,
  },
  draft: { of: defermentDraft, secrets: [] },
  children: {
    getFacts: defermentFactsModel,
    qualify: defermentQualificationModel,
    getCost: pauseCostModel,
    apply: defermentApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, entry, wantedType, qualification, application, received, hasNeverArrived, facts: known }, isIn) => ({
    step,
    type: entry?.type ?? null,
    wantedType,
    of: qualification?.defermentType ?? null,
    application: isIn('nextSteps') ? null : application,
    isReceived: received !== null,
    hasNeverArrived,
    isInProcess: isIn('nextSteps') && known?.eligibility.hasDefermentForbearanceApplicationInProcess,
  }),
});
