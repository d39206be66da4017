/**
 * Model of a military deferment (R §2, §4 Military; rulings 24, 33, 43, 59, 60). The machines of the steps have their
 * own models.
 */
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import type { MilitaryDraft } from '#domain/repayment/military/shapes.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { noAnswers } from '#domain/repayment/military/samples.ts';
import { allEligible, inProcess } from '../deferment/deferment-facts.model.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { receivedResponse } from '../application/expected-application.ts';
import { atApplication, expectedFlow, leaves, sampleUploads, start, startsWith } from '../application/expected-flow.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { type Expected, type ExpectedWhere, type Outcome, type PartOf, defineModel } from 'xstate-workbench/model';
import type { MilitaryApplicationEntry } from './military-application.machine.ts';
import militaryApplicationModel from './military-application.model.ts';
import type { MilitaryFacts } from './military-facts.machine.ts';
import militaryFactsModel, { dueSoon, newLoans, oldLoans, sampleDates } from './military-facts.model.ts';
import militaryQuestionsModel, { sampleDateFacts } from './military-questions.model.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type MilitaryInput, military, militaryDraft } from './military.machine.ts';

type Context = ContextFrom<typeof military>;
type Part = PartOf<Context>;
type Transcript = MilitaryDraft['transcript'];
type Values = MilitaryDraft['values'];

const NEEDS_DOCUMENT = 'What we need from you';
const PROCESSED_NOW = 'What we process now';

const borrower: MilitaryInput = {
  uploads: sampleUploads,
  documentTypeId: 9,
  hostilePaySince: day('2008-10-01'),
  draft: null,
};

const answers = (...given: readonly (readonly [question: string, answer: 'yes' | 'no'])[]): Transcript =>
  given.map(([question, answer]) => ({ question, answer }));

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
const factsWith = (more: Partial<MilitaryFacts> = {}): MilitaryFacts => ({
  today: sampleToday,
  eligibility: allEligible,
  groups: sampleGroups,
  dates: sampleDates,
  loans: newLoans,
  recertifications: dueSoon,
  ...more,
});

const draftOf = (
  transcript: Transcript,
  values: Values,
  step: MilitaryDraft['step'] = 'qualification',
  more: Partial<MilitaryDraft> = {},
): MilitaryDraft => ({ version: 1, transcript, values, chosen: [], dutyStart: '', step, submission: null, ...more });

const nothingAnswered: Part = {
  step: 'qualification',
  transcript: [],
  values: nothing,
  chosen: [],
  dutyStart: '',
  submission: null,
  received: null,
};

const isNewEnough = (facts: MilitaryFacts | null | undefined): boolean => facts?.loans === newLoans;

/** Returns the meaning of the answers, with null for questions that were not asked. */
function expectedAnswers(transcript: Transcript, values: Values) {
  const given = Object.fromEntries(transcript.map(({ question, answer: said }) => [question, said === 'yes']));
  const hasDates = given['canSendOrdersNow'] === false && values.startDate !== '';
  return {
    ...noAnswers,
    ...given,
    operation: given['activeDutyConnection'] === true ? values.operation : null,
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
const canPostpone = (facts: MilitaryFacts | null | undefined): boolean => facts?.groups !== noGroups;

/** Expected result of opening the questions, which continue where the borrower left. */
const toQuestions = (facts: MilitaryFacts): Expected<Context> => ({
  state: 'qualifying',
  context: { step: 'qualification', chosen: [] },
  focus: toHeading,
  calls: ({ transcript, values }) => ({
    ask: {
      transcript,
      fields: { values, facts: sampleDateFacts },
      leftOut: isNewEnough(facts) ? [] : ['hostileDangerPay'],
    },
  }),
});
const toQualification: readonly ExpectedWhere<Context>[] = [
  { when: ({ facts }) => isNewEnough(facts), ...toQuestions(factsWith()) },
  toQuestions(factsWith({ loans: oldLoans })),
];

const applyCall = ({ transcript, values, chosen, dutyStart, submission, hasNeverArrived, facts }: Context) => ({
  apply: {
    answers: expectedAnswers(transcript, values),
    offered: offeredFor(transcript).filter((benefit) => canPostpone(facts) || !POSTPONING.includes(benefit)),
    today: sampleToday,
    groups: facts?.groups,
    chosen,
    dutyStart,
    submission,
    hasNeverArrived,
  },
});
const toSelection: Expected<Context> = {
  state: 'selecting.entering',
  context: { step: 'selectBenefit', ...atApplication },
  focus: toHeading,
  calls: applyCall,
};

/** Returns the answers that apply to the current questions, which may no longer include hostile pay. */
const validFor = (facts: MilitaryFacts, transcript: Transcript): Transcript =>
  isNewEnough(facts) ? transcript : transcript.filter(({ question }) => question !== 'hostileDangerPay');

/** Returns true if all current questions are answered and the fields beside them are valid. */
function isAnswered(facts: MilitaryFacts, given: Transcript, { operation, startDate }: Values): boolean {
  const isAlike = (other: Transcript): boolean => JSON.stringify(validFor(facts, given)) === JSON.stringify(other);
  if (isAlike(NOT_ON_ACTIVE_DUTY) || isAlike(GUARD)) return true;
  if (isAlike(isNewEnough(facts) ? ORDERS : ORDERS_ONLY)) return operation !== '';
  return isAlike(isNewEnough(facts) ? DATES_AND_HOSTILE_PAY : DATES) && startDate === typed.startDate;
}

/** Returns true if the second step had been reached and its answers are still valid. */
const isAtSelection =
  (facts: MilitaryFacts) =>
  ({ step, transcript, values }: Context): boolean =>
    step === 'selectBenefit' && isAnswered(facts, transcript, values);

const anew: Expected<Context> = { ...start, context: { ...nothingAnswered, facts: null } };

const flow = expectedFlow<Context, MilitaryFacts>({
  applying: 'selecting',
  toApplication: toSelection,
  stored:
    (facts) =>
    ({ transcript }) => ({ facts, transcript: validFor(facts, transcript) }),
  isSent: ({ submission }) => submission?.sent === true,
  ended: 'nextSteps',
  documentTypeOf: () => '9',
  anew,
  draftOf: militaryDraft,
  inProcess,
});
const { begins, loads } = flow;

/** Beside the typed end date, which stands as typed, is the day on which payments start again (R §5, ruling 106). */
const RESTART = 'If we pause them, your payments start again on 03/02/2027.';
const asksForDates = ({ transcript, values }: Pick<Context, 'transcript' | 'values'>): boolean =>
  transcript.some(({ question, answer: said }) => question === 'canSendOrdersNow' && said === 'no') &&
  values.startDate === typed.startDate;

const begin = (facts: MilitaryFacts): Outcome<Context> => {
  const questions = begins(toQuestions(facts), facts);
  return loads(
    facts,
    { when: isAtSelection(facts), ...begins(toSelection, facts) },
    { when: asksForDates, ...questions, ...(canPostpone(facts) ? { reads: [RESTART] } : { hides: [RESTART] }) },
    questions,
  );
};

/** Outcome in which the questions end with these answers; the field values were reported before. */
const decided = (result: string, transcript: Transcript): Outcome<Context> => ({
  answers: { result, transcript },
  then: {
    ...toSelection,
    context: { step: 'selectBenefit', transcript, ...atApplication },
    calls: (before) => applyCall({ ...before, transcript }),
  },
});

const answer = (transcript: Transcript) => ({
  event: { type: 'decision.changed', entry: transcript } as const,
  then: { in: 'qualifying', context: { transcript } },
});
const type = (values: Values) => ({
  event: { type: 'fields.changed', entry: values } as const,
  then: { in: 'qualifying', context: { values } },
});
const choose = (entry: MilitaryApplicationEntry, state: 'entering' | 'submitting') => flow.reports(entry, state, entry);

const underWay = { key: sampleKey, sent: true };
const NOT_SENT: MilitaryApplicationEntry = { chosen: ['scra'], dutyStart: '01/12/2026', submission: null };
const isWithoutDocument = (benefit: string): boolean => benefit === 'scra' || benefit === 'heroesAct';
const isProcessedNow = ({ chosen }: Context): boolean => chosen.some(isWithoutDocument);
const needsDocument = ({ chosen }: Context): boolean => !chosen.every(isWithoutDocument);

const received: ExpectedWhere<Context> = flow.received;

export default defineModel<typeof military>({
  machine: military,
  inputs: {
    'a borrower': { input: borrower, then: anew },
    'a borrower who had gone back to the questions': startsWith(borrower, draftOf(DATES_AND_HOSTILE_PAY, typed)),
    'a borrower who has left at the benefits': startsWith(
      borrower,
      draftOf(DATES_AND_HOSTILE_PAY, typed, 'selectBenefit', { chosen: ['scra'] }),
    ),
    'a borrower who has left at the benefits, before the questions included hostile pay': startsWith(
      borrower,
      draftOf(DATES, typed, 'selectBenefit'),
    ),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      borrower,
      draftOf(DATES_AND_HOSTILE_PAY, typed, 'selectBenefit', {
        chosen: ['heroesAct', 'hostileDuty'],
        submission: underWay,
      }),
    ),
  },
  events: [
    answer(ON_ACTIVE_DUTY),
    answer(DATES),
    type(typed),
    choose(NOT_SENT, 'entering'),
    choose({ chosen: ['militaryDeferment'], dutyStart: '', submission: null }, 'entering'),
    choose({ chosen: ['scra'], dutyStart: '', submission: underWay }, 'submitting'),
    choose({ chosen: ['militaryDeferment'], dutyStart: '', submission: underWay }, 'submitting'),
    flow.neverArrived(NOT_SENT, NOT_SENT),
    flow.previousPressed(
      ['selecting'],
      toQualification.map((then) => ({ ...then, in: 'selecting.entering' })),
    ),
    flow.retryWanted,
    ...flow.uploads,
  ],
  outcomes: {
    getFacts: {
      'loans are new enough for hostile pay': begin(factsWith()),
      'loans are too old for hostile pay': begin(factsWith({ loans: oldLoans })),
      'an application is in process': loads(factsWith({ eligibility: inProcess }), leaves),
      'no group would be postponed': begin(factsWith({ groups: noGroups })),
      ...flow.factsMissing,
    },
    ask: {
      'on active duty, with orders': decided('OnActiveDuty', ORDERS),
      'not on active duty': decided('NotOnActiveDuty', NOT_ON_ACTIVE_DUTY),
      'in the National Guard': decided('OnActiveDuty', GUARD),
      'the questions stop in error': flow.stopsInError,
    },
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: [
          {
            ...received,
            when: (before) => isProcessedNow(before) && needsDocument(before),
            reads: [receivedResponse.confirmationNumber, NEEDS_DOCUMENT, PROCESSED_NOW],
          },
          {
            ...received,
            when: needsDocument,
            reads: [receivedResponse.confirmationNumber, NEEDS_DOCUMENT],
            hides: [PROCESSED_NOW],
          },
          {
            ...received,
            reads: [receivedResponse.confirmationNumber, PROCESSED_NOW],
            hides: [NEEDS_DOCUMENT],
          },
        ],
      },
      'the machine of the application stops in error': flow.stopsInError,
    },
    ...flow.outcomes,
  },
  routes: {
    '#qualification': flow.route(
      ...toQualification.map((then) => ({ ...then, in: ['qualifying', 'selecting.entering'] })),
    ),
    // Requesting the route of the current screen opens it again with the current answers.
    '#selectBenefit': flow.route({ in: 'selecting.entering', ...toSelection }),
  },
  screens: {
    ...flow.screens,
    qualifying: ['Step 1 of 3: Qualification', 'Continue'],
    selecting: ['Step 2 of 3: Select Benefits'],
    nextSteps: ['Step 3 of 3: Next Steps', 'Document: Other'],
  },
  claims: {
    'the selected benefits are discarded when the questions are answered again': {
      never: ({ isIn, context: { chosen } }) => isIn('qualifying') && chosen.length > 0,
      brokenBy: 'action setAtQualification: chosen not assigned',
    },
    ...flow.claims,
  },
  draft: { of: militaryDraft, secrets: [] },
  children: {
    getFacts: militaryFactsModel,
    ask: militaryQuestionsModel,
    apply: militaryApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, transcript, values, chosen, submission, hasNeverArrived, facts }, isIn) => {
    const isInProcess = facts?.eligibility.hasDefermentForbearanceApplicationInProcess;
    const kinds = { isProcessedNow: chosen.some(isWithoutDocument), needsDocument: !chosen.every(isWithoutDocument) };
    if (isIn('left')) return null;
    // The application is over, and only what the borrower may apply for next matters.
    if (isIn('nextSteps')) return { isInProcess };
    return {
      step,
      // What the answers mean, before and after the fields beside them are filled in.
      isAnswered: [nothing, typed].map((given) =>
        [factsWith(), factsWith({ loans: oldLoans })].map((each) => isAnswered(each, transcript, given)),
      ),
      asksForDates: asksForDates({ transcript, values: typed }),
      isTyped: values.startDate !== '',
      ...kinds,
      isSent: submission?.sent,
      hasNeverArrived,
      loans: facts && { isInProcess, isNewEnough: isNewEnough(facts), canPostpone: canPostpone(facts) },
    };
  },
  combinedFacts: ({ step, transcript, values, chosen, submission, received: kept, hasNeverArrived, facts }, isIn) => ({
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
    isReceived: kept !== null,
    hasNeverArrived,
    isInProcess: isIn('nextSteps') && facts?.eligibility.hasDefermentForbearanceApplicationInProcess,
    loans: (isIn('qualifying') || isIn('selecting')) && facts?.loans,
    canPostpone: (isIn('qualifying') || isIn('selecting')) && canPostpone(facts),
  }),
});
