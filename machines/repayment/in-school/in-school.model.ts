/**
 * Model of an in-school deferment (R §2, §4 In-school; rulings 24, 34, 43, 59, 60). The machines of the steps have
 * their own models.
 */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { CurrentSchool, InSchoolAnswers, InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';
import { allEligible, allInDefault, inProcess } from '../deferment/deferment-facts.model.ts';
import inSchoolApplicationModel from './in-school-application.model.ts';
import type { InSchoolFacts } from './in-school-facts.machine.ts';
import inSchoolFactsModel, { noSchool, notInSchool, notReporting, reporting } from './in-school-facts.model.ts';
import inSchoolQuestionsModel, { NOT_ELIGIBLE } from './in-school-questions.model.ts';
import { receivedResponse } from '../application/expected-application.ts';
import { atApplication, expectedFlow, leaves, sampleUploads, start, startsWith } from '../application/expected-flow.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { CALL_ABOUT_DEFAULT, toHeading, toNotice } from '../../kit/expected-page.ts';
import { type Expected, type ExpectedWhere, type Outcome, type PartOf, defineModel } from 'xstate-workbench/model';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type InSchoolInput, inSchool, inSchoolDraft } from './in-school.machine.ts';

type Context = ContextFrom<typeof inSchool>;
type Part = PartOf<Context>;
type Transcript = InSchoolDraft['transcript'];

const NONE_OF_YOUR_LOANS = 'None of your loans qualify for an in-school deferment.';
const SCHOOL_ON_RECORD = 'Olentangy State University';
const REPORTED = "Your school has reported your enrollment to us. You don't need to do anything.";

const borrower: InSchoolInput = { uploads: sampleUploads, documentTypeId: 9, draft: null };

const attending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };

const enrolled = { question: 'currentlyEnrolled', answer: 'yes' };
const ATTENDS: Transcript = [enrolled, { question: 'currentlyAttending', answer: 'yes' }];
const ATTENDS_NOT: Transcript = [enrolled, { question: 'currentlyAttending', answer: 'no' }];
const ENROLLED: Transcript = [enrolled];

const factsWith = (schools: CurrentSchool): InSchoolFacts => ({
  eligibility: allEligible,
  groups: sampleGroups,
  schools,
});

const draftOf = (
  transcript: Transcript,
  answers: InSchoolAnswers | null,
  submission: InSchoolDraft['submission'] = null,
): InSchoolDraft => ({
  version: 1,
  transcript,
  answers,
  step: answers === null ? 'qualification' : 'application',
  submission,
});

const nothingAnswered: Part = {
  step: 'qualification',
  transcript: [],
  answers: null,
  submission: null,
  received: null,
};

/** Returns true if the first school reports enrollment; only that one counts (R §4). */
const isReporting = (schools: CurrentSchool | undefined) => schools === reporting;

/** Expected result of opening the questions, which continue where the borrower left. */
const toQuestions = (schools: CurrentSchool): Expected<Context> => ({
  state: 'qualifying',
  context: { step: 'qualification' },
  focus: toHeading,
  calls: ({ transcript }) => ({
    askInSchool: { transcript, leftOut: isReporting(schools) ? [] : ['currentlyAttending'] },
  }),
  ...(isReporting(schools) && { reads: [SCHOOL_ON_RECORD] }),
});
const toQualification: readonly ExpectedWhere<Context>[] = [
  { when: ({ facts }) => isReporting(facts?.schools), ...toQuestions(reporting) },
  toQuestions(notReporting),
];

const toApplication: Expected<Context> = {
  state: 'applying.entering',
  context: { step: 'application', ...atApplication },
  focus: toHeading,
  calls: ({ answers, submission, facts, hasNeverArrived }) => ({
    apply: { answers, groups: facts?.groups, submission, hasNeverArrived },
  }),
};

/**
 * Returns true if the application step had been reached, and the answers have the same meaning for the current
 * questions.
 */
const isAtApplication =
  (schools: CurrentSchool) =>
  ({ step, answers, transcript }: Context): boolean => {
    if (step !== 'application' || answers === null) return false;
    const [, attends] = transcript;
    if (!isReporting(schools)) return !answers.isCurrentlyAttending;
    return attends !== undefined && answers.isCurrentlyAttending === (attends.answer === 'yes');
  };

const anew: Expected<Context> = { ...start, context: { ...nothingAnswered, facts: null } };

const flow = expectedFlow<Context, InSchoolFacts>({
  applying: 'applying',
  toApplication,
  stored: (facts) => () => ({ facts }),
  isSent: ({ submission }) => submission?.sent === true,
  ended: 'nextSteps',
  uploading: 'nextSteps.documentWanted',
  documentTypeOf: () => '9',
  anew,
  draftOf: inSchoolDraft,
  keep: 'keepSubmission',
  inProcess,
});
const { begins, loads } = flow;

const begin = (facts: InSchoolFacts): Outcome<Context> =>
  loads(
    facts,
    { when: isAtApplication(facts.schools), ...begins(toApplication, facts) },
    begins(toQuestions(facts.schools), facts),
  );

const decided = (result: string, transcript: Transcript, answers: InSchoolAnswers): Outcome<Context> => ({
  answers: { result, transcript },
  then: {
    ...toApplication,
    context: { step: 'application', transcript, answers, ...atApplication },
    calls: ({ submission, hasNeverArrived }) => ({
      apply: { answers, groups: sampleGroups, submission, hasNeverArrived },
    }),
  },
});

const answer = (transcript: Transcript) => ({
  event: { type: 'decision.changed', entry: transcript } as const,
  then: { in: 'qualifying', context: { transcript, answers: null } },
});

const underWay = { key: sampleKey, sent: true };

export default defineModel<typeof inSchool>({
  machine: inSchool,
  inputs: {
    'a borrower': { input: borrower, then: anew },
    'a borrower who has left the questions unfinished': startsWith(borrower, draftOf(ENROLLED, null)),
    'a borrower who has left at the application': startsWith(borrower, draftOf(ATTENDS_NOT, notAttending)),
    'a borrower who has left at the application, without an application to make': startsWith(
      borrower,
      draftOf(ATTENDS, attending),
    ),
    'a borrower who has left at the application, at a school that did not report': startsWith(
      borrower,
      draftOf(ENROLLED, notAttending),
    ),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      borrower,
      draftOf(ATTENDS_NOT, notAttending, underWay),
    ),
  },
  events: [
    answer(ATTENDS),
    answer(ENROLLED),
    flow.reports(null, 'entering', { submission: null }),
    flow.reports(underWay, 'submitting', { submission: underWay }),
    flow.neverArrived(null, { submission: null }),
    flow.previousPressed(
      ['applying'],
      toQualification.map((then) => ({ ...then, in: 'applying.entering' })),
    ),
    flow.retryWanted,
    ...flow.uploads,
  ],
  outcomes: {
    getFacts: {
      'the school reports': begin(factsWith(reporting)),
      'the first school does not report': begin(factsWith(notReporting)),
      'no school is known': begin(factsWith(noSchool)),
      'an application is in process': loads({ ...factsWith(reporting), eligibility: inProcess }, leaves),
      'no group would be postponed': loads(
        { ...factsWith(reporting), groups: noGroups },
        {
          state: 'noGroups',
          context: { facts: { ...factsWith(reporting), groups: noGroups } },
          focus: toNotice,
          reads: [NONE_OF_YOUR_LOANS],
          hides: [CALL_ABOUT_DEFAULT],
        },
      ),
      'all loans are in default': loads(
        { ...factsWith(reporting), groups: noGroups, eligibility: allInDefault },
        {
          state: 'noGroups',
          context: { facts: { ...factsWith(reporting), groups: noGroups, eligibility: allInDefault } },
          focus: toNotice,
          reads: [CALL_ABOUT_DEFAULT],
          hides: [NONE_OF_YOUR_LOANS],
        },
      ),
      'the borrower may not have it': loads(
        { ...factsWith(reporting), eligibility: notInSchool },
        { state: 'notEligible', focus: toNotice },
      ),
      ...flow.factsMissing,
    },
    askInSchool: {
      'enrolled and attending': decided('EnrolledAndAttending', ATTENDS, attending),
      'enrolled and not attending': decided('Enrolled', ATTENDS_NOT, notAttending),
      'enrolled, where no school reports': decided('Enrolled', ENROLLED, notAttending),
      'the questions stop in error': flow.stopsInError,
    },
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: [
          // An attending borrower submits nothing, so the application cannot have an answer.
          {
            when: ({ answers }) => answers?.isCurrentlyAttending === true,
            state: 'nextSteps.reported',
            context: { step: 'done', received: receivedResponse },
            focus: toHeading,
          },
          flow.received,
        ],
      },
      'nothing was to be applied for': {
        answers: null,
        then: [
          {
            when: ({ answers }) => answers?.isCurrentlyAttending === true,
            state: 'nextSteps.reported',
            context: { step: 'done', received: null },
            focus: toHeading,
          },
          { ...flow.received, context: { step: 'done', received: null }, reads: [] },
        ],
      },
      'the machine of the application stops in error': flow.stopsInError,
    },
    ...flow.outcomes,
  },
  routes: {
    '#qualification': flow.route(
      ...toQualification.map((then) => ({ ...then, in: ['qualifying', 'applying.entering'] })),
    ),
    // Requesting the route of the current screen opens it again with the current answers.
    '#application': flow.route({ in: 'applying.entering', ...toApplication }),
  },
  screens: {
    ...flow.screens,
    noGroups: ["You can't apply for an in-school deferment"],
    notEligible: [NOT_ELIGIBLE],
    qualifying: ['Step 1 of 3: Qualification', 'Continue'],
    applying: ['Step 2 of 3: Application'],
    nextSteps: ['Step 3 of 3: Next Steps'],
    'nextSteps.reported': [REPORTED],
    'nextSteps.documentWanted': ['What we need from you', 'Document: Other'],
  },
  notOnScreen: {
    'apply "the application is received" (1)': 'Nothing is submitted for who attends: the real step never answers so.',
    'apply "nothing was to be applied for" (2)':
      'Where something is to be submitted, the real step ends only when it was received.',
  },
  finish: ['notEligible', 'noGroups'],
  claims: {
    'the result of the questions is discarded when an answer changes': {
      never: ({ isIn, context: { answers, transcript, facts } }) =>
        isIn('qualifying') &&
        answers !== null &&
        isReporting(facts?.schools) &&
        (transcript[1]?.answer === 'yes') !== answers.isCurrentlyAttending,
      brokenBy: 'action keepTranscript: answers not assigned',
    },
    'a borrower whose school has reported enrollment does not need a document': {
      never: ({ isIn, context: { answers } }) =>
        isIn('nextSteps.documentWanted') && answers?.isCurrentlyAttending === true,
      brokenBy: 'guard isReportedBySchool: always false',
    },
    ...flow.claims,
  },
  draft: { of: inSchoolDraft, secrets: [] },
  children: {
    getFacts: inSchoolFactsModel,
    askInSchool: inSchoolQuestionsModel,
    apply: inSchoolApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, transcript, answers, submission, received, hasNeverArrived, facts }) => ({
    step,
    transcript,
    answers,
    submission,
    isReceived: received !== null,
    hasNeverArrived,
    isInProcess: facts?.eligibility.hasDefermentForbearanceApplicationInProcess,
    schools: facts?.schools,
  }),
});
