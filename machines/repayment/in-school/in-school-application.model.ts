/** Model of the second step of an in-school deferment, from the specification (R §4 In-school, §7; rulings 4, 34). */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import {
  NO_COST,
  applicationClaims,
  applicationMessages,
  applicationNotices,
  applicationSubmissionModel,
  costStops,
  expectedEnds,
  expectedKey,
  noticeFacts,
} from '../../kit/expected-application.ts';
import { type Expected, defineModel } from '../../kit/model.ts';
import { COVERAGE_READS, sampleGroups } from '../../kit/expected-coverage.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import { inSchoolApplication, inSchoolSubmission } from './in-school-application.machine.ts';

type Context = ContextFrom<typeof inSchoolApplication>;

const CONTINUE = 'Continue';
const REPORTED = 'Your school reports your enrollment to us';
const SUBMITS = 'When you continue, you submit your application.';

const attending = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };
const query = { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' };

/** Event that reports the key to the parent, which stores it. */
const notifies = [{ type: 'application.changed', entry: ({ submission }: Context): StoredSubmission => submission }];

const start = { groups: sampleGroups, submission: null, wasSentBefore: false, notice: null, received: null };
const getCost = { getCost: { postponement: 'inSchool' } };

/** Expected result of submitting. An application that was sent before a reload is not sent again. */
const submits: Expected<Context> = {
  state: 'postponing.application.submitting',
  calls: ({ wasSentBefore }) => ({
    submitInSchool: { idempotencyKey: sampleKey, body: wasSentBefore ? null : 'withoutBody', query },
  }),
};

export default defineModel<typeof inSchoolApplication>({
  machine: inSchoolApplication,
  title: 'In School: Application',
  place: 'Step 2 of the in-school deferment application',
  inputs: {
    'a borrower who is enrolled and does not attend': {
      input: { answers: notAttending, groups: sampleGroups, submission: null },
      then: {
        state: ['postponing.cost.workingOut', 'postponing.application.applying'],
        calls: getCost,
        context: { ...start, answers: notAttending },
      },
    },
    'a borrower whose enrollment the school reports': {
      input: { answers: attending, groups: sampleGroups, submission: null },
      then: { state: 'reported', context: { ...start, answers: attending } },
    },
    // No path in the flow gives these answers; even so, nothing is submitted.
    'a borrower who is not enrolled': {
      input: {
        answers: { isCurrentlyEnrolled: false, isCurrentlyAttending: false },
        groups: sampleGroups,
        submission: null,
      },
      then: {
        state: 'reported',
        context: { ...start, answers: { isCurrentlyEnrolled: false, isCurrentlyAttending: false } },
      },
    },
    'a borrower whose page was reloaded while the application was under way': {
      input: { answers: notAttending, groups: sampleGroups, submission: { key: sampleKey, sent: true } },
      then: {
        state: ['postponing.cost.workingOut', 'postponing.application.submitting'],
        context: {
          ...start,
          answers: notAttending,
          submission: { key: sampleKey, sent: true },
          wasSentBefore: true,
        },
        calls: { ...getCost, submitInSchool: { idempotencyKey: sampleKey, body: null, query } },
      },
    },
  },
  events: [
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: CONTINUE },
      then: [
        {
          in: 'postponing.application.applying',
          state: 'postponing.application.makingSubmissionKey',
          context: { notice: null },
          calls: { makeSubmissionKey: {} },
          reads: [applicationMessages.sending],
          hides: Object.values(applicationNotices),
        },
        { in: 'reported', state: 'nothingSubmitted', output: null },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: {
        in: 'postponing.application.outcomeCheckFailed',
        ...submits,
        focus: { place: 'heading', delay: 0 },
      },
    },
  ],
  outcomes: {
    getCost: costStops('postponing.cost.costNotShown'),
    makeSubmissionKey: expectedKey({ applying: 'postponing.application.applying', submits, notifies }),
    submitInSchool: expectedEnds({
      kind: 'inSchool',
      applying: 'postponing.application.applying',
      checkFailed: 'postponing.application.outcomeCheckFailed',
      notAsked: applicationMessages.outcomeUnknown,
      notifies,
    }),
  },
  screens: {
    reported: [REPORTED, ...COVERAGE_READS, CONTINUE],
    postponing: COVERAGE_READS,
    'postponing.cost.costNotShown': [NO_COST],
    'postponing.application.applying': [SUBMITS, CONTINUE],
    'postponing.application.makingSubmissionKey': [applicationMessages.sending],
    'postponing.application.outcomeCheckFailed': [applicationMessages.outcomeUnknown, applicationMessages.explanation],
  },
  notOnScreen: {
    'submitInSchool "it is received, as the server says when it is asked" (1)':
      'The step that follows looks as it does after an answer at once.',
  },
  claims: {
    'only a borrower who is enrolled and not attending submits an application': {
      never: ({ isIn, context: { answers } }) =>
        isIn('postponing') && (answers.isCurrentlyAttending || !answers.isCurrentlyEnrolled),
      brokenBy: 'guard isApplicationNeeded: always true',
    },
    ...applicationClaims('postponing.application.applying'),
  },
  children: {
    getCost: pauseCostModel,
    submitInSchool: applicationSubmissionModel(inSchoolSubmission, { kind: 'inSchool', body: 'withoutBody', query }),
  },
  facts: ({ answers, submission, wasSentBefore, notice }) => ({
    answers,
    isSent: submission !== null,
    wasSentBefore,
    notice: noticeFacts(notice),
  }),
});
