/** Model of the second step of an in-school deferment, from the specification (R §4 In-school, §7; rulings 4, 34). */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { InSchoolAnswers } from '#domain/repayment/deferment/shapes.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import {
  afterNeverArrived,
  expectedPostponing,
  noticeFacts,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { defineModel } from 'xstate-workbench/model';
import { COVERAGE_READS, sampleGroups } from '../application/expected-coverage.ts';
import { inSchoolApplication, inSchoolSubmission } from './in-school-application.machine.ts';

type Context = ContextFrom<typeof inSchoolApplication>;

const CONTINUE = 'Continue';
const REPORTED = 'Your school reports your enrollment to us';
const SUBMITS = 'When you continue, you submit your application.';

const attending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };

const shared = expectedPostponing<Context>({
  kind: 'inSchool',
  machine: inSchoolSubmission,
  call: 'submitInSchool',
  sample: { body: 'withoutBody', query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' } },
  notifies: [{ type: 'application.changed', entry: (context: Context): StoredSubmission => storedIn(context) }],
});

const start = { groups: sampleGroups, ...startingApplication };
const getCost = { getCost: { postponement: 'inSchool' } };

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
    'a borrower whose application never arrived': {
      input: { answers: notAttending, groups: sampleGroups, submission: null, hasNeverArrived: true },
      then: {
        ...afterNeverArrived,
        state: ['postponing.cost.workingOut', 'postponing.application.applying'],
        calls: getCost,
      },
    },
    'a borrower whose enrollment the school reports': {
      input: { answers: attending, groups: sampleGroups, submission: null },
      then: { state: 'reported', context: { ...start, answers: attending } },
    },
    'a borrower whose page was reloaded while the application was under way': {
      input: { answers: notAttending, groups: sampleGroups, submission: underWay },
      then: {
        state: ['postponing.cost.workingOut', 'postponing.application.submitting'],
        context: {
          ...start,
          answers: notAttending,
          key: sampleKey,
        },
        calls: { ...getCost, ...shared.settles },
      },
    },
  },
  events: [
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: CONTINUE },
      then: [
        { in: 'postponing.application.applying', ...shared.submits },
        { in: 'reported', state: 'nothingSubmitted', output: null },
      ],
    },
    shared.keyMade,
    shared.retryWanted,
  ],
  outcomes: shared.outcomes,
  screens: {
    reported: [REPORTED, ...COVERAGE_READS, CONTINUE],
    postponing: COVERAGE_READS,
    ...shared.screens,
    'postponing.application.applying': [SUBMITS, CONTINUE],
  },
  notOnScreen: shared.notOnScreen,
  claims: {
    'only a borrower who is enrolled and not attending submits an application': {
      never: ({ isIn, context: { answers } }) =>
        isIn('postponing') && (answers.isCurrentlyAttending || !answers.isCurrentlyEnrolled),
      brokenBy: 'guard isApplicationNeeded: always true',
    },
    ...shared.claims,
  },
  children: shared.children,
  facts: ({ answers, key, notice }) => ({
    answers,
    isSent: key !== null,
    notice: noticeFacts(notice),
  }),
});
