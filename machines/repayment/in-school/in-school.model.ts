/**
 * Specification of an in-school deferment (R §2, §4 In-school; rulings 24, 34, 43, 59, 60). The machines of the steps have
 * their own models.
 */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import type { CurrentSchool, InSchoolAnswers, InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';
import { allEligible, allInDefault, inProcess } from '../deferment/deferment-facts.model.ts';
import inSchoolApplicationModel from './in-school-application.model.ts';
import type { InSchoolData } from './in-school-facts.machine.ts';
import inSchoolFactsModel, { noSchool, notInSchool, notReporting, reporting } from './in-school-facts.model.ts';
import inSchoolQuestionsModel, { NOT_ELIGIBLE } from './in-school-questions.model.ts';
import { heardFromApplication } from '../application/application-spec.ts';
import { documentSpec, sampleUploads } from '../application/document-spec.ts';
import { storesNothing, receivedResponse } from '../application/expected-application.ts';
import {
  atApplication,
  factsMissing,
  flowClaims,
  leaveForInProcess,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import { CALL_ABOUT_DEFAULT, toHeading, toNotice } from '../../kit/expected-page.ts';
import { answers as answersWith, shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import uploadDocumentModel from '../../documents/upload-document/upload-document.model.ts';
import { type InSchoolInput, inSchool, inSchoolDraft } from './in-school.machine.ts';

type Context = ContextFrom<typeof inSchool>;
type Transcript = InSchoolDraft['transcript'];
const { to, stays, given, where, storing, unseen, press, hears, loads } = words<typeof inSchool>();

const NONE_OF_YOUR_LOANS = 'None of your loans qualify for an in-school deferment.';

const borrower: InSchoolInput = { uploads: sampleUploads, documentTypeId: 9, draft: null };

const attending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };

const enrolled = { question: 'currentlyEnrolled', answer: 'yes' };
const ATTENDS: Transcript = [enrolled, { question: 'currentlyAttending', answer: 'yes' }];
const ATTENDS_NOT: Transcript = [enrolled, { question: 'currentlyAttending', answer: 'no' }];
const ENROLLED: Transcript = [enrolled];

const factsWith = (schools: CurrentSchool): InSchoolData => ({
  eligibility: allEligible,
  groups: sampleGroups,
  schools,
});

const nothingAnswered = {
  step: 'qualification',
  transcript: [],
  answers: null,
  submission: null,
  received: null,
} as const;
const anew = to('gettingFacts', { ...nothingAnswered, facts: null }, { calls: start.calls });

/** A borrower who has left the questions unfinished, or the application. */
const left = (
  transcript: Transcript,
  answers: InSchoolAnswers | null,
  submission: InSchoolDraft['submission'] = null,
) => {
  const steps = { transcript, answers, step: answers === null ? 'qualification' : 'application', submission } as const;
  return [
    { ...borrower, draft: { version: 1, ...steps } },
    to('gettingFacts', { ...steps, received: null, facts: null }, { calls: start.calls }),
  ] as const;
};

const sentEarlier = { key: sampleKey, sent: true } as const;
const application = heardFromApplication<Context, StoredSubmission>('applying', {
  agreed: null,
  underWay: sentEarlier,
  nothingLoaded: { facts: null },
  part: (submission) => ({ submission }),
  isFilledIn: false,
});
const documentStep = documentSpec<Context>({
  at: 'nextSteps',
  within: 'nextSteps.documentRequired',
  shows: ['Step 3 of 3: Next Steps'],
  getDocumentType: () => '9',
  screens: ['#qualification', '#application'],
  anew,
  inProcess,
});

const isSent = ({ submission }: Context) => submission?.sent === true;
const isAttending = ({ answers }: Context) => answers?.isCurrentlyAttending === true;
/** Only the first school counts (R §4). */
const isReporting = (schools: CurrentSchool | undefined) => schools === reporting;

/** The questions continue where the borrower left off. */
const asks = to(
  'qualifying',
  { step: 'qualification' },
  {
    focus: toHeading,
    calls: ({ transcript, facts }) => ({
      askInSchool: { transcript, leftOut: isReporting(facts?.schools) ? [] : ['currentlyAttending'] },
    }),
  },
);
const asksAtSchool = { ...asks, reads: ['Olentangy State University'] };
const toQuestions = [given(({ facts }) => isReporting(facts?.schools), asksAtSchool), asks];
const toApplication = to(
  'applying.entering',
  { step: 'application', ...atApplication },
  {
    focus: toHeading,
    calls: ({ answers, submission, facts, notReceived }) => ({
      apply: { answers, groups: facts?.groups, submission, notice: notReceived },
    }),
  },
);

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

/** The facts load. If an application was sent before a reload, the machine first asks the server for its outcome. */
const loaded = (facts: InSchoolData, ...then: Parameters<typeof given>[1][]) =>
  [
    answersWith({ result: 'loaded', loaded: facts }),
    storing({ facts }, given(isSent, { ...toApplication, state: 'applying.settling' })),
    then,
  ] as const;
const begins = (schools: CurrentSchool) => {
  const facts = factsWith(schools);
  return loaded(
    facts,
    storing({ facts }, given(isAtApplication(schools), toApplication), isReporting(schools) ? asksAtSchool : asks),
  );
};
const toNoGroups = (facts: InSchoolData, reads: string, hides: string) =>
  loaded(facts, to('noGroups', { facts }, { focus: toNotice, reads: [reads], hides: [hides] }));

/** A changed answer requires a new decision. */
const answer = (transcript: Transcript) =>
  hears({ type: 'decision.changed', entry: transcript }, stays({ transcript, answers: null }));
const decided = (result: string, transcript: Transcript, answers: InSchoolAnswers) =>
  [
    answersWith({ result, transcript }),
    storing({ transcript, answers }, { ...toApplication, reads: ['Continue'] }),
  ] as const;

/** An attending borrower submits nothing, and needs no document. */
const toReported = (received: Context['received']) =>
  given(isAttending, to('nextSteps.reported', { step: 'done', received }, { focus: toHeading }));

export default spec(inSchool, {
  starts: {
    'a borrower': [borrower, anew],
    'a borrower who has left the questions unfinished': left(ENROLLED, null),
    'a borrower who has left at the application': left(ATTENDS_NOT, notAttending),
    'a borrower who has left at the application, without an application to make': left(ATTENDS, attending),
    'a borrower who has left at the application, at a school that did not report': left(ENROLLED, notAttending),
    'a borrower whose page was reloaded while the application was under way': left(
      ATTENDS_NOT,
      notAttending,
      sentEarlier,
    ),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'the school reports': begins(reporting),
          'the first school does not report': begins(notReporting),
          'no school is known': begins(noSchool),
          'an application is in process': loaded(
            { ...factsWith(reporting), eligibility: inProcess },
            to('leaving', undefined, { calls: { leaveForInProcess: {} } }),
          ),
          'no group would be postponed': toNoGroups(
            { ...factsWith(reporting), groups: noGroups },
            NONE_OF_YOUR_LOANS,
            CALL_ABOUT_DEFAULT,
          ),
          'all loans are in default': toNoGroups(
            { ...factsWith(reporting), groups: noGroups, eligibility: allInDefault },
            CALL_ABOUT_DEFAULT,
            NONE_OF_YOUR_LOANS,
          ),
          'the borrower may not have it': loaded(
            { ...factsWith(reporting), eligibility: notInSchool },
            to('notEligible', undefined, { focus: toNotice }),
          ),
          ...shared(factsMissing),
        },
      },
    },
    leaving: { shows: ['Loading…'], when: { leaveForInProcess: shared(leaveForInProcess) } },
    left: { shows: ['Loading…'] },
    noGroups: { shows: ["You can't apply for an in-school deferment"] },
    notEligible: { shows: [NOT_ELIGIBLE] },
    qualifying: {
      shows: ['Step 1 of 3: Qualification', 'Continue'],
      on: [answer(ATTENDS), answer(ENROLLED)],
      when: {
        askInSchool: {
          'enrolled and attending': decided('EnrolledAndAttending', ATTENDS, attending),
          'enrolled and not attending': decided('Enrolled', ATTENDS_NOT, notAttending),
          'enrolled, where no school reports': decided('Enrolled', ENROLLED, notAttending),
          ...shared({ 'the questions stop in error': stopsInError }),
        },
      },
    },
    applying: {
      shows: ['Step 2 of 3: Application'],
      on: application.applying,
      when: {
        apply: {
          'the application is received': [
            answersWith(receivedResponse),
            unseen(
              'A borrower who attends submits nothing, so the real step never gives this answer.',
              toReported(receivedResponse),
            ),
            documentStep.received,
          ],
          'nothing was to be applied for': [
            answersWith(null),
            toReported(null),
            unseen('The real step of a borrower with an application ends only after it was received.', {
              ...documentStep.received,
              context: { step: 'done', received: null },
              reads: [],
            }),
          ],
          ...shared({ 'the machine of the application stops in error': stopsInError }),
        },
      },
    },
    'applying.settling': { on: application.settling },
    'applying.entering': {
      on: [where((before) => !isSent(before), press('Previous', 'previous.pressed', ...toQuestions))],
      // Requesting the route of the current screen opens it again with the current answers.
      routes: { '#application': toApplication },
    },
    ...documentStep.states,
    'nextSteps.reported': {
      shows: ["Your school has reported your enrollment to us. You don't need to do anything."],
    },
    'nextSteps.documentRequired': { shows: ['What we need from you', 'Document: Other'] },
  },
  several: [{ in: ['qualifying', 'applying.entering'], routes: { '#qualification': toQuestions } }],
  finish: ['notEligible', 'noGroups'],
  unreachable: {
    'applying -> application.changed [otherwise]': 'The application has no fields: all that it reports is its key.',
  },
  claims: {
    'the result of the questions is discarded when an answer changes': {
      never: ({ isIn, context: { answers, transcript, facts } }) =>
        isIn('qualifying') &&
        answers !== null &&
        isReporting(facts?.schools) &&
        (transcript[1]?.answer === 'yes') !== answers.isCurrentlyAttending,
      brokenBy: 'action setTranscript: answers not assigned',
    },
    'a borrower whose school has reported enrollment does not need a document': {
      never: ({ isIn, context: { answers } }) =>
        isIn('nextSteps.documentRequired') && answers?.isCurrentlyAttending === true,
      brokenBy: 'guard isReportedBySchool: always false',
    },
    'no step is shown if the loans or the borrower do not qualify': {
      never: ({ isIn, context: { facts } }) =>
        ['qualifying', 'applying.entering'].some(isIn) &&
        (facts?.eligibility !== allEligible || facts.groups === noGroups),
      brokenBy: 'applying.settling -> application.notReceived: transition dropped',
    },
    ...storesNothing('nextSteps', inSchoolDraft),
    ...flowClaims({ isSent, applying: 'applying', select: 'setSubmission' }),
  },
  draft: { of: inSchoolDraft, secrets: [] },
  children: {
    getFacts: inSchoolFactsModel,
    askInSchool: inSchoolQuestionsModel,
    apply: inSchoolApplicationModel,
    uploadDocument: uploadDocumentModel,
  },
  facts: ({ step, transcript, answers, submission, received, notReceived, facts: known }) => ({
    step,
    transcript,
    answers,
    submission,
    isReceived: received !== null,
    notReceived,
    isInProcess: known?.eligibility.hasDefermentForbearanceApplicationInProcess,
    schools: known?.schools,
  }),
});
