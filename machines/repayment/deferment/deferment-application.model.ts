/** Specification of the third step of a deferment (R §4 Application step, §5, §7; ruling 4). */
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { DefermentGroups, DefermentQualification } from '#domain/repayment/deferment/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { applicationSpec, costStates, termsField } from '../application/application-spec.ts';
import {
  TERMS,
  afterNeverArrived,
  afterRefusal,
  applicationNotices,
  noticeFacts,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { COVERAGE_READS, noGroups as coveringNone, sampleGroups } from '../application/expected-coverage.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import {
  type ApplicationEntry,
  defermentApplication,
  economicHardshipSubmission,
  rehabilitationSubmission,
  unemploymentSubmission,
} from './deferment-application.machine.ts';

type Context = ContextFrom<typeof defermentApplication>;
type Values = Context['form']['values'];
const { to, stays, given, press, notLoaded } = words<typeof defermentApplication>();

const APPLYING = 'postponing.application.applying';
const SUBMITTING = 'postponing.application.submitting';
const CHECK_FAILED = 'postponing.application.outcomeCheckFailed';
const WITHOUT_START = 'postponing.cost.withoutStart';
const FROM_START = 'postponing.cost.fromStart';
const WORKING_OUT = 'postponing.cost.fromStart.workingOut';

const COST = 'What pausing your payments costs';
/** Valid days, in wire format. */
const DAYS: Readonly<Record<string, string>> = { '11/20/2026': '2026-11-20', '12/01/2026': '2026-12-01' };
const [RIGHT, OTHER] = ['11/20/2026', '12/01/2026'];
/** One day more than six months before 11/20/2026, and than 60 days after it. */
const TOO_EARLY = '05/19/2026';
const TOO_LATE = '01/20/2027';

export const forUnemployment: DefermentQualification = {
  defermentType: 'unemployment',
  defermentOption: 'UnemploymentBenefits',
  decisionTranscript: [{ question: 'unemploymentBenefits', answer: 'yes' }],
  familySize: null,
  monthlyIncome: null,
};
export const forPoverty: DefermentQualification = {
  defermentType: 'economicHardship',
  defermentOption: 'Poverty',
  decisionTranscript: [{ question: 'economicHardship', answer: 'Poverty' }],
  familySize: 3,
  monthlyIncome: 2400,
};
export const forRehabilitation: DefermentQualification = {
  defermentType: 'rehabilitation',
  defermentOption: 'RehabilitationTraining',
  decisionTranscript: [{ question: 'rehabTraining', answer: 'yes' }],
  familySize: null,
  monthlyIncome: null,
};

const withBalance = ({ eligibleGroups, ineligibleGroups }: CoveredGroups): DefermentGroups => ({
  eligibleGroups: eligibleGroups.map((group) => ({ ...group, currentPrincipalBalance: group.outstandingPrincipal })),
  ineligibleGroups: ineligibleGroups.map((group) => ({
    ...group,
    currentPrincipalBalance: group.outstandingPrincipal,
  })),
});
const groups = withBalance(sampleGroups);
const noGroups = withBalance(coveringNone);

const hasType =
  (type: DefermentQualification['defermentType']) =>
  ({ qualification }: Pick<Context, 'qualification'>): boolean =>
    qualification.defermentType === type;
/** Rehabilitation training has no first day. */
const isUndated = hasType('rehabilitation');
const isDateShown = (context: Pick<Context, 'qualification'>) => !isUndated(context);
const dayIn = ({ form }: Context) => DAYS[form.values.startDate];

const problems = ({ startDate, terms }: Values, context: Pick<Context, 'qualification'>): readonly FieldProblem[] => [
  ...unless('startDate', isUndated(context) || startDate !== '', 'startDate.required'),
  ...unless('startDate', isUndated(context) || startDate !== TOO_EARLY, 'startDate.tooEarly', { min: '05/20/2026' }),
  ...unless('startDate', isUndated(context) || startDate !== TOO_LATE, 'startDate.tooLate', { max: '01/19/2027' }),
  ...unless('terms', terms, 'terms.required'),
];

/** Parts of the application that the three types share. The parent stores the entry. */
const everyType = {
  within: 'postponing.application',
  shows: [TERMS, 'Submit Application'],
  notifies: [
    {
      type: 'application.changed',
      entry: (context: Context): ApplicationEntry => ({ values: context.form.values, submission: storedIn(context) }),
    },
  ],
} as const;
const unemployment = applicationSpec<Context>({
  ...everyType,
  kind: 'unemployment',
  isOfKind: hasType('unemployment'),
  machine: unemploymentSubmission,
  call: 'submitUnemployment',
  submitting: 'submittingUnemployment',
  sample: { body: { unemploymentDate: '2026-11-20', unemploymentBenefits: true } },
  toBody: (before) => ({ unemploymentDate: dayIn(before), unemploymentBenefits: true }),
});
const economicHardship = applicationSpec<Context>({
  ...everyType,
  kind: 'economicHardship',
  isOfKind: hasType('economicHardship'),
  machine: economicHardshipSubmission,
  call: 'submitEconomicHardship',
  submitting: 'submittingEconomicHardship',
  sample: { body: { selectedPlan: 'Poverty', startDate: '2026-11-20', familySize: 3, monthlyIncome: 2400 } },
  toBody: (before) => ({ selectedPlan: 'Poverty', startDate: dayIn(before), familySize: 3, monthlyIncome: 2400 }),
});
const rehabilitation = applicationSpec<Context>({
  ...everyType,
  kind: 'rehabilitation',
  isOfKind: hasType('rehabilitation'),
  machine: rehabilitationSubmission,
  call: 'submitRehabilitation',
  submitting: 'submittingRehabilitation',
  sample: { body: 'withoutBody' },
});

const starts = (
  qualification: DefermentQualification,
  { entry = null, ...more }: { readonly entry?: ApplicationEntry | null; readonly notice?: Context['notice'] } = {},
) => {
  const values = entry?.values ?? { startDate: '', terms: false };
  return [
    { qualification, today: sampleToday, startRanges: sampleConfiguration.defermentStart, entry, ...more },
    to(
      'gettingGroups',
      {
        qualification,
        bounds: isUndated({ qualification })
          ? undefined
          : { min: toPlainDate('2026-05-20'), max: toPlainDate('2027-01-19') },
        form: expectedForm(values, problems(values, { qualification })),
        ...startingApplication,
        ...(entry?.submission && { key: sampleKey }),
        ...more,
        groups: null,
      },
      { calls: getGroups({ qualification }) },
    ),
  ] as const;
};
const sentBefore = (startDate: string) => ({ entry: { values: { startDate, terms: false }, submission: underWay } });

/** The types have numbers in URLs (R §3). */
const getGroups = (context: Pick<Context, 'qualification'>) => ({
  getGroups: { query: { defermentType: isUndated(context) ? '1' : hasType('unemployment')(context) ? '2' : '0' } },
});
/** The cost is that from the typed day, which only a valid day starts. */
const getCost = (context: Context, startDate = dayIn(context)) => ({
  getCost: { postponement: context.qualification.defermentType, startDate },
});
const withCost = (value: string) => {
  const more = { calls: (before: Context) => getCost(before, DAYS[value]), reads: [COST] };
  return { value, then: [stays(undefined, { ...more, with: [WORKING_OUT] }), to(WORKING_OUT, undefined, more)] };
};
/** An invalid day has no cost. */
const withoutCost = (value: string) => ({
  value,
  then: [to(WITHOUT_START, undefined, { with: [FROM_START], hides: [COST] }), stays()],
});

/**
 * An application that was sent before a reload: the machine asks the server for its outcome, regardless of the current
 * loans.
 */
const settles = (known: DefermentGroups) =>
  given(
    (before) => !isNew(before),
    given(
      isUndated,
      to([WITHOUT_START, `${SUBMITTING}.submittingRehabilitation`], { groups: known }, { calls: rehabilitation.asks }),
    ),
    given(
      hasType('unemployment'),
      to(
        [WORKING_OUT, `${SUBMITTING}.submittingUnemployment`],
        { groups: known },
        { calls: (before) => ({ ...unemployment.asks, ...getCost(before) }) },
      ),
    ),
    to(
      [WORKING_OUT, `${SUBMITTING}.submittingEconomicHardship`],
      { groups: known },
      { calls: (before) => ({ ...economicHardship.asks, ...getCost(before) }) },
    ),
  );

/** An application from before a reload was not received. */
const saysWhy = (kind: 'nothingWasSent' | 'refused', reads: readonly string[]) =>
  given(({ notice }) => notice?.kind === kind, to([WITHOUT_START, APPLYING], { groups }, { focus: toNotice, reads }));

export default spec(defermentApplication, {
  title: 'Deferment: Application',
  place: 'Step 3 of the deferment application',
  shows: ['Step 3 of 4: Application'],
  starts: {
    'a borrower who receives unemployment benefits': starts(forUnemployment),
    'a borrower with a low income': starts(forPoverty),
    'a borrower in rehabilitation training': starts(forRehabilitation),
    'a borrower who comes back to the step': starts(forUnemployment, {
      entry: { values: { startDate: RIGHT, terms: true }, submission: null },
    }),
    'a borrower whose application never arrived': starts(forUnemployment, afterNeverArrived.context),
    'a borrower whose application was refused': starts(forUnemployment, afterRefusal.context),
    'a borrower whose page was reloaded while the application was under way (unemployment)': starts(
      forUnemployment,
      sentBefore(RIGHT),
    ),
    'a borrower whose page was reloaded while the application was under way (economicHardship)': starts(
      forPoverty,
      sentBefore(RIGHT),
    ),
    'a borrower whose page was reloaded while the application was under way (rehabilitation)': starts(
      forRehabilitation,
      sentBefore(''),
    ),
  },
  notices: unemployment.notices,
  form: {
    in: [APPLYING],
    problems,
    clears: { notice: null },
    refuses: { notice: null },
    notifies: { changed: everyType.notifies },
    fields: {
      startDate: {
        label: 'Start Date',
        where: isDateShown,
        entries: [withCost(RIGHT), withCost(OTHER), withoutCost(TOO_EARLY), withoutCost(TOO_LATE)],
        errors: {
          'startDate.required': 'Date is required (MM/DD/YYYY).',
          'startDate.tooEarly': 'Date (MM/DD/YYYY) cannot be before 05/20/2026.',
          'startDate.tooLate': 'Date (MM/DD/YYYY) cannot be after 01/19/2027.',
        },
        inPanel: 'Start Date',
        // The cost has a button to try again.
      },
      terms: termsField,
    },
    submit: [
      {
        name: 'Submit Application',
        then: [
          given(hasType('unemployment'), unemployment.sends),
          given(hasType('economicHardship'), economicHardship.sends),
          rehabilitation.sends,
        ],
      },
    ],
  },
  states: {
    ...unemployment.states,
    ...economicHardship.states,
    ...rehabilitation.states,
    [CHECK_FAILED]: {
      shows: unemployment.outcomeUnknown,
      on: [unemployment.retry, economicHardship.retry, rehabilitation.retry],
    },
    gettingGroups: {
      shows: ['Loading your loans…'],
      when: {
        getGroups: {
          'a group that it would cover, and one that it would not': [
            answers(groups),
            settles(groups),
            saysWhy('nothingWasSent', afterNeverArrived.reads),
            // When asked after a reload, the server gives no reasons.
            saysWhy('refused', [applicationNotices.refused]),
            given(
              (before) => dayIn(before) !== undefined,
              to([WORKING_OUT, APPLYING], { groups }, { calls: (before) => getCost(before) }),
            ),
            to([WITHOUT_START, APPLYING], { groups }, { hides: [COST] }),
          ],
          'no group that it would cover': [
            answers(noGroups),
            settles(noGroups),
            to('noGroups', { groups: noGroups }, { focus: toNotice }),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    couldNotLoad: {
      shows: [COULD_NOT_LOAD],
      on: [press(TRY_AGAIN, 'retry.requested', to('gettingGroups', undefined, { calls: getGroups, focus: toHeading }))],
    },
    noGroups: { shows: ['None of your loans qualify for this deferment.', CALL_ABOUT_DEFAULT] },
    postponing: { shows: [...COVERAGE_READS, '$2,500.00'] },
    ...costStates<Context>(FROM_START),
    [WITHOUT_START]: { over: true },
    [WORKING_OUT]: { ...costStates<Context>(FROM_START)[WORKING_OUT], over: true, shows: [COST] },
  },
  finish: ['noGroups'],
  claims: {
    'a borrower does not apply without accepting the terms': {
      never: ({ isIn, context }) =>
        isIn(SUBMITTING) && isNew(context) && problems(context.form.values, context).length > 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...unemployment.claims,
  },
  children: {
    getCost: pauseCostModel,
    submitUnemployment: unemployment.child,
    submitEconomicHardship: economicHardship.child,
    submitRehabilitation: rehabilitation.child,
  },
  facts: ({ qualification, form, key, groups: known, notice }) => ({
    type: qualification.defermentType,
    values: form.values,
    isAttempted: form.attempted,
    isSent: key !== null,
    known: known?.eligibleGroups.length,
    notice: noticeFacts(notice),
  }),
});
