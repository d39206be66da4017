/** Specification of the second step of an in-school deferment (R §4 In-school, §7; rulings 4, 34). */
import type { ContextFrom } from 'xstate';
import { sampleKey } from '#domain/samples.ts';
import type { InSchoolAnswers } from '#domain/repayment/deferment/shapes.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import { applicationSpec, costStates } from '../application/application-spec.ts';
import {
  afterNeverArrived,
  afterRefusal,
  noticeFacts,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { COVERAGE_READS, sampleGroups } from '../application/expected-coverage.ts';
import { spec, words } from '../../kit/spec.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import { inSchoolApplication, inSchoolSubmission } from './in-school-application.machine.ts';

type Context = ContextFrom<typeof inSchoolApplication>;
const { to, press } = words<typeof inSchoolApplication>();

const attending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };

const application = applicationSpec<Context>({
  kind: 'inSchool',
  machine: inSchoolSubmission,
  call: 'submitInSchool',
  sample: { body: 'withoutBody', query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' } },
  within: 'postponing.application',
  shows: ['When you continue, you submit your application.', 'Continue'],
  // The parent stores the key.
  notifies: [{ type: 'application.changed', entry: (context: Context): StoredSubmission => storedIn(context) }],
});
const APPLYING = 'postponing.application.applying';
const WORKING_OUT = 'postponing.cost.workingOut';

const input = { answers: notAttending, groups: sampleGroups, submission: null };
const started = { ...startingApplication, answers: notAttending, groups: sampleGroups };
const getCost = { getCost: { postponement: 'inSchool' } };

export default spec(inSchoolApplication, {
  title: 'In School: Application',
  place: 'Step 2 of the in-school deferment application',
  starts: {
    'a borrower who is enrolled and does not attend': [input, to([WORKING_OUT, APPLYING], started, { calls: getCost })],
    'a borrower whose application never arrived': [
      { ...input, ...afterNeverArrived.context },
      { ...afterNeverArrived, state: [WORKING_OUT, APPLYING], calls: getCost },
    ],
    'a borrower whose application was refused': [
      { ...input, ...afterRefusal.context },
      { ...afterRefusal, state: [WORKING_OUT, APPLYING], calls: getCost },
    ],
    'a borrower whose enrollment the school reports': [
      { ...input, answers: attending },
      to('reported', { ...started, answers: attending }),
    ],
    'a borrower whose page was reloaded while the application was under way': [
      { ...input, submission: underWay },
      to(
        [WORKING_OUT, 'postponing.application.submitting'],
        { ...started, key: sampleKey },
        { calls: { ...getCost, ...application.asks } },
      ),
    ],
  },
  notices: application.notices,
  states: {
    reported: {
      shows: ['Your school reports your enrollment to us', ...COVERAGE_READS, 'Continue'],
      on: [press('Continue', 'continue.pressed', { state: 'nothingSubmitted', output: null })],
    },
    postponing: { shows: COVERAGE_READS },
    ...costStates<Context>('postponing.cost'),
    ...application.states,
    [APPLYING]: { ...application.states[APPLYING], on: [press('Continue', 'continue.pressed', application.sends)] },
  },
  claims: {
    'only a borrower who is enrolled and not attending submits an application': {
      never: ({ isIn, context: { answers } }) =>
        isIn('postponing') && (answers.isCurrentlyAttending || !answers.isCurrentlyEnrolled),
      brokenBy: 'guard isApplicationNeeded: always true',
    },
    ...application.claims,
  },
  children: { getCost: pauseCostModel, submitInSchool: application.child },
  facts: ({ answers, key, notice }) => ({ answers, isSent: key !== null, notice: noticeFacts(notice) }),
});
