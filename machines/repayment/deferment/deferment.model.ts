/** Specification of a deferment by type (R §2, §4; rulings 24, 59, 60). The machines of the steps have their own models. */
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { ContextFrom } from 'xstate';
import type { DefermentDraft, DefermentQualification } from '#domain/repayment/deferment/shapes.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import defermentApplicationModel, {
  forPoverty,
  forRehabilitation,
  forUnemployment,
} from './deferment-application.model.ts';
import type { ApplicationEntry } from './deferment-application.machine.ts';
import type { DefermentData } from './deferment-facts.machine.ts';
import defermentFactsModel, {
  allEligible,
  allInDefault,
  inProcess,
  noneEligible,
  onlyUnemployment,
} from './deferment-facts.model.ts';
import type { QualificationEntry } from './deferment-qualification.machine.ts';
import defermentQualificationModel, { emptyIncome, wholeIncome } from './deferment-qualification.model.ts';
import { heardFromApplication } from '../application/application-spec.ts';
import { documentSpec, sampleUploads } from '../application/document-spec.ts';
import { storesNothing, receivedResponse } from '../application/expected-application.ts';
import {
  atApplication,
  factsMissing,
  failure,
  flowClaims,
  leaveForInProcess,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { CALL_ABOUT_DEFAULT, toHeading, toNotice } from '../../kit/expected-page.ts';
import { answers, shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type DefermentInput, deferment, defermentDraft } from './deferment.machine.ts';

type Context = ContextFrom<typeof deferment>;
const { to, stays, given, where, storing, press, hears, loads } = words<typeof deferment>();

const NONE_QUALIFY = 'None of your loans qualify';

const limits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 };
const borrower: DefermentInput = {
  limits,
  startRanges: sampleConfiguration.defermentStart,
  uploads: sampleUploads,
  documentTypeIds: { unemployment: 9, rehabilitation: 2, economicHardship: 2 },
  requestedType: null,
  draft: null,
};

const toEntry = ({ defermentType, decisionTranscript }: DefermentQualification): QualificationEntry => ({
  type: defermentType,
  transcript: decisionTranscript,
  income: defermentType === 'economicHardship' ? wholeIncome : emptyIncome,
});

const nothingChosen = {
  step: 'qualification',
  entry: null,
  qualification: null,
  application: null,
  received: null,
} as const;
const anew = to('gettingFacts', { ...nothingChosen, facts: null }, { calls: start.calls });

const starts = (input: Partial<DefermentInput> = {}, steps: Partial<Context> = {}) =>
  [
    { ...borrower, ...input },
    to(
      'gettingFacts',
      { ...nothingChosen, requestedType: null, ...input, ...steps, facts: null },
      { calls: start.calls },
    ),
  ] as const;
/** A borrower who has left a step unfinished. The terms must be accepted again. */
const left = (
  at: DefermentQualification,
  step: DefermentDraft['step'],
  submission: DefermentDraft['submission'] = null,
  input: Partial<DefermentInput> = {},
) => {
  const startDate = step === 'application' ? '11/20/2026' : '';
  const qualification = step === 'qualification' ? null : at;
  const entry = toEntry(at);
  const { type, transcript, income } = entry;
  return starts(
    { ...input, draft: { version: 1, type, transcript, ...income.values, qualification, step, startDate, submission } },
    {
      step,
      entry,
      qualification,
      application: step === 'application' ? { values: { startDate, terms: false }, submission } : null,
    },
  );
};

const entered: ApplicationEntry = { values: { startDate: '11/20/2026', terms: true }, submission: null };
const sentEarlier = { key: sampleKey, sent: true } as const;
const application = heardFromApplication<Context, ApplicationEntry>('applying', {
  agreed: entered,
  underWay: { ...entered, submission: sentEarlier },
  nothingLoaded: { facts: null },
});
const documentStep = documentSpec<Context>({
  at: 'nextSteps',
  shows: ['Step 4 of 4: Next Steps', 'Confirmation Number'],
  getDocumentType: ({ qualification }) => (qualification?.defermentType === 'unemployment' ? '9' : '2'),
  screens: ['#qualification', '#plan', '#application'],
  anew,
  inProcess,
});

const isSent = ({ application: entry }: Context) => entry?.submission?.sent === true;

const OTHER_TYPE_KEPT = 'You have an unfinished application for the Rehabilitation Training Deferment.';
const qualifies = to(
  'qualifying',
  { step: 'qualification' },
  {
    focus: toHeading,
    calls: ({ facts, requestedType, entry }) => ({
      qualify: {
        types:
          facts?.eligibility === onlyUnemployment
            ? ['unemployment']
            : ['unemployment', 'rehabilitation', 'economicHardship'],
        limits,
        requestedType,
        entry,
      },
    }),
  },
);
const toChosenType = { ...qualifies, hides: [OTHER_TYPE_KEPT] };
// The URL requests another type than that of the unfinished application.
const toOtherType = given(({ requestedType, entry }) => requestedType !== null && entry !== null, {
  ...qualifies,
  reads: [OTHER_TYPE_KEPT, 'Continue'],
});
const toQualification = [toOtherType, toChosenType];
const toPlan = to(
  'choosingPlan',
  { step: 'plan' },
  {
    focus: toHeading,
    calls: ({ qualification, application: entry }) => ({
      getCost: {
        postponement: qualification?.defermentType,
        // Rehabilitation training has no first day.
        ...(qualification?.defermentType !== 'rehabilitation' &&
          entry?.values.startDate === '11/20/2026' && { startDate: '2026-11-20' }),
      },
    }),
  },
);
const toApplication = to(
  'applying.entering',
  { step: 'application', ...atApplication },
  {
    focus: toHeading,
    calls: ({ qualification, application: entry, notReceived }) => ({
      apply: { qualification, today: sampleToday, startRanges: borrower.startRanges, entry, notice: notReceived },
    }),
  },
);

const everyType: DefermentData = { eligibility: allEligible, today: sampleToday };
/** The facts load. If an application was sent before a reload, the machine first asks the server for its outcome. */
const loaded = (eligibility: DefermentData['eligibility'], ...then: Parameters<typeof given>[1][]) => {
  const facts = { ...everyType, eligibility };
  return [
    answers({ result: 'loaded', loaded: facts }),
    storing({ facts }, given(isSent, { ...toApplication, state: 'applying.settling' })),
    then,
  ] as const;
};
/** The step that was reached before, if its qualification still counts. */
const resumes = (eligibility: DefermentData['eligibility'], isQualified: (context: Context) => boolean) =>
  storing(
    { facts: { ...everyType, eligibility } },
    given((before) => before.step === 'application' && isQualified(before), toApplication),
    given((before) => before.step === 'plan' && isQualified(before), toPlan),
    toChosenType,
  );
const toNoType = (eligibility: DefermentData['eligibility'], reads: string, hides: string) =>
  to('noType', { facts: { ...everyType, eligibility } }, { focus: toNotice, reads: [reads], hides: [hides] });

/** An entry of the first step. Changed answers require another application. */
const enters = (entry: QualificationEntry) =>
  hears(
    { type: 'qualification.changed', entry },
    stays({ entry, requestedType: null, qualification: null, application: null }),
  );
const qualified = (qualification: DefermentQualification) =>
  [answers(qualification), storing({ qualification }, toPlan)] as const;

const previous = (...then: Parameters<typeof given>[1][]) =>
  where((before) => !isSent(before), press('Previous', 'previous.pressed', ...then));

/** Facts that determine the results of the events. */
const announced = (
  { step, entry, requestedType, qualification, application: stored, received, notReceived, facts: known }: Context,
  isIn: (state: string) => boolean,
) => ({
  step,
  type: entry?.type ?? null,
  requestedType,
  of: qualification?.defermentType ?? null,
  application: isIn('nextSteps') ? null : stored,
  isReceived: received !== null,
  notReceived,
  isInProcess: isIn('nextSteps') && known?.eligibility.hasDefermentForbearanceApplicationInProcess,
});

export default spec(deferment, {
  starts: {
    'a borrower': starts(),
    'a borrower who asked for unemployment': starts({ requestedType: 'unemployment' }),
    'a borrower who asked for unemployment, with an unfinished application for rehabilitation': left(
      forRehabilitation,
      'plan',
      null,
      { requestedType: 'unemployment' },
    ),
    'a borrower who has left the questions unfinished': left(forPoverty, 'qualification'),
    'a borrower who has left at the plan': left(forRehabilitation, 'plan'),
    'a borrower who has left an application unfinished': left(forUnemployment, 'application'),
    'a borrower whose page was reloaded while the application was under way': left(
      forUnemployment,
      'application',
      sentEarlier,
    ),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'the borrower may apply for all three': loaded(
            allEligible,
            resumes(allEligible, ({ qualification }) => qualification !== null),
          ),
          'the borrower may apply for unemployment only': loaded(
            onlyUnemployment,
            resumes(onlyUnemployment, ({ qualification }) => qualification?.defermentType === 'unemployment'),
          ),
          'an application is in process': loaded(
            inProcess,
            to('leaving', undefined, { calls: { leaveForInProcess: {} } }),
          ),
          'the borrower may apply for none': loaded(
            noneEligible,
            toNoType(noneEligible, NONE_QUALIFY, CALL_ABOUT_DEFAULT),
          ),
          'all loans are in default': loaded(allInDefault, toNoType(allInDefault, CALL_ABOUT_DEFAULT, NONE_QUALIFY)),
          ...shared(factsMissing),
        },
      },
    },
    leaving: { shows: ['Loading…'], when: { leaveForInProcess: shared(leaveForInProcess) } },
    left: { shows: ['Loading…'] },
    noType: { shows: ["You can't apply for any of these deferments"] },
    qualifying: {
      shows: ['Step 1 of 4: Qualification', 'Deferment Type'],
      on: [enters(toEntry(forUnemployment)), enters(toEntry(forPoverty)), hears('qualification.failed', failure)],
      when: {
        qualify: {
          'unemployment benefits are received': qualified(forUnemployment),
          'the income is low': qualified(forPoverty),
          ...shared({ 'the questions stop in error': stopsInError }),
        },
      },
    },
    choosingPlan: {
      shows: ['Step 2 of 4: Plan Selection', 'What pausing your payments costs', 'Previous', 'Continue'],
      on: [
        press('Continue', 'continue.pressed', { ...toApplication, reads: ['Previous'] }),
        previous(toOtherType, { ...toChosenType, reads: ['Continue'] }),
      ],
      when: { getCost: shared({ 'the machine of the cost stops in error': stopsInError }) },
    },
    applying: {
      shows: ['Step 3 of 4: Application'],
      on: application.applying,
      when: {
        apply: {
          'the application is received': [answers(receivedResponse), documentStep.received],
          ...shared({ 'the machine of the application stops in error': stopsInError }),
        },
      },
    },
    'applying.settling': { on: application.settling },
    'applying.entering': {
      on: [previous(toPlan)],
      // Requesting the route of the current screen opens it again with the current choices.
      routes: { '#plan': toPlan, '#application': toApplication },
    },
    ...documentStep.states,
  },
  several: [{ in: ['qualifying', 'choosingPlan', 'applying.entering'], routes: { '#qualification': toQualification } }],
  finish: ['noType'],
  claims: {
    'changed answers start another application': {
      never: ({ isIn, context }) =>
        isIn('qualifying') && context.qualification === null && context.application !== null,
      brokenBy: 'action clearLaterSteps: application not assigned',
    },
    'no step is shown without a type that the borrower may apply for': {
      never: ({ isIn, context: { facts } }) =>
        ['qualifying', 'choosingPlan', 'applying.entering'].some(isIn) &&
        facts?.eligibility !== allEligible &&
        facts?.eligibility !== onlyUnemployment,
      brokenBy: 'applying.settling -> application.notReceived: transition dropped',
    },
    ...storesNothing('nextSteps', defermentDraft),
    ...flowClaims({ isSent, before: 'choosingPlan', applying: 'applying' }),
  },
  draft: { of: defermentDraft, secrets: [] },
  children: {
    getFacts: defermentFactsModel,
    qualify: defermentQualificationModel,
    getCost: pauseCostModel,
    apply: defermentApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: (context, isIn) => ({
    ...announced(context, isIn),
    isInProcess: context.facts?.eligibility.hasDefermentForbearanceApplicationInProcess,
    mayApply: !isIn('nextSteps') && [allEligible, onlyUnemployment].indexOf(context.facts?.eligibility ?? noneEligible),
  }),
  combinedFacts: announced,
});
