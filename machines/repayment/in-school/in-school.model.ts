/**
 * Model of an in-school deferment (R §2, §4 In-school; rulings 24, 34, 43, 59, 60). The machines of the steps have
 * their own models.
 */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { CurrentSchool, InSchoolAnswers, InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';
import { allEligible, inProcess } from '../deferment/deferment-facts.model.ts';
import inSchoolApplicationModel from './in-school-application.model.ts';
import type { InSchoolFacts } from './in-school-facts.machine.ts';
import inSchoolFactsModel, { noSchool, notInSchool, notReporting, reporting } from './in-school-facts.model.ts';
import inSchoolQuestionsModel, { NOT_ELIGIBLE } from './in-school-questions.model.ts';
import { keepsNothing, receivedResponse } from '../../kit/expected-application.ts';
import { noGroups, sampleGroups } from '../../kit/expected-coverage.ts';
import { UPLOAD_STOPPED, expectedNextSteps, uploadRetried } from '../../kit/expected-next-steps.ts';
import { sampleUpload } from '../../kit/expected-upload.ts';
import {
  factsMissing,
  flowClaims,
  flowScreens,
  leaveForInProcess,
  leaves,
  retryWanted,
  start,
  stopsInError,
  sentFirst,
} from '../../kit/expected-application-flow.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { type Expected, type ExpectedWhere, type Outcome, type PartOf, defineModel } from '../../kit/model.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type InSchoolInput, inSchool, inSchoolDraft } from './in-school.machine.ts';

type Context = ContextFrom<typeof inSchool>;
type Part = PartOf<Context>;
type Transcript = InSchoolDraft['transcript'];

const NONE_OF_YOUR_LOANS = 'None of your loans qualify for an in-school deferment.';
const SCHOOL_ON_RECORD = 'Olentangy State University';
const REPORTED = 'Your school has reported your enrollment to us. You do not need to do anything.';

const { documentTypes, maxFileMegabytes, ids } = sampleUpload;
const uploads = { documentTypes, maxFileMegabytes, ids };
const borrower: InSchoolInput = { uploads, documentTypeId: 9, draft: null };

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

const startsWith = (draft: InSchoolDraft) => ({
  input: { ...borrower, draft },
  then: {
    ...start,
    context: {
      step: draft.step,
      transcript: draft.transcript,
      answers: draft.answers,
      submission: draft.submission,
      received: null,
      facts: null,
    },
  },
});

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
  context: { step: 'application' },
  focus: toHeading,
  calls: ({ answers, submission }) => ({ apply: { answers, groups: sampleGroups, submission } }),
};

const isSent = ({ submission }: Context) => submission?.sent === true;

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

/** Returns the result with the stored facts, where the steps begin. */
const begins = (then: Expected<Context>, facts: InSchoolFacts): Expected<Context> => ({
  ...then,
  context: { ...(then.context as Part), facts },
  calls: (before) => {
    if (typeof then.calls !== 'function') return {};
    return then.calls({ ...before, facts });
  },
});

/** Expected result for an application that was sent before. It takes precedence over the facts. */
const settles = (facts: InSchoolFacts): Expected<Context> => ({
  ...toApplication,
  state: 'applying.submitting',
  context: { step: 'application', facts },
  calls: ({ answers, submission }) => ({ apply: { answers, groups: facts.groups, submission } }),
});
const loads = (facts: InSchoolFacts, ...then: readonly ExpectedWhere<Context>[]): Outcome<Context> =>
  sentFirst(facts, { isSent, settles: settles(facts) }, ...then);
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
    context: { step: 'application', transcript, answers },
    calls: ({ submission }) => ({ apply: { answers, groups: sampleGroups, submission } }),
  },
});

const answer = (transcript: Transcript) => ({
  event: { type: 'decision.changed', entry: transcript } as const,
  then: { in: 'qualifying', context: { transcript, answers: null } },
});

const underWay = { key: sampleKey, sent: true };

const uploadsDocument = { uploadDocument: { ...uploads, documentTypeId: '9', isForApplication: true } };
const done = { step: 'done' } as const;

const anew: Expected<Context> = { ...start, context: { ...nothingAnswered, facts: null } };

export default defineModel<typeof inSchool>({
  machine: inSchool,
  inputs: {
    'a borrower': { input: borrower, then: anew },
    'a borrower who has left the questions unfinished': startsWith(draftOf(ENROLLED, null)),
    'a borrower who has left at the application': startsWith(draftOf(ATTENDS_NOT, notAttending)),
    'a borrower who has left at the application, without an application to make': startsWith(
      draftOf(ATTENDS, attending),
    ),
    'a borrower who has left at the application, at a school that did not report': startsWith(
      draftOf(ENROLLED, notAttending),
    ),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      draftOf(ATTENDS_NOT, notAttending, underWay),
    ),
  },
  events: [
    answer(ATTENDS),
    answer(ENROLLED),
    {
      event: { type: 'application.changed', entry: null },
      then: { in: 'applying', state: 'applying.entering', context: { submission: null } },
    },
    {
      event: { type: 'application.changed', entry: underWay },
      then: { in: 'applying', state: 'applying.submitting', context: { submission: underWay } },
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      on: ['applying'],
      where: (before) => !isSent(before),
      then: toQualification.map((then) => ({ ...then, in: 'applying.entering' })),
    },
    retryWanted({ ...uploadRetried('nextSteps.documentWanted'), calls: uploadsDocument }),
  ],
  outcomes: {
    getFacts: {
      'the school reports': begin(factsWith(reporting)),
      'the first school does not report': begin(factsWith(notReporting)),
      'no school is known': begin(factsWith(noSchool)),
      'an application is in process': loads({ ...factsWith(reporting), eligibility: inProcess }, leaves),
      'no group would be postponed': loads(
        { ...factsWith(reporting), groups: noGroups },
        { state: 'noGroups', focus: toNotice },
      ),
      'the borrower may not have it': loads(
        { ...factsWith(reporting), eligibility: notInSchool },
        { state: 'notEligible', focus: toNotice },
      ),
      ...factsMissing,
    },
    leaveForInProcess,
    askInSchool: {
      'enrolled and attending': decided('EnrolledAndAttending', ATTENDS, attending),
      'enrolled and not attending': decided('Enrolled', ATTENDS_NOT, notAttending),
      'enrolled, where no school reports': decided('Enrolled', ENROLLED, notAttending),
      'the questions stop in error': stopsInError,
    },
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: [
          // An attending borrower submits nothing, so the application cannot have an answer.
          {
            when: ({ answers }) => answers?.isCurrentlyAttending === true,
            state: 'nextSteps.reported',
            context: { ...done, received: receivedResponse },
            focus: toHeading,
          },
          {
            state: ['nextSteps.documentWanted.eligibility.refreshing', 'nextSteps.documentWanted.upload.uploading'],
            context: { ...done, received: receivedResponse },
            focus: toHeading,
            calls: { refreshEligibility: {}, ...uploadsDocument },
            reads: [receivedResponse.confirmationNumber],
          },
        ],
      },
      'nothing was to be applied for': {
        answers: null,
        then: [
          {
            when: ({ answers }) => answers?.isCurrentlyAttending === true,
            state: 'nextSteps.reported',
            context: { ...done, received: null },
            focus: toHeading,
          },
          {
            state: ['nextSteps.documentWanted.eligibility.refreshing', 'nextSteps.documentWanted.upload.uploading'],
            context: { ...done, received: null },
            focus: toHeading,
            calls: { refreshEligibility: {}, ...uploadsDocument },
          },
        ],
      },
      'the machine of the application stops in error': stopsInError,
    },
    ...expectedNextSteps('nextSteps.documentWanted', inProcess),
  },
  routes: {
    '#qualification': [
      ...toQualification.map((then) => ({ ...then, in: ['qualifying', 'applying.entering'] })),
      { in: 'nextSteps', ...anew },
    ],
    // Requesting the route of the current screen opens it again with the current answers.
    '#application': [
      { in: 'applying.entering', ...toApplication },
      { in: 'nextSteps', ...anew },
    ],
  },
  screens: {
    ...flowScreens,
    noGroups: [NONE_OF_YOUR_LOANS],
    notEligible: [NOT_ELIGIBLE],
    qualifying: ['Step 1 of 3: Qualification', 'Continue'],
    applying: ['Step 2 of 3: Application'],
    nextSteps: ['Step 3 of 3: Next Steps'],
    'nextSteps.reported': [REPORTED],
    'nextSteps.documentWanted': ['What we need from you', 'Document: Other'],
    'nextSteps.documentWanted.upload.uploadStopped': [UPLOAD_STOPPED],
  },
  notOnScreen: {
    'apply "the application is received" (1)': 'Nothing is submitted for who attends: the real step never answers so.',
    'apply "nothing was to be applied for" (2)':
      'Where something is to be submitted, the real step ends only when it was received.',
  },
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
    ...keepsNothing('nextSteps', inSchoolDraft),
    ...flowClaims(isSent),
  },
  draft: { of: inSchoolDraft, secrets: [] },
  children: {
    getFacts: inSchoolFactsModel,
    askInSchool: inSchoolQuestionsModel,
    apply: inSchoolApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, transcript, answers, submission, received, facts }) => ({
    step,
    transcript,
    answers,
    submission,
    isReceived: received !== null,
    isInProcess: facts?.eligibility.hasDefermentForbearanceApplicationInProcess,
    schools: facts?.schools,
  }),
});
