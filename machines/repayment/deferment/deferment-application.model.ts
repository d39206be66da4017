/** Model of the third step of a deferment, from the specification (R §4 Application step, §5, §7; ruling 4). */
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { DefermentGroups, DefermentQualification, DefermentType } from '#domain/repayment/deferment/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import {
  TERMS,
  TERMS_REQUIRED,
  afterNeverArrived,
  applicationClaims,
  applicationMessages,
  applicationNotices,
  applicationSubmissionModel,
  expectedEnds,
  noticeFacts,
  receivedLater,
  sent,
  startingApplication,
  storedIn,
  termsMissing,
  underWay,
} from '../application/expected-application.ts';
import { COVERAGE_READS, noGroups as coveringNone, sampleGroups } from '../application/expected-coverage.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, REVIEW, toErrors } from '../../kit/expected-page.ts';
import pauseCostModel, { costStops } from '../pause-cost/pause-cost.model.ts';
import { type EventCase, type Expected, type ExpectedWhere, defineModel } from 'xstate-workbench/model';
import {
  type ApplicationEntry,
  defermentApplication,
  economicHardshipSubmission,
  rehabilitationSubmission,
  unemploymentSubmission,
} from './deferment-application.machine.ts';

type Context = ContextFrom<typeof defermentApplication>;
type Values = Context['form']['values'];

const AT = 'postponing.application';
const APPLYING = `${AT}.applying`;
const COST = 'What pausing your payments costs';
const NO_COST = "We can't show the cost of pausing right now.";
const RIGHT = '11/20/2026';
const RIGHT_DAY = '2026-11-20';
const WITHOUT_START = 'postponing.cost.withoutStart';
const FROM_START = 'postponing.cost.fromStart';

const DATE_REQUIRED = 'Date is required (MM/DD/YYYY).';
// Six months before 11/20/2026, and 60 days after.
const TOO_EARLY = 'Date (MM/DD/YYYY) cannot be before 05/20/2026.';
const TOO_LATE = 'Date (MM/DD/YYYY) cannot be after 01/19/2027.';
const NO_GROUPS = 'None of your loans qualify for this deferment.';
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

const isDateAsked = ({ qualification }: Pick<Context, 'qualification'>) =>
  qualification.defermentType !== 'rehabilitation';

/** Returns the validation problems of the sample values. The date is required if `isAsked`. */
function problems(values: Values, isAsked: boolean): FieldProblem[] {
  const { startDate, terms } = values;
  return [
    ...unless('startDate', !isAsked || startDate !== '', 'startDate.required'),
    ...unless('startDate', !isAsked || startDate !== '05/19/2026', 'startDate.tooEarly', { min: '05/20/2026' }),
    ...unless('startDate', !isAsked || startDate !== '01/20/2027', 'startDate.tooLate', { max: '01/19/2027' }),
    ...unless('terms', terms, 'terms.required'),
  ];
}
const isRight = (context: Context) => problems(context.form.values, isDateAsked(context)).length === 0;

interface Change {
  readonly values?: Partial<Values>;
  readonly touched?: readonly string[];
  readonly attempted?: boolean;
}
function after(before: Context, { values, ...change }: Change) {
  const form = { ...before.form, ...change, values: { ...before.form.values, ...values } };
  return { form: expectedForm(form.values, problems(form.values, isDateAsked(before)), form) };
}

/** Events that report the entry to the parent, which stores it. */
const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): ApplicationEntry => ({ values: context.form.values, submission: storedIn(context) }),
  },
];

/** Numbers of the types in URLs (R §3). */
const NUMBERS = { economicHardship: '0', rehabilitation: '1', unemployment: '2' } as const;

const input = (qualification: DefermentQualification, entry: ApplicationEntry | null = null) => ({
  qualification,
  today: sampleToday,
  startRanges: sampleConfiguration.defermentStart,
  entry,
});
const empty: Values = { startDate: '', terms: false };

function begins(qualification: DefermentQualification, number: '0' | '1' | '2'): Expected<Context> {
  const isAsked = isDateAsked({ qualification });
  return {
    state: 'gettingGroups',
    calls: { getGroups: { query: { defermentType: number } } },
    context: {
      qualification,
      bounds: isAsked ? { min: plainDateOf('2026-05-20'), max: plainDateOf('2027-01-19') } : undefined,
      form: expectedForm(empty, problems(empty, isAsked)),
      ...startingApplication,
      groups: null,
    },
  };
}

/** For each type: the state that sends it, the call, and the request for the sample values. */
const SENDS: Readonly<
  Record<DefermentType, { readonly call: string; readonly state: string; readonly body: unknown }>
> = {
  unemployment: {
    call: 'submitUnemployment',
    state: 'postponing.application.submitting.submittingUnemployment',
    body: { unemploymentDate: '2026-11-20', unemploymentBenefits: true },
  },
  economicHardship: {
    call: 'submitEconomicHardship',
    state: 'postponing.application.submitting.submittingEconomicHardship',
    body: { selectedPlan: 'Poverty', startDate: '2026-11-20', familySize: 3, monthlyIncome: 2400 },
  },
  rehabilitation: {
    call: 'submitRehabilitation',
    state: 'postponing.application.submitting.submittingRehabilitation',
    body: 'withoutBody',
  },
};

/** The submission of each type, and the condition that it is of the type. */
const SUBMISSIONS = Object.entries(SENDS).map(([type, { call, state, body }]) => ({
  isOfType: ({ qualification }: Pick<Context, 'qualification'>) => qualification.defermentType === type,
  ...expectedOnce<Context>({
    state,
    call,
    request: () => ({ body }),
    checkFailed: `${AT}.outcomeCheckFailed`,
    onKey: { notifies },
  }),
}));

/** Call for the cost from the typed day, which only a valid day starts. */
const getCost = ({ qualification }: Pick<Context, 'qualification'>) => ({
  getCost: { postponement: qualification.defermentType, startDate: RIGHT_DAY },
});

const hasStart = ({ form }: Context) => form.values.startDate === RIGHT;

/** Expected results for an application that was sent before a reload: the server is asked for its outcome. */
const settles = (known: DefermentGroups): ExpectedWhere<Context>[] =>
  SUBMISSIONS.map(({ isOfType, asks }) => {
    const then = { when: (before: Context) => !isNew(before) && isOfType(before), context: { groups: known } };
    return isOfType({ qualification: forRehabilitation })
      ? { ...asks, ...then, state: [WITHOUT_START, asks.state] }
      : {
          ...then,
          state: [`${FROM_START}.workingOut`, asks.state],
          calls: (before) => ({ ...asks.calls, ...getCost(before) }),
        };
  });

function fill(value: string): EventCase<{ type: 'field.changed'; field: string; value: string }, Context> {
  const then: ExpectedWhere<Context> = {
    in: APPLYING,
    context: (before) => ({ ...after(before, { values: { startDate: value } }), notice: null }),
    notifies,
    hides: Object.values(applicationNotices),
  };
  const counted = { ...then, calls: getCost, reads: [COST] };
  return {
    event: { type: 'field.changed', field: 'startDate', value },
    on: ['postponing'],
    where: isDateAsked,
    gesture: { action: 'fill', role: 'textbox', name: 'Start Date', value },
    then:
      value === RIGHT
        ? [
            { ...counted, with: [`${FROM_START}.workingOut`] },
            { ...counted, state: `${FROM_START}.workingOut` },
          ]
        : [
            {
              ...then,
              with: [FROM_START],
              state: WITHOUT_START,
              hides: [...Object.values(applicationNotices), COST],
            },
            then,
          ],
  };
}

const leavesDate = (before: Context) => after(before, { touched: touching(before.form.touched, 'startDate') });

const ends = (kind: DefermentType) =>
  expectedEnds({
    kind,
    applying: APPLYING,
    checkFailed: `${AT}.outcomeCheckFailed`,
    notAsked: applicationMessages.outcomeUnknown,
    notifies,
  });

const submissionModel = (machine: Parameters<typeof applicationSubmissionModel>[0], kind: DefermentType) =>
  applicationSubmissionModel(machine, { kind, body: SENDS[kind].body });

export default defineModel<typeof defermentApplication>({
  machine: defermentApplication,
  title: 'Deferment: Application',
  place: 'Step 3 of the deferment application',
  inputs: {
    'a borrower who receives unemployment benefits': {
      input: input(forUnemployment),
      then: begins(forUnemployment, '2'),
    },
    'a borrower with a low income': { input: input(forPoverty), then: begins(forPoverty, '0') },
    'a borrower in rehabilitation training': { input: input(forRehabilitation), then: begins(forRehabilitation, '1') },
    'a borrower who comes back to the step': {
      input: input(forUnemployment, { values: { startDate: '11/20/2026', terms: true }, submission: null }),
      then: {
        ...begins(forUnemployment, '2'),
        context: { form: expectedForm({ startDate: '11/20/2026', terms: true }, []), key: null },
      },
    },
    'a borrower whose application never arrived': {
      input: { ...input(forUnemployment), hasNeverArrived: true },
      then: { ...begins(forUnemployment, '2'), context: afterNeverArrived.context },
    },
    ...Object.fromEntries(
      [forUnemployment, forPoverty, forRehabilitation].map((qualification) => [
        `a borrower whose page was reloaded while the application was under way (${qualification.defermentType})`,
        {
          input: input(qualification, {
            values: { startDate: isDateAsked({ qualification }) ? '11/20/2026' : '', terms: false },
            submission: underWay,
          }),
          then: {
            ...begins(qualification, NUMBERS[qualification.defermentType]),
            context: { key: sampleKey },
          },
        },
      ]),
    ),
  },
  events: [
    fill(RIGHT),
    fill('05/19/2026'),
    fill('01/20/2027'),
    {
      event: { type: 'field.left', field: 'startDate' },
      on: ['postponing'],
      where: isDateAsked,
      gesture: { action: 'leave', role: 'textbox', name: 'Start Date' },
      then: [
        {
          in: APPLYING,
          when: ({ form }) => form.values.startDate === '',
          context: leavesDate,
          reads: [DATE_REQUIRED],
        },
        {
          in: APPLYING,
          when: ({ form }) => form.values.startDate === '05/19/2026',
          context: leavesDate,
          reads: [TOO_EARLY],
        },
        {
          in: APPLYING,
          when: ({ form }) => form.values.startDate === '01/20/2027',
          context: leavesDate,
          reads: [TOO_LATE],
        },
        { in: APPLYING, context: leavesDate },
      ],
    },
    ...[true, false].map((value): EventCase<{ type: 'field.changed'; field: string; value: boolean }, Context> => ({
      event: { type: 'field.changed', field: 'terms', value },
      on: ['postponing'],
      where: ({ form }) => form.values.terms !== value,
      gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: TERMS },
      then: {
        in: APPLYING,
        context: (before) => ({
          ...after(before, { values: { terms: value }, touched: touching(before.form.touched, 'terms') }),
          notice: null,
        }),
        notifies,
        ...(value ? { hides: [TERMS_REQUIRED] } : { reads: [TERMS_REQUIRED] }),
      },
    })),
    {
      event: { type: 'submit.pressed' },
      on: ['postponing'],
      gesture: { action: 'click', role: 'button', name: 'Submit Application' },
      then: [
        ...SUBMISSIONS.map(({ isOfType, sends }) => ({
          ...sent,
          ...sends,
          in: APPLYING,
          when: (before: Context) => isRight(before) && isOfType(before),
        })),
        {
          in: APPLYING,
          when: ({ form }) => !form.values.terms,
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          ...termsMissing,
        },
        {
          in: APPLYING,
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, 'Start Date'],
          hides: Object.values(applicationNotices),
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: [
        {
          in: 'couldNotLoad',
          state: 'gettingGroups',
          calls: ({ qualification }) => ({
            getGroups: {
              query: { defermentType: NUMBERS[qualification.defermentType] },
            },
          }),
          focus: { place: 'heading', delay: 0 },
          hides: [COULD_NOT_LOAD],
        },
        ...SUBMISSIONS.flatMap(({ isOfType, retried }) =>
          retried.map((then) => ({
            ...then,
            when: (before: Context) => isOfType(before) && then.when?.(before) !== false,
          })),
        ),
      ],
    },
    {
      event: { type: 'key.made', key: sampleKey },
      then: SUBMISSIONS.map(({ keyMade }) => keyMade.then).flat(),
    },
  ],
  outcomes: {
    getGroups: {
      'a group that it would cover, and one that it would not': {
        answers: groups,
        then: [
          ...settles(groups),
          {
            when: ({ notice }) => notice !== null,
            state: [WITHOUT_START, APPLYING],
            context: { groups },
            focus: afterNeverArrived.focus,
            reads: [...COVERAGE_READS, ...afterNeverArrived.reads],
          },
          {
            when: hasStart,
            state: [`${FROM_START}.workingOut`, APPLYING],
            calls: getCost,
            context: { groups },
            reads: [...COVERAGE_READS, '$2,500.00', COST],
          },
          {
            state: [WITHOUT_START, APPLYING],
            context: { groups },
            reads: [...COVERAGE_READS, '$2,500.00'],
            hides: [COST],
          },
        ],
      },
      'no group that it would cover': {
        answers: noGroups,
        then: [
          ...settles(noGroups),
          {
            state: 'noGroups',
            context: { groups: noGroups },
            focus: { place: 'notice', delay: 100 },
            reads: [NO_GROUPS, CALL_ABOUT_DEFAULT],
          },
        ],
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'couldNotLoad', focus: { place: 'notice', delay: 100 } },
      },
    },
    getCost: costStops(`${FROM_START}.costNotShown`),
    submitUnemployment: ends('unemployment'),
    submitEconomicHardship: ends('economicHardship'),
    submitRehabilitation: ends('rehabilitation'),
  },
  screens: {
    gettingGroups: ['Loading your loans…'],
    couldNotLoad: [COULD_NOT_LOAD],
    noGroups: [NO_GROUPS],
    [`${FROM_START}.costNotShown`]: [NO_COST],
    [APPLYING]: [TERMS, 'Submit Application'],
    [`${AT}.submitting`]: ['Step 3 of 4: Application'],
    [`${AT}.outcomeCheckFailed`]: [applicationMessages.outcomeUnknown, applicationMessages.explanation],
  },
  finish: ['noGroups'],
  claims: {
    'a borrower does not apply without accepting the terms': {
      never: ({ isIn, context }) => isIn(`${AT}.submitting`) && isNew(context) && !isRight(context),
      brokenBy: 'guard isFormComplete: always true',
    },
    ...applicationClaims(APPLYING),
  },
  notOnScreen: {
    ...receivedLater('submitUnemployment'),
    ...receivedLater('submitEconomicHardship'),
    ...receivedLater('submitRehabilitation'),
  },
  children: {
    getCost: pauseCostModel,
    submitUnemployment: submissionModel(unemploymentSubmission, 'unemployment'),
    submitEconomicHardship: submissionModel(economicHardshipSubmission, 'economicHardship'),
    submitRehabilitation: submissionModel(rehabilitationSubmission, 'rehabilitation'),
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
