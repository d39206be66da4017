/** Model of the second step of a military deferment, from the specification (R §4, §5, §7 Military; rulings 4, 33). */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { noAnswers, sampleDatedDuty, sampleOtherDuty } from '#domain/repayment/military/samples.ts';
import { COVERAGE_READS, noGroups, sampleGroups } from '../application/expected-coverage.ts';
import {
  afterNeverArrived,
  applicationNotices,
  expectedPostponing,
  noticeFacts,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import { expectedForm } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT, REVIEW, toErrors } from '../../kit/expected-page.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { type EventCase, type ExpectedWhere, defineModel } from 'xstate-workbench/model';
import {
  type MilitaryApplicationEntry,
  type MilitaryApplicationInput,
  militaryApplication,
  militarySubmission,
} from './military-application.machine.ts';

type Context = ContextFrom<typeof militaryApplication>;
type Answers = MilitaryApplicationInput['answers'];
type Offered = MilitaryApplicationInput['offered'];
type Benefit = Offered[number];

/** Text for a borrower who is not on active duty. */
export const NOT_ON_DUTY = 'These benefits are for people on active duty.';
/** Text beside the cost for a checked benefit that reduces it. */
const COUNTED = {
  scra: 'This counts the benefit Interest Rate Limit (SCRA).',
  hostileDuty: 'This counts the benefit No Interest During Hostile Duty.',
} as const;
const POSTPONES_NOTHING = "The benefits you chose don't pause your payments.";
const NO_LOANS_TO_POSTPONE = 'None of your loans qualify for a military deferment or forbearance.';
const COST = 'What pausing your payments costs';
const ONE_AT_LEAST = 'You are required to apply for at least one benefit.';
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
  startDate: plainDateOf('2026-03-02'),
  endDate: plainDateOf('2027-03-02'),
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

const NONE = {
  scra: false,
  militaryDeferment: false,
  twelveMonthDeferment: false,
  heroesAct: false,
  hostileDuty: false,
  mandatoryForbearance: false,
  dutyStart: '',
};
/** Returns the validation problems: at least one benefit is required, with the error at the first one offered. */
const problems = (values: Context['form']['values'], [first]: Offered): FieldProblem[] =>
  Object.values(values).includes(true) || first === undefined
    ? []
    : [{ field: first, issue: { code: 'benefits.required' } }];
const formOf = (values: Context['form']['values'], offered: Offered, attempted = false) =>
  expectedForm(values, problems(values, offered), { attempted });

/** First day of active duty: one that counts, and one that does not. It is typed for SCRA without other dates (ruling 107). */
const DUTY_START = '01/12/2026';
const UNUSABLE = '11/21/2026';
const DUTY_LABEL = 'First day of active duty (optional)';
const COUNTS_FROM_SENDING = 'If you leave it empty, we count from the day you apply.';
const COUNTS_FROM_DUTY = 'We count the limit from 01/12/2026.';
const NOT_A_DAY = "We can't use this date.";

const isDutyStartAsked = ({
  answers,
  form: { values },
}: {
  readonly answers: Answers;
  readonly form: Pick<Context['form'], 'values'>;
}) => answers.startDate === null && values.scra;

/** Returns the request body for the answers and the checked benefits. */
const bodyOf = ({ answers, form: { values } }: Context) => ({
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

/** Event that reports the selection and the key to the parent, which stores both. */
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

/** Returns how the checked benefits postpone payments: a deferment, a forbearance, or null (rulings 68, 84). */
function postponementOf({ militaryDeferment, twelveMonthDeferment, mandatoryForbearance }: Context['form']['values']) {
  if (mandatoryForbearance) return 'mandatoryForbearance';
  return militaryDeferment || twelveMonthDeferment ? 'military' : null;
}

/** Returns the request for the cost, with the entered dates if the answers ask for them. */
const getCost = (answers: Answers, values: Context['form']['values']) => ({
  getCost: {
    postponement: postponementOf(values),
    ...(answers.startDate !== null && { startDate: '2026-03-02', endDate: '2027-03-02' }),
    ...(isDutyStartAsked({ answers, form: { values } }) &&
      values.dutyStart === DUTY_START && { dutyStart: '2026-01-12' }),
    ...((values.scra || values.hostileDuty) && {
      benefits: (['scra', 'hostileDuty'] as const).filter((benefit) => values[benefit]),
    }),
  },
});
const start = { groups: sampleGroups, ...startingApplication };

const isNothing = 'postponing.cost.postponingNothing';
const isPostponing = 'postponing.cost.postponingPayments';

const begins = (answers: Answers, offered: Offered, groups = sampleGroups) => ({
  input: { answers, today: sampleToday, offered, groups, chosen: [], dutyStart: '', submission: null },
  then: {
    state: [isNothing, 'postponing.application.applying'],
    context: { ...start, groups, answers, today: sampleToday, offered, form: formOf(NONE, offered) },
    reads: [
      ...offered
        .filter((benefit) => postponementOf({ ...NONE, [benefit]: true }) !== null)
        .map((benefit) => `Choose ${NAMES[benefit]} to see which loans it would pause and what that costs.`),
      ...(groups === noGroups ? [NO_LOANS_TO_POSTPONE, CALL_ABOUT_DEFAULT] : []),
    ],
    hides: [COST, POSTPONES_NOTHING, ...(groups === noGroups ? [] : [NO_LOANS_TO_POSTPONE])],
  },
});

/** Expected start for a borrower who serves in a hostile area, where the months without interest are limited. */
function withMonthsLeft(hostilePayMonthsLeft: number, offered: Offered) {
  const { input, then } = begins(withDates, offered);
  const text =
    hostilePayMonthsLeft === 0
      ? 'You have used all 60 months without interest for duty in hostile areas.'
      : `You have ${hostilePayMonthsLeft} of 60 months left.`;
  return {
    input: { ...input, hostilePayMonthsLeft },
    then: { ...then, context: { ...then.context, hostilePayMonthsLeft }, reads: [...then.reads, text] },
  };
}

const shared = expectedPostponing<Context>({
  kind: 'military',
  machine: militarySubmission,
  call: 'submitMilitary',
  sample: { body: { ...sampleDatedDuty, applyingForScra: true } },
  bodyOf,
  cost: isPostponing,
  notifies,
});

type Tick = EventCase<{ type: 'field.changed'; field: string; value: boolean }, Context>;

const afterTick = ({ form: { values } }: Context, benefit: Benefit, value: boolean) => ({
  ...values,
  [benefit]: value,
});

const ticked = (benefit: Benefit, value: boolean): ExpectedWhere<Context> => ({
  in: 'postponing.application.applying',
  when: ({ offered }) => offered.includes(benefit),
  context: (before) => ({
    form: formOf(afterTick(before, benefit, value), before.offered, before.form.attempted),
    notice: null,
  }),
  notifies,
  hides: Object.values(applicationNotices),
});

const tick = (benefit: Benefit, value: boolean, then: readonly ExpectedWhere<Context>[]): Tick => ({
  event: { type: 'field.changed', field: benefit, value },
  on: ['postponing'],
  where: ({ offered, form }) => offered.includes(benefit) && form.values[benefit] !== value,
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: NAMES[benefit] },
  then,
});

/** Returns the case for checking a benefit that postpones payments, which shows its cost. */
const tickPostponing = (benefit: Benefit): Tick => {
  const then = ticked(benefit, true);
  return tick(benefit, true, [
    {
      ...then,
      state: `${isPostponing}.workingOut`,
      calls: (before) => getCost(before.answers, afterTick(before, benefit, true)),
      reads: [COST, 'Loans that would be paused'],
      hides: [...(then.hides ?? []), POSTPONES_NOTHING],
    },
  ]);
};

/** Returns the cases for a change of the cost that is shown: it is computed again, also while it is being computed. */
const besideCost = (then: ExpectedWhere<Context>): ExpectedWhere<Context>[] => [
  { ...then, with: [`${isPostponing}.workingOut`] },
  { ...then, with: [isPostponing], state: `${isPostponing}.workingOut` },
];

/** Returns the cases for a benefit that changes the cost that is shown: the cost is computed again. */
function recounted(
  benefit: Benefit,
  value: boolean,
  seen: Pick<ExpectedWhere<Context>, 'reads' | 'hides'>,
): ExpectedWhere<Context>[] {
  const then: ExpectedWhere<Context> = {
    ...ticked(benefit, value),
    ...seen,
    calls: (before) => getCost(before.answers, afterTick(before, benefit, value)),
  };
  return besideCost(then);
}

/** Expected result of checking a benefit that is not offered. */
const notOffered: ExpectedWhere<Context> = {
  in: 'postponing.application.applying',
  context: { notice: null },
  notifies,
};
const sameCost = ({ answers, form }: Context) => getCost(answers, form.values);

const typed = (dutyStart: string, seen: string): ExpectedWhere<Context> => ({
  in: 'postponing.application.applying',
  context: ({ form: { values, attempted }, offered }) => ({
    form: formOf({ ...values, dutyStart }, offered, attempted),
    notice: null,
  }),
  notifies,
  reads: [seen],
  hides: Object.values(applicationNotices),
});

/** Returns the case for typing the first day of active duty, which never stops the borrower. */
const typeDutyStart = (
  value: string,
  seen: string,
): EventCase<{ type: 'field.changed'; field: string; value: string }, Context> => ({
  event: { type: 'field.changed', field: 'dutyStart', value },
  on: ['postponing'],
  where: (before) => isDutyStartAsked(before) && before.form.values.dutyStart !== value,
  gesture: { action: 'fill', role: 'textbox', name: DUTY_LABEL, value },
  then: [
    // The cost follows the day from which the limit counts.
    ...besideCost({
      ...typed(value, seen),
      when: ({ form: { values } }) => [value, values.dutyStart].includes(DUTY_START),
      calls: ({ answers, form: { values } }) => getCost(answers, { ...values, dutyStart: value }),
    }),
    typed(value, seen),
  ],
});

export default defineModel<typeof militaryApplication>({
  machine: militaryApplication,
  title: 'Military: Select Benefits',
  place: 'Step 2 of the military deferment application',
  inputs: {
    'a borrower who has dates and serves in a hostile area': begins(withDates, offeredWithDates),
    'a borrower with months left without interest in hostile areas': withMonthsLeft(3, offeredWithDates),
    'a borrower without months left in hostile areas': withMonthsLeft(0, ['scra', 'twelveMonthDeferment']),
    'a borrower who can send orders': begins(withOrders, ['scra', 'militaryDeferment']),
    'a borrower in the National Guard': begins(guard, ['scra', 'mandatoryForbearance']),
    'a borrower without loans that can be postponed': begins(withOrders, ['scra', 'heroesAct'], noGroups),
    'a borrower with a stored selection that includes a benefit no longer offered': {
      input: {
        answers: withOrders,
        offered: ['scra', 'militaryDeferment'],
        today: sampleToday,
        groups: sampleGroups,
        chosen: ['scra', 'hostileDuty'],
        dutyStart: DUTY_START,
        submission: null,
      },
      then: {
        state: [isNothing, 'postponing.application.applying'],
        context: {
          ...start,
          form: formOf({ ...NONE, scra: true, dutyStart: DUTY_START }, ['scra', 'militaryDeferment']),
        },
        reads: [POSTPONES_NOTHING, DUTY_LABEL, COUNTS_FROM_DUTY],
        hides: [COST],
      },
    },
    'a borrower whose application never arrived': {
      input: { ...begins(withOrders, ['scra', 'militaryDeferment']).input, hasNeverArrived: true },
      then: { ...afterNeverArrived, state: [isNothing, 'postponing.application.applying'] },
    },
    'a borrower who is not on active duty': {
      input: { ...begins({ ...noAnswers, activeDuty: false }, []).input },
      then: { state: 'notEligible', context: { ...start, offered: [] } },
    },
    'a borrower whose page was reloaded while the application was under way': {
      input: {
        answers: withDates,
        offered: offeredWithDates,
        today: sampleToday,
        groups: sampleGroups,
        chosen: ['twelveMonthDeferment'],
        dutyStart: '',
        submission: underWay,
      },
      then: {
        state: [`${isPostponing}.workingOut`, 'postponing.application.submitting'],
        context: {
          ...start,
          form: formOf({ ...NONE, twelveMonthDeferment: true }, offeredWithDates),
          key: sampleKey,
        },
        calls: {
          ...getCost(withDates, { ...NONE, twelveMonthDeferment: true }),
          ...shared.settles,
        },
      },
    },
  },
  events: [
    tick('scra', true, [
      ...recounted('scra', true, { reads: [COST, COUNTED.scra], hides: Object.values(applicationNotices) }),
      {
        ...ticked('scra', true),
        when: ({ answers, form }) => answers.startDate === null && form.values.dutyStart === '',
        reads: [POSTPONES_NOTHING, DUTY_LABEL, COUNTS_FROM_SENDING],
      },
      { ...ticked('scra', true), reads: [POSTPONES_NOTHING] },
    ]),
    tick('scra', false, [
      ...recounted('scra', false, { reads: [COST], hides: [...Object.values(applicationNotices), COUNTED.scra] }),
      { ...ticked('scra', false), hides: [...Object.values(applicationNotices), DUTY_LABEL] },
    ]),
    typeDutyStart(DUTY_START, COUNTS_FROM_DUTY),
    typeDutyStart(UNUSABLE, NOT_A_DAY),
    tickPostponing('militaryDeferment'),
    tick('militaryDeferment', false, [
      {
        ...ticked('militaryDeferment', false),
        state: isNothing,
        hides: [...Object.values(applicationNotices), COST, 'Loans that would be paused'],
      },
    ]),
    tickPostponing('mandatoryForbearance'),
    // A benefit that is not offered has no checkbox and cannot be checked. The cost is still computed again.
    {
      event: { type: 'field.changed', field: 'hostileDuty', value: true },
      where: ({ offered }) => !offered.includes('hostileDuty'),
      then: [...besideCost({ ...notOffered, calls: sameCost }), notOffered],
    },
    {
      event: { type: 'field.changed', field: 'mandatoryForbearance', value: true },
      where: ({ offered }) => !offered.includes('mandatoryForbearance'),
      then: notOffered,
    },
    {
      event: { type: 'continue.pressed' },
      on: ['postponing'],
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        { in: 'postponing.application.applying', when: (before) => chosenIn(before).length > 0, ...shared.submits },
        {
          in: 'postponing.application.applying',
          context: ({ form: { values }, offered }) => ({ form: formOf(values, offered, true), notice: null }),
          focus: toErrors,
          reads: [REVIEW, ONE_AT_LEAST],
          hides: Object.values(applicationNotices),
        },
      ],
    },
    shared.keyMade,
    shared.retryWanted,
  ],
  outcomes: shared.outcomes,
  screens: {
    notEligible: [NOT_ON_DUTY],
    postponing: ['Your application:'],
    'postponing.cost.postponingPayments': COVERAGE_READS,
    ...shared.screens,
    'postponing.application.applying': [NAMES.scra, 'Continue'],
  },
  notOnScreen: shared.notOnScreen,
  finish: ['notEligible'],
  claims: {
    'only a borrower on active duty submits an application': {
      never: ({ isIn, context: { answers } }) => isIn('postponing') && answers.activeDuty !== true,
      brokenBy: 'guard isOnActiveDuty: always true',
    },
    'an application contains at least one benefit': {
      never: ({ isIn, context }) =>
        isIn('postponing.application.submitting') && isNew(context) && chosenIn(context).length === 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...shared.claims,
  },
  children: shared.children,
  facts: ({ answers, offered, form, key, notice }) => ({
    isOnDuty: answers.activeDuty,
    hasOrders: offered.includes('militaryDeferment'),
    isInGuard: offered.includes('mandatoryForbearance'),
    // The day matters only where the form asks for it.
    values: { ...form.values, dutyStart: isDutyStartAsked({ answers, form }) && form.values.dutyStart === DUTY_START },
    isSent: key !== null,
    notice: noticeFacts(notice),
  }),
});
