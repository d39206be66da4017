/** Specification of the second step of hardship forbearance (R §4, §5, §7; ruling 4). */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { spec, words } from '../../kit/spec.ts';
import { applicationSpec, costStates, termsField } from '../application/application-spec.ts';
import {
  afterNeverArrived,
  afterRefusal,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { COVERAGE_READS, sampleGroups } from '../application/expected-coverage.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import { type HardshipEntry, hardshipApplication, hardshipSubmission } from './hardship-application.machine.ts';

type Context = ContextFrom<typeof hardshipApplication>;
const { to } = words<typeof hardshipApplication>();

export const sampleStart = toPlainDate('2026-12-01');

const problems = ({ terms }: Context['form']['values']) => unless('terms', terms, 'terms.required');

/** The parent stores the entry. */
const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): HardshipEntry => ({ values: context.form.values, submission: storedIn(context) }),
  },
];

const application = applicationSpec<Context>({
  kind: 'hardship',
  machine: hardshipSubmission,
  call: 'submitHardship',
  sample: { body: 'withoutBody' },
  within: 'postponing.application',
  shows: ['I am asking for a hardship forbearance', 'Continue'],
  terms: 'my reason for asking is true',
  notifies,
});
const REVIEWING = 'postponing.application.applying.reviewing';
const WORKING_OUT = 'postponing.cost.workingOut';

const input = { groups: sampleGroups, startDate: sampleStart, entry: null };
const getCost = { getCost: { postponement: 'hardship', startDate: '2026-12-01' } };
const started = (terms: boolean) => ({
  groups: sampleGroups,
  startDate: sampleStart,
  ...startingApplication,
  form: expectedForm({ terms }, problems({ terms })),
});

export default spec(hardshipApplication, {
  title: 'Hardship Forbearance: Application',
  place: 'Step 2 of the application for hardship forbearance',
  starts: {
    'a borrower who asks for it': [input, to([WORKING_OUT, REVIEWING], started(false), { calls: getCost })],
    'a borrower who comes back to the step': [
      { ...input, entry: { values: { terms: true }, submission: null } },
      to([WORKING_OUT, REVIEWING], started(true), { calls: getCost }),
    ],
    'a borrower whose application never arrived': [
      { ...input, ...afterNeverArrived.context },
      { ...afterNeverArrived, state: [WORKING_OUT, REVIEWING], calls: getCost },
    ],
    'a borrower whose application was refused': [
      { ...input, ...afterRefusal.context },
      { ...afterRefusal, state: [WORKING_OUT, REVIEWING], calls: getCost },
    ],
    'a borrower for whom no day is known': [
      { ...input, startDate: null },
      to(
        [WORKING_OUT, REVIEWING],
        { ...started(false), startDate: null },
        { calls: { getCost: { postponement: 'hardship' } } },
      ),
    ],
    'a borrower whose page was reloaded while the application was under way': [
      { ...input, entry: { values: { terms: false }, submission: underWay } },
      to(
        [WORKING_OUT, 'postponing.application.submitting'],
        { ...started(false), key: sampleKey },
        { calls: { ...getCost, ...application.asks } },
      ),
    ],
  },
  notices: application.notices,
  form: {
    in: [REVIEWING],
    problems,
    fields: { terms: termsField },
    clears: { notice: null },
    refuses: { notice: null },
    notifies: { changed: notifies },
    submit: [{ name: 'Continue', then: application.sends }],
  },
  states: {
    postponing: { shows: ['Your application: Hardship Forbearance', ...COVERAGE_READS] },
    ...costStates<Context>('postponing.cost'),
    ...application.states,
  },
  claims: {
    'a borrower does not apply without accepting the terms': {
      never: ({ isIn, context }) =>
        isIn('postponing.application.submitting') && isNew(context) && !context.form.values.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...application.claims,
  },
  children: { getCost: pauseCostModel, submitHardship: application.child },
});
