/** Specification of the second step of a military deferment (R §4, §5, §7 Military; rulings 4, 33). */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { noAnswers, sampleDatedDuty, sampleOtherDuty } from '#domain/repayment/military/samples.ts';
import { applicationSpec, costStates } from '../application/application-spec.ts';
import { COVERAGE_READS, noGroups, sampleGroups } from '../application/expected-coverage.ts';
import {
  afterNeverArrived,
  afterRefusal,
  noticeFacts,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { expectedForm } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { spec, words } from '../../kit/spec.ts';
import pauseCostModel from '../pause-cost/pause-cost.model.ts';
import {
  type MilitaryApplicationEntry,
  type MilitaryApplicationInput,
  militaryApplication,
  militarySubmission,
} from './military-application.machine.ts';

type Context = ContextFrom<typeof militaryApplication>;
type Values = Context['form']['values'];
type Answers = MilitaryApplicationInput['answers'];
type Offered = MilitaryApplicationInput['offered'];
type Benefit = Offered[number];
const { to, stays, given, where, hears } = words<typeof militaryApplication>();

const APPLYING = 'postponing.application.applying';
const SUBMITTING = 'postponing.application.submitting';
/** The cost follows the checked benefits. */
const WITHOUT_COST = 'postponing.cost.postponingNothing';
const WITH_COST = 'postponing.cost.postponingPayments';
const WORKING_OUT = 'postponing.cost.postponingPayments.workingOut';

/** Text for a borrower who is not on active duty. */
export const NOT_ON_DUTY = 'These benefits are for people on active duty.';
/** Text beside the cost, which the benefit reduces. */
const COUNTS_SCRA = 'This counts the benefit Interest Rate Limit (SCRA).';
const POSTPONES_NOTHING = "The benefits you chose don't pause your payments.";
const COST = 'What pausing your payments costs';
const LOANS = 'Loans that would be paused';
const NAMES: Readonly<Record<Benefit, string>> = {
  scra: 'Interest Rate Limit (SCRA)',
  militaryDeferment: 'Military Service Deferment',
  twelveMonthDeferment: '12-Month Military Service Deferment',
  heroesAct: 'HEROES Act Waiver',
  hostileDuty: 'No Interest During Hostile Duty',
  mandatoryForbearance: 'Mandatory Forbearance',
};

/** Answers of a borrower who has dates instead of orders, and serves in a hostile area. */
const withDates: Answers = {
  ...noAnswers,
  activeDuty: true,
  activeDutyConnection: true,
  operation: 'Operation Inherent Resolve',
  canSendOrdersNow: false,
  startDate: toPlainDate('2026-03-02'),
  endDate: toPlainDate('2027-03-02'),
  hostileDangerPay: true,
};
const offeredWithDates: Offered = ['scra', 'twelveMonthDeferment', 'heroesAct', 'hostileDuty'];
const withOrders: Answers = {
  ...withDates,
  canSendOrdersNow: true,
  startDate: null,
  endDate: null,
  hostileDangerPay: false,
};
const guard: Answers = {
  ...noAnswers,
  activeDuty: true,
  activeDutyConnection: false,
  performingService: false,
  nationalGuard: true,
};

const NONE: Values = {
  scra: false,
  militaryDeferment: false,
  twelveMonthDeferment: false,
  heroesAct: false,
  hostileDuty: false,
  mandatoryForbearance: false,
  dutyStart: '',
};
/** At least one benefit is required; the first one says so. */
const problems = (values: Values, { offered: [first] }: Pick<Context, 'offered'>): readonly FieldProblem[] =>
  Object.values(values).includes(true) || first === undefined
    ? []
    : [{ field: first, issue: { code: 'benefits.required' } }];

/** First day of active duty: one that counts, and one that does not. It is typed for SCRA without other dates (ruling 107). */
const DUTY_START = '01/12/2026';
const UNUSABLE = '11/21/2026';
const DUTY_LABEL = 'First day of active duty (optional)';
const COUNTS_FROM_SENDING = 'If you leave it empty, we count from the day you apply.';
const COUNTS_FROM_DUTY = 'We count the limit from 01/12/2026.';
const NOT_A_DAY = "We can't use this date.";

const asksForDutyStart = (answers: Answers, { scra }: Values) => answers.startDate === null && scra;
const isDutyStartShown = ({ answers, form: { values } }: Context) => asksForDutyStart(answers, values);

/** Returns the request body for the answers and the checked benefits. */
const toBody = ({ answers, form: { values } }: Context) => ({
  ...sampleDatedDuty,
  ...(answers.canSendOrdersNow === true && {
    sendOrders: true,
    militaryDefermentStartDate: null,
    militaryDefermentEndDate: null,
  }),
  ...(answers.nationalGuard === true && { ...sampleOtherDuty, nationalGuard: true }),
  ...(answers.startDate === null &&
    values.scra &&
    values.dutyStart === DUTY_START && { militaryDefermentStartDate: '2026-01-12' }),
  applyingForScra: values.scra,
  applyingForMilitaryDeferment: values.militaryDeferment,
  applyingForTwelveMonthDeferment: values.twelveMonthDeferment,
  applyingForHeroWaiverAct: values.heroesAct,
  applyingForHostileDuty: values.hostileDuty,
  applyingForMandatoryForbearance: values.mandatoryForbearance,
});

const chosenIn = ({ form: { values } }: Context): readonly Benefit[] =>
  (
    ['scra', 'militaryDeferment', 'twelveMonthDeferment', 'heroesAct', 'hostileDuty', 'mandatoryForbearance'] as const
  ).filter((benefit) => values[benefit]);

/** Returns how the checked benefits postpone payments: a deferment, a forbearance, or null (rulings 68, 84). */
function toPostponement({ militaryDeferment, twelveMonthDeferment, mandatoryForbearance }: Values) {
  if (mandatoryForbearance) return 'mandatoryForbearance';
  return militaryDeferment || twelveMonthDeferment ? 'military' : null;
}

/** Returns the request for the cost, with the entered dates if the answers ask for them. */
const getCost = (answers: Answers, values: Values) => ({
  getCost: {
    postponement: toPostponement(values),
    ...(answers.startDate !== null && { startDate: '2026-03-02', endDate: '2027-03-02' }),
    ...(asksForDutyStart(answers, values) && values.dutyStart === DUTY_START && { dutyStart: '2026-01-12' }),
    ...((values.scra || values.hostileDuty) && {
      benefits: (['scra', 'hostileDuty'] as const).filter((benefit) => values[benefit]),
    }),
  },
});
/** Effect of an entry on the shown cost: it is computed again, also while a computation is running. */
const recounts = (change: Partial<Values>, reads: readonly string[], hides: readonly string[] = []) => {
  const more = {
    calls: ({ answers, form: { values } }: Context) => getCost(answers, { ...values, ...change }),
    reads,
    hides,
  };
  return [
    stays(undefined, { ...more, with: [WORKING_OUT] }),
    to(WORKING_OUT, undefined, { ...more, with: [WITH_COST] }),
  ];
};
/** A benefit that pauses payments is checked, which shows its cost. */
const showsCost = (change: Partial<Values>) =>
  to(WORKING_OUT, undefined, {
    calls: ({ answers, form: { values } }) => getCost(answers, { ...values, ...change }),
    reads: [COST, LOANS],
    hides: [POSTPONES_NOTHING],
  });
/** The first day of active duty, which never stops the borrower. The cost follows the day from which the limit counts. */
const dutyStartIs = (dutyStart: string, text: string) => ({
  value: dutyStart,
  then: [
    given(
      ({ form: { values } }) => [dutyStart, values.dutyStart].includes(DUTY_START),
      ...recounts({ dutyStart }, [text]),
    ),
    stays(undefined, { reads: [text] }),
  ],
});
const isNotOffered = (benefit: Benefit, ...cases: Parameters<typeof given>[1][]) =>
  where(
    // The screen has no checkbox for it. A notice that has focus would disappear without a press.
    ({ offered, notice }) => !offered.includes(benefit) && notice === null,
    hears({ type: 'field.changed', field: benefit, value: true }, ...cases),
  );
const sameCost = ({ answers, form }: Context) => getCost(answers, form.values);
const isOffered =
  (benefit: Benefit) =>
  ({ offered }: Context) =>
    offered.includes(benefit);

/** The parent stores the selection and the key. */
const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): MilitaryApplicationEntry => ({
      chosen: chosenIn(context),
      dutyStart: context.form.values.dutyStart,
      submission: storedIn(context),
    }),
  },
];
const application = applicationSpec<Context>({
  kind: 'military',
  machine: militarySubmission,
  call: 'submitMilitary',
  sample: { body: { ...sampleDatedDuty, applyingForScra: true } },
  toBody,
  within: 'postponing.application',
  shows: [NAMES.scra, 'Continue'],
  notifies,
});

const input = { today: sampleToday, groups: sampleGroups, chosen: [], dutyStart: '', submission: null };
const started = (answers: Answers, offered: Offered, entered: Partial<Values> = {}) => {
  const values = { ...NONE, ...entered };
  const form = expectedForm(values, problems(values, { offered }));
  return { ...startingApplication, today: sampleToday, groups: sampleGroups, answers, offered, form };
};
const starts = (
  answers: Answers,
  offered: Offered,
  reads: readonly string[] = [],
  more: Partial<Pick<MilitaryApplicationInput, 'groups' | 'hostilePayMonthsLeft'>> = {},
) =>
  [
    { ...input, answers, offered, ...more },
    to(
      [WITHOUT_COST, APPLYING],
      { ...started(answers, offered), ...more },
      {
        reads: [
          ...offered
            .filter((benefit) => toPostponement({ ...NONE, [benefit]: true }) !== null)
            .map((benefit) => `Choose ${NAMES[benefit]} to see which loans it would pause and what that costs.`),
          ...reads,
        ],
      },
    ),
  ] as const;

export default spec(militaryApplication, {
  title: 'Military: Select Benefits',
  place: 'Step 2 of the military deferment application',
  starts: {
    'a borrower who has dates and serves in a hostile area': starts(withDates, offeredWithDates),
    'a borrower with months left without interest in hostile areas': starts(
      withDates,
      offeredWithDates,
      ['You have 3 of 60 months left.'],
      { hostilePayMonthsLeft: 3 },
    ),
    'a borrower without months left in hostile areas': starts(
      withDates,
      ['scra', 'twelveMonthDeferment'],
      ['You have used all 60 months without interest for duty in hostile areas.'],
      { hostilePayMonthsLeft: 0 },
    ),
    'a borrower who can send orders': starts(withOrders, ['scra', 'militaryDeferment']),
    'a borrower in the National Guard': starts(guard, ['scra', 'mandatoryForbearance']),
    'a borrower without loans that can be postponed': starts(
      withOrders,
      ['scra', 'heroesAct'],
      ['None of your loans qualify for a military deferment or forbearance.', CALL_ABOUT_DEFAULT],
      { groups: noGroups },
    ),
    'a borrower with a stored selection that includes a benefit no longer offered': [
      {
        ...input,
        answers: withOrders,
        offered: ['scra', 'militaryDeferment'],
        chosen: ['scra', 'hostileDuty'],
        dutyStart: DUTY_START,
      },
      to(
        [WITHOUT_COST, APPLYING],
        started(withOrders, ['scra', 'militaryDeferment'], { scra: true, dutyStart: DUTY_START }),
        { reads: [POSTPONES_NOTHING, DUTY_LABEL, COUNTS_FROM_DUTY] },
      ),
    ],
    'a borrower whose application never arrived': [
      { ...input, answers: withOrders, offered: ['scra', 'militaryDeferment'], ...afterNeverArrived.context },
      { ...afterNeverArrived, state: [WITHOUT_COST, APPLYING] },
    ],
    'a borrower whose application was refused': [
      { ...input, answers: withOrders, offered: ['scra', 'militaryDeferment'], ...afterRefusal.context },
      { ...afterRefusal, state: [WITHOUT_COST, APPLYING] },
    ],
    'a borrower who is not on active duty': [
      { ...input, answers: { ...noAnswers, activeDuty: false }, offered: [] },
      to('notEligible', started({ ...noAnswers, activeDuty: false }, [])),
    ],
    'a borrower whose page was reloaded while the application was under way': [
      {
        ...input,
        answers: withDates,
        offered: offeredWithDates,
        chosen: ['twelveMonthDeferment'],
        submission: underWay,
      },
      to(
        [WORKING_OUT, SUBMITTING],
        { ...started(withDates, offeredWithDates, { twelveMonthDeferment: true }), key: sampleKey },
        { calls: { ...getCost(withDates, { ...NONE, twelveMonthDeferment: true }), ...application.asks } },
      ),
    ],
  },
  notices: application.notices,
  form: {
    in: [APPLYING],
    problems,
    clears: { notice: null },
    refuses: { notice: null },
    notifies: { changed: notifies },
    fields: {
      scra: {
        label: NAMES.scra,
        role: 'checkbox',
        where: isOffered('scra'),
        errors: { 'benefits.required': 'You are required to apply for at least one benefit.' },
        entries: [
          {
            value: true,
            then: [
              ...recounts({ scra: true }, [COST, COUNTS_SCRA]),
              given(
                ({ answers, form }) => answers.startDate === null && form.values.dutyStart === '',
                stays(undefined, { reads: [POSTPONES_NOTHING, DUTY_LABEL, COUNTS_FROM_SENDING] }),
              ),
              stays(undefined, { reads: [POSTPONES_NOTHING] }),
            ],
          },
          {
            value: false,
            then: [...recounts({ scra: false }, [COST], [COUNTS_SCRA]), stays(undefined, { hides: [DUTY_LABEL] })],
          },
        ],
      },
      dutyStart: {
        label: DUTY_LABEL,
        where: isDutyStartShown,
        entries: [dutyStartIs(DUTY_START, COUNTS_FROM_DUTY), dutyStartIs(UNUSABLE, NOT_A_DAY)],
        isNotLeft: true,
      },
      militaryDeferment: {
        label: NAMES.militaryDeferment,
        role: 'checkbox',
        where: isOffered('militaryDeferment'),
        entries: [
          { value: true, then: showsCost({ militaryDeferment: true }) },
          { value: false, then: to(WITHOUT_COST, undefined, { hides: [COST, LOANS] }) },
        ],
      },
      mandatoryForbearance: {
        label: NAMES.mandatoryForbearance,
        role: 'checkbox',
        where: isOffered('mandatoryForbearance'),
        entries: [{ value: true, then: showsCost({ mandatoryForbearance: true }) }],
      },
    },
    submit: [{ name: 'Continue', event: 'continue.pressed', then: application.sends }],
  },
  states: {
    notEligible: { shows: [NOT_ON_DUTY] },
    postponing: { shows: ['Your application:'] },
    [WITHOUT_COST]: { over: true },
    [WITH_COST]: { shows: COVERAGE_READS },
    ...costStates<Context>(WITH_COST),
    [WORKING_OUT]: { ...costStates<Context>(WITH_COST)[WORKING_OUT], over: true },
    ...application.states,
    [APPLYING]: {
      ...application.states[APPLYING],
      on: [
        // A benefit that is not offered cannot be checked. The cost is computed again all the same.
        isNotOffered(
          'hostileDuty',
          stays({ notice: null }, { notifies, calls: sameCost, with: [WORKING_OUT] }),
          to(WORKING_OUT, { notice: null }, { notifies, calls: sameCost, with: [WITH_COST] }),
          stays({ notice: null }, { notifies }),
        ),
        isNotOffered('mandatoryForbearance', stays({ notice: null }, { notifies })),
      ],
    },
  },
  finish: ['notEligible'],
  claims: {
    'only a borrower on active duty submits an application': {
      never: ({ isIn, context: { answers } }) => isIn('postponing') && answers.activeDuty !== true,
      brokenBy: 'guard isOnActiveDuty: always true',
    },
    'an application contains at least one benefit': {
      never: ({ isIn, context }) => isIn(SUBMITTING) && isNew(context) && chosenIn(context).length === 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...application.claims,
  },
  children: { getCost: pauseCostModel, submitMilitary: application.child },
  combinedFacts: ({ answers, offered, form, key, notice }) => ({
    isOnDuty: answers.activeDuty,
    hasOrders: offered.includes('militaryDeferment'),
    isInGuard: offered.includes('mandatoryForbearance'),
    // The day matters only where the form asks for it.
    values: {
      ...form.values,
      dutyStart: asksForDutyStart(answers, form.values) && form.values.dutyStart === DUTY_START,
    },
    isSent: key !== null,
    notice: noticeFacts(notice),
  }),
});
