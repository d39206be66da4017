/**
 * Specification of a military deferment (R §2, §4 Military; rulings 24, 33, 43, 59, 60). The machines of the steps have
 * their own models.
 */
import type { ContextFrom } from 'xstate';
import { toPlainDate as day } from '#domain/calendar.ts';
import type { MilitaryDraft } from '#domain/repayment/military/shapes.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { noAnswers } from '#domain/repayment/military/samples.ts';
import { allEligible, inProcess } from '../deferment/deferment-facts.model.ts';
import { heardFromApplication } from '../application/application-spec.ts';
import { documentSpec, sampleUploads } from '../application/document-spec.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { storesNothing, receivedResponse } from '../application/expected-application.ts';
import {
  atApplication,
  factsMissing,
  flowClaims,
  leaveForInProcess,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { answers as answersWith, shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import type { MilitaryApplicationEntry } from './military-application.machine.ts';
import militaryApplicationModel from './military-application.model.ts';
import type { MilitaryData } from './military-facts.machine.ts';
import militaryFactsModel, { dueSoon, newLoans, oldLoans, sampleDates } from './military-facts.model.ts';
import militaryQuestionsModel, { sampleDateFacts } from './military-questions.model.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type MilitaryInput, military, militaryDraft } from './military.machine.ts';

type Context = ContextFrom<typeof military>;
type Transcript = MilitaryDraft['transcript'];
type Values = MilitaryDraft['values'];
const { to, stays, given, where, storing, press, hears, loads } = words<typeof military>();

const NEEDS_DOCUMENT = 'What we need from you';
const PROCESSED_NOW = 'What we process now';

const borrower: MilitaryInput = {
  uploads: sampleUploads,
  documentTypeId: 9,
  hostilePaySince: day('2008-10-01'),
  draft: null,
};

const answers = (...all: readonly (readonly [question: string, answer: 'yes' | 'no'])[]): Transcript =>
  all.map(([question, answer]) => ({ question, answer }));

const onDuty = ['activeDuty', 'yes'] as const;
const connected = ['activeDutyConnection', 'yes'] as const;
const NOT_ON_ACTIVE_DUTY = answers(['activeDuty', 'no']);
const ON_ACTIVE_DUTY = answers(onDuty);
const GUARD = answers(onDuty, ['activeDutyConnection', 'no'], ['performingService', 'no'], ['nationalGuard', 'yes']);
const DATES = answers(onDuty, connected, ['canSendOrdersNow', 'no']);
const DATES_AND_HOSTILE_PAY = answers(onDuty, connected, ['canSendOrdersNow', 'no'], ['hostileDangerPay', 'yes']);
const ORDERS_ONLY = answers(onDuty, connected, ['canSendOrdersNow', 'yes']);
const ORDERS = answers(onDuty, connected, ['canSendOrdersNow', 'yes'], ['hostileDangerPay', 'no']);

const nothing: Values = { operation: '', startDate: '', endDate: '' };
const typed: Values = { operation: 'Operation Inherent Resolve', startDate: '03/02/2026', endDate: '03/02/2027' };
const factsWith = (more: Partial<MilitaryData> = {}): MilitaryData => ({
  today: sampleToday,
  eligibility: allEligible,
  groups: sampleGroups,
  dates: sampleDates,
  loans: newLoans,
  recertifications: dueSoon,
  ...more,
});

const nothingAnswered = {
  step: 'qualification',
  transcript: [],
  values: nothing,
  chosen: [],
  dutyStart: '',
  submission: null,
  received: null,
} as const;
const anew = to('gettingFacts', { ...nothingAnswered, facts: null }, { calls: start.calls });

/** A borrower who has left a step unfinished. */
const left = (
  transcript: Transcript,
  values: Values,
  step: MilitaryDraft['step'] = 'qualification',
  more: Partial<MilitaryDraft> = {},
) => {
  const draft: MilitaryDraft = {
    version: 1,
    transcript,
    values,
    chosen: [],
    dutyStart: '',
    step,
    submission: null,
    ...more,
  };
  const { version: _, ...steps } = draft;
  return [
    { ...borrower, draft },
    to('gettingFacts', { ...steps, received: null, facts: null }, { calls: start.calls }),
  ] as const;
};

const isNewEnough = (facts: MilitaryData | null | undefined): boolean => facts?.loans === newLoans;

/** Returns the meaning of the answers, with null for questions that were not asked. */
function expectedAnswers(transcript: Transcript, values: Values) {
  const by = Object.fromEntries(transcript.map(({ question, answer: said }) => [question, said === 'yes']));
  const hasDates = by['canSendOrdersNow'] === false && values.startDate !== '';
  return {
    ...noAnswers,
    ...by,
    operation: by['activeDutyConnection'] === true ? values.operation : null,
    startDate: hasDates ? '2026-03-02' : null,
    endDate: hasDates ? '2027-03-02' : null,
  };
}

/**
 * Returns the benefits that the sample answers allow, as a handwritten table. The recertification is near, which
 * matters only for the question about orders.
 */
const offeredFor = (transcript: Transcript): readonly string[] =>
  ({
    [JSON.stringify(NOT_ON_ACTIVE_DUTY)]: [],
    [JSON.stringify(GUARD)]: ['scra', 'mandatoryForbearance'],
    [JSON.stringify(DATES)]: ['scra', 'twelveMonthDeferment', 'heroesAct'],
    [JSON.stringify(DATES_AND_HOSTILE_PAY)]: ['scra', 'twelveMonthDeferment', 'heroesAct', 'hostileDuty'],
    [JSON.stringify(ORDERS_ONLY)]: ['scra', 'militaryDeferment', 'heroesAct'],
    [JSON.stringify(ORDERS)]: ['scra', 'militaryDeferment', 'heroesAct'],
  })[JSON.stringify(transcript)] ?? [];

/**
 * Benefits that postpone payments. Without loans that can be postponed, only the other benefits are offered (ruling
 * 68).
 */
const POSTPONING = ['militaryDeferment', 'twelveMonthDeferment', 'mandatoryForbearance'];
const canPostpone = (facts: MilitaryData | null | undefined): boolean => facts?.groups !== noGroups;

/** The questions continue where the borrower left off. */
const asks = to(
  'qualifying',
  { step: 'qualification', chosen: [] },
  {
    focus: toHeading,
    calls: ({ transcript, values, facts }) => ({
      ask: {
        transcript,
        fields: { values, facts: sampleDateFacts },
        leftOut: isNewEnough(facts) ? [] : ['hostileDangerPay'],
      },
    }),
  },
);
const selects = to(
  'selecting.entering',
  { step: 'selectBenefit', ...atApplication },
  {
    focus: toHeading,
    calls: ({ transcript, values, chosen, dutyStart, submission, notReceived, facts }) => ({
      apply: {
        answers: expectedAnswers(transcript, values),
        offered: offeredFor(transcript).filter((benefit) => canPostpone(facts) || !POSTPONING.includes(benefit)),
        today: sampleToday,
        groups: facts?.groups,
        chosen,
        dutyStart,
        submission,
        notice: notReceived,
      },
    }),
  },
);

/** Returns the answers that apply to the current questions, which may no longer include hostile pay. */
const validFor = (facts: MilitaryData, transcript: Transcript): Transcript =>
  isNewEnough(facts) ? transcript : transcript.filter(({ question }) => question !== 'hostileDangerPay');

/** Returns true if all current questions are answered and the fields beside them are valid. */
function isAnswered(facts: MilitaryData, transcript: Transcript, { operation, startDate }: Values): boolean {
  const isAlike = (other: Transcript): boolean => JSON.stringify(validFor(facts, transcript)) === JSON.stringify(other);
  if (isAlike(NOT_ON_ACTIVE_DUTY) || isAlike(GUARD)) return true;
  if (isAlike(isNewEnough(facts) ? ORDERS : ORDERS_ONLY)) return operation !== '';
  return isAlike(isNewEnough(facts) ? DATES_AND_HOSTILE_PAY : DATES) && startDate === typed.startDate;
}

/** Returns true if the second step had been reached and its answers are still valid. */
const isAtSelection =
  (facts: MilitaryData) =>
  ({ step, transcript, values }: Context): boolean =>
    step === 'selectBenefit' && isAnswered(facts, transcript, values);

const isSent = ({ submission }: Context) => submission?.sent === true;

/** The typed end date stays as typed. Beside it is the day on which payments start again (R §5, ruling 106). */
const RESTART = 'If we pause them, your payments start again on 03/02/2027.';
const asksForDates = ({ transcript, values }: Pick<Context, 'transcript' | 'values'>): boolean =>
  transcript.some(({ question, answer: said }) => question === 'canSendOrdersNow' && said === 'no') &&
  values.startDate === typed.startDate;

/** Answers to questions that no longer apply are ignored. */
const stored = (facts: MilitaryData, ...then: Parameters<typeof given>[1][]) =>
  storing(({ transcript }) => ({ facts, transcript: validFor(facts, transcript) }), ...then);
/** The facts load. If an application was sent before a reload, the machine first asks the server for its outcome. */
const loaded = (facts: MilitaryData, ...then: Parameters<typeof given>[1][]) =>
  [
    answersWith({ result: 'loaded', loaded: facts }),
    stored(facts, given(isSent, { ...selects, state: 'selecting.settling' })),
    then,
  ] as const;
const begins = (facts: MilitaryData) =>
  loaded(
    facts,
    stored(
      facts,
      given(isAtSelection(facts), selects),
      given(asksForDates, { ...asks, ...(canPostpone(facts) ? { reads: [RESTART] } : { hides: [RESTART] }) }),
      asks,
    ),
  );
/** The questions end with these answers; the values beside them were reported before. */
const decided = (result: string, transcript: Transcript, reads: readonly string[] = ['Continue']) =>
  [answersWith({ result, transcript }), storing({ transcript }, { ...selects, reads })] as const;

const sentEarlier = { key: sampleKey, sent: true } as const;
/** Events that the flow receives from an application for these benefits. */
const heard = (chosen: MilitaryApplicationEntry['chosen'], dutyStart: string) =>
  heardFromApplication<Context, MilitaryApplicationEntry>('selecting', {
    agreed: { chosen, dutyStart, submission: null },
    underWay: { chosen, dutyStart: '', submission: sentEarlier },
    nothingLoaded: { facts: null },
    part: (entry) => entry,
  });
const withoutDocument = heard(['scra'], '01/12/2026');
const withDocument = heard(['militaryDeferment'], '');

const documentStep = documentSpec<Context>({
  at: 'nextSteps',
  shows: ['Step 3 of 3: Next Steps', 'Document: Other'],
  getDocumentType: () => '9',
  screens: ['#qualification', '#selectBenefit'],
  anew,
  inProcess,
});
const isWithoutDocument = (benefit: string): boolean => benefit === 'scra' || benefit === 'heroesAct';
const isProcessedNow = ({ chosen }: Context): boolean => chosen.some(isWithoutDocument);
const needsDocument = ({ chosen }: Context): boolean => !chosen.every(isWithoutDocument);

export default spec(military, {
  starts: {
    'a borrower': [borrower, anew],
    'a borrower who had gone back to the questions': left(DATES_AND_HOSTILE_PAY, typed),
    'a borrower who has left at the benefits': left(DATES_AND_HOSTILE_PAY, typed, 'selectBenefit', {
      chosen: ['scra'],
    }),
    'a borrower who has left at the benefits, before the questions included hostile pay': left(
      DATES,
      typed,
      'selectBenefit',
    ),
    'a borrower whose page was reloaded while the application was under way': left(
      DATES_AND_HOSTILE_PAY,
      typed,
      'selectBenefit',
      { chosen: ['heroesAct', 'hostileDuty'], submission: sentEarlier },
    ),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'loans are new enough for hostile pay': begins(factsWith()),
          'loans are too old for hostile pay': begins(factsWith({ loans: oldLoans })),
          'an application is in process': loaded(
            factsWith({ eligibility: inProcess }),
            to('leaving', undefined, { calls: { leaveForInProcess: {} } }),
          ),
          'no group would be postponed': begins(factsWith({ groups: noGroups })),
          ...shared(factsMissing),
        },
      },
    },
    leaving: { shows: ['Loading…'], when: { leaveForInProcess: shared(leaveForInProcess) } },
    left: { shows: ['Loading…'] },
    qualifying: {
      shows: ['Step 1 of 3: Qualification'],
      on: [
        hears({ type: 'decision.changed', entry: ON_ACTIVE_DUTY }, stays({ transcript: ON_ACTIVE_DUTY })),
        hears({ type: 'decision.changed', entry: DATES }, stays({ transcript: DATES })),
        hears({ type: 'fields.changed', entry: typed }, stays({ values: typed })),
      ],
      when: {
        ask: {
          'on active duty, with orders': decided('OnActiveDuty', ORDERS),
          'not on active duty': decided('NotOnActiveDuty', NOT_ON_ACTIVE_DUTY, []),
          'in the National Guard': decided('OnActiveDuty', GUARD),
          ...shared({ 'the questions stop in error': stopsInError }),
        },
      },
    },
    selecting: {
      shows: ['Step 2 of 3: Select Benefits'],
      on: [withoutDocument.applying, withDocument.applying],
      when: {
        apply: {
          'the application is received': [
            answersWith(receivedResponse),
            given((before) => isProcessedNow(before) && needsDocument(before), {
              ...documentStep.received,
              reads: [receivedResponse.confirmationNumber, NEEDS_DOCUMENT, PROCESSED_NOW],
            }),
            given(needsDocument, {
              ...documentStep.received,
              reads: [receivedResponse.confirmationNumber, NEEDS_DOCUMENT],
              hides: [PROCESSED_NOW],
            }),
            {
              ...documentStep.received,
              reads: [receivedResponse.confirmationNumber, PROCESSED_NOW],
              hides: [NEEDS_DOCUMENT],
            },
          ],
          ...shared({ 'the machine of the application stops in error': stopsInError }),
        },
      },
    },
    'selecting.settling': { on: [withoutDocument.settling, withDocument.settling] },
    'selecting.entering': {
      on: [where((before) => !isSent(before), press('Previous', 'previous.pressed', asks))],
      // Requesting the route of the current screen opens it again with the current answers.
      routes: { '#selectBenefit': selects },
    },
    ...documentStep.states,
  },
  several: [{ in: ['qualifying', 'selecting.entering'], routes: { '#qualification': asks } }],
  claims: {
    'the selected benefits are discarded when the questions are answered again': {
      never: ({ isIn, context: { chosen } }) => isIn('qualifying') && chosen.length > 0,
      brokenBy: 'action setAtQualification: chosen not assigned',
    },
    'no step is shown while another application is in process': {
      never: ({ isIn, context: { facts } }) =>
        ['qualifying', 'selecting.entering'].some(isIn) && facts?.eligibility !== allEligible,
      brokenBy: 'selecting.settling -> application.notReceived: transition dropped',
    },
    ...storesNothing('nextSteps', militaryDraft),
    ...flowClaims({ isSent, applying: 'selecting' }),
  },
  draft: { of: militaryDraft, secrets: [] },
  children: {
    getFacts: militaryFactsModel,
    ask: militaryQuestionsModel,
    apply: militaryApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, transcript, values, chosen, submission, notReceived, facts: known }, isIn) => {
    const isInProcess = known?.eligibility.hasDefermentForbearanceApplicationInProcess;
    const kinds = { isProcessedNow: chosen.some(isWithoutDocument), needsDocument: !chosen.every(isWithoutDocument) };
    if (isIn('left')) return null;
    // The application has ended, and only the benefits that the borrower can apply for next matter.
    if (isIn('nextSteps')) return { isInProcess };
    return {
      step,
      // The meaning of the answers, before and after the fields beside them are filled in.
      isAnswered: [nothing, typed].map((entered) =>
        [factsWith(), factsWith({ loans: oldLoans })].map((each) => isAnswered(each, transcript, entered)),
      ),
      asksForDates: asksForDates({ transcript, values: typed }),
      isTyped: values.startDate !== '',
      ...kinds,
      isSent: submission?.sent,
      notReceived,
      loans: known && { isInProcess, isNewEnough: isNewEnough(known), canPostpone: canPostpone(known) },
    };
  },
  combinedFacts: (
    { step, transcript, values, chosen, submission, received: storedKey, notReceived, facts: known },
    isIn,
  ) => ({
    step,
    // Outside the questions, only the meaning of the answers matters.
    answers: isIn('qualifying')
      ? { transcript, operation: values.operation, startDate: values.startDate, endDate: values.endDate }
      : isIn('selecting')
        ? { isOnDuty: transcript.length > 1 }
        : [factsWith(), factsWith({ loans: oldLoans })].map((each) => isAnswered(each, transcript, values)),
    isProcessedNow: chosen.some(isWithoutDocument),
    needsDocument: !chosen.every(isWithoutDocument),
    submission,
    isReceived: storedKey !== null,
    isNotReceived: notReceived !== null,
    isInProcess: isIn('nextSteps') && known?.eligibility.hasDefermentForbearanceApplicationInProcess,
    loans: (isIn('qualifying') || isIn('selecting')) && known?.loans,
    canPostpone: (isIn('qualifying') || isIn('selecting')) && canPostpone(known),
  }),
});
