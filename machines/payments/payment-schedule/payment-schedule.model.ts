/**
 * Specification of a payment's schedule (Y §4.1, §4.2, §5.1), for an account that is partly past due or has no amount
 * due.
 */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import type { ScheduleValues } from '#domain/payments/submission-shapes.ts';
import {
  paymentWithDraft,
  sampleDates,
  samplePayment,
  sampleUpcoming,
  upcomingForPastDue,
  upcomingForTotalDue,
} from '#domain/payments/samples.ts';
import type { AfterCutoffDue, BorrowerPayment } from '#domain/payments/shapes.ts';
import { sampleToday } from '#domain/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import type { Form } from '../../kit/form.ts';
import { type ContextPart, answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { type PaymentScheduleInput, type ScheduleEntry, paymentSchedule } from './payment-schedule.machine.ts';

type Context = ContextFrom<typeof paymentSchedule>;
const { to, stays, given, does, press, where } = words<typeof paymentSchedule>();

const OPTION = 'option.acct-1';
const AMOUNT = 'otherAmount.acct-1';

/** The sample with a bill that is being paid, and with a draft that can no longer change. */
const paymentWithFixedDraft: BorrowerPayment = {
  ...samplePayment,
  borrowerAccountPayments: samplePayment.borrowerAccountPayments.map((account) => ({
    ...account,
    beingPaid: [{ dueDate: toPlainDate('2026-11-19'), amount: toCents(20_625), paidOn: toPlainDate('2026-11-19') }],
    draft: {
      draftDate: toPlainDate('2026-11-23'),
      dueDate: toPlainDate('2026-11-22'),
      amount: toCents(15_500),
      lastChangeDate: toPlainDate('2026-11-18'),
    },
  })),
};

const afterCutoff: readonly AfterCutoffDue[] = [
  {
    accountNumber: 'E100200301',
    outstandingBalance: toCents(1_840_508),
    balanceDate: toPlainDate('2026-11-23'),
    groupPayments: [
      { groupId: 'A', accruedInterest: toCents(5_386), outstandingBalance: toCents(920_254) },
      { groupId: 'B', accruedInterest: toCents(4_120), outstandingBalance: toCents(920_254) },
    ],
  },
];

/** Initial values: today, and the amount due on each account and group (Y §4.1). */
const startingValues = {
  paymentDate: '11/20/2026',
  'level.acct-1': 'account',
  [OPTION]: 'MonthlyPayment',
  [AMOUNT]: '',
  'keepDueDate.acct-1': false,
  'option.acct-1.A': 'MonthlyPayment',
  'otherAmount.acct-1.A': '',
  'keepDueDate.acct-1.A': false,
  'option.acct-1.B': 'MonthlyPayment',
  'otherAmount.acct-1.B': '',
  'keepDueDate.acct-1.B': false,
} as const satisfies ScheduleValues;

const LATER_DAYS: readonly string[] = ['11/24/2026', '11/25/2026'];
/** Date after the allowed range, for which the balances after the cutoff are not needed. */
const TOO_LATE = '03/08/2027';

const isTyping = (values: ScheduleValues): boolean => values[OPTION] === 'OtherAmount';
const isByGroup = (values: ScheduleValues): boolean => values['level.acct-1'] === 'group';
const isWithoutDay = ({ paymentDate }: ScheduleValues): boolean => ['', TOO_LATE].includes(paymentDate);
/**
 * Returns true if the groups have Other Amount and 0.00: if scheduled payments cover the amount due (ruling 69), or if
 * the groups were hidden with a partial coverage's remainder (ruling 113) when the step was left (Y §4.2).
 */
const isCovered = (values: ScheduleValues): boolean =>
  values['option.acct-1.A'] === 'OtherAmount' && values['otherAmount.acct-1.A'] === '0.00';
const isNothingToPay = (values: ScheduleValues): boolean =>
  isByGroup(values)
    ? isCovered(values)
    : values[OPTION] === 'NoPayment' || (isTyping(values) && ['', '0', '0.00'].includes(values[AMOUNT] ?? ''));

/** Returns the validation problems in the order of the error panel: total, amounts, date (Y §5.1). */
const problems = (values: ScheduleValues) => [
  ...unless('total', !isNothingToPay(values), 'total.zero'),
  ...unless(AMOUNT, !isTyping(values) || isByGroup(values) || values[AMOUNT] !== '', 'amount.required'),
  ...unless('paymentDate', values.paymentDate !== '', 'date.required'),
  ...unless('paymentDate', values.paymentDate !== TOO_LATE, 'date.outsideWindow', { paymentRange: 14 }),
];

/** Returns the form with these values, by default without touched fields or attempts. */
const formWith = (values: ScheduleValues, shown: Partial<Pick<Form<ScheduleValues>, 'touched' | 'attempted'>> = {}) =>
  expectedForm(values, problems(values), shown);

const dueAndToday = {
  payment: samplePayment,
  dates: sampleDates,
  today: sampleToday,
  upcoming: sampleUpcoming,
  account: null,
  nearPayoffRange: toCents(2_500),
};

export const startingSchedule: ScheduleEntry = { form: formWith(startingValues), cutoff: null };
/** Reported entries after a later date was chosen, and after its field was left. */
export const laterSchedule: ScheduleEntry = {
  ...startingSchedule,
  form: formWith({ ...startingValues, paymentDate: '11/25/2026' }),
};
export const validatedSchedule: ScheduleEntry = {
  ...startingSchedule,
  form: formWith(startingValues, { touched: ['paymentDate'] }),
};

/** Earlier choices: a custom amount, and a date that is now in the past. */
export const otherAmountSchedule: ScheduleEntry = {
  ...startingSchedule,
  form: formWith({ ...startingValues, [OPTION]: 'OtherAmount', [AMOUNT]: '25.00' }),
};
export const tooLateSchedule: ScheduleEntry = {
  ...startingSchedule,
  form: expectedForm({ ...startingValues, paymentDate: '11/19/2026' }, [
    { field: 'paymentDate', issue: { code: 'date.tooEarly', earliest: '2026-11-20' } },
  ]),
};

const borrower: PaymentScheduleInput = { ...dueAndToday, accrualEnd: sampleToday, entry: startingSchedule };

/**
 * Sample without an amount due on the account and its groups, so that the payment is empty until an amount is entered.
 */
const [account] = samplePayment.borrowerAccountPayments;
const notDue = { totalDue: ZERO, amountDue: ZERO, pastDueAmt: ZERO };
const nothingDue: PaymentScheduleInput = {
  ...borrower,
  payment: {
    ...samplePayment,
    totalDue: ZERO,
    borrowerAccountPayments: account === undefined ? [] : [{ ...account, ...notDue, borrowerGroupPayments: [] }],
  },
  entry: {
    form: formWith({
      paymentDate: '11/20/2026',
      'level.acct-1': 'account',
      [OPTION]: 'NoPayment',
      [AMOUNT]: '',
      'keepDueDate.acct-1': false,
    }),
    cutoff: null,
  },
};

const cutoff = { items: afterCutoff, accrualEnd: sampleToday };
const comingBack: PaymentScheduleInput = { ...borrower, entry: { ...laterSchedule, cutoff } };

const WITHOUT_LATER_BALANCES = "We couldn't load the balances for a payment after today.";
const NOTHING_TO_PAY = 'Total Payment amount must be greater than $0.';

/** The total is not a field, but its message is shown below the amounts. */
const theTotal = {
  total: { label: 'Total Payment', entries: [], isNotLeft: true, errors: { 'total.zero': NOTHING_TO_PAY } },
} as const;

const toEntry = ({ form, cutoff: later }: Context): ScheduleEntry => ({ form, cutoff: later });
/** Events for the parent machine: changed choices, and messages about them. */
const changed = [{ type: 'schedule.changed', entry: toEntry }];
const validated = [{ type: 'schedule.validated', entry: toEntry }];

/** The balances after the cutoff load once, if they are needed and unknown (Y §4.2). */
const asksForLaterBalances = { calls: { getBalancesAfterCutoff: {} } };
const toLaterDay = {
  ...to('choosingAmounts.fetchingLaterBalances', undefined, asksForLaterBalances),
  in: 'choosingAmounts.choosing',
  when: ({ cutoff: later }: Context) => later === null,
};
/** Today's balances are right for today, so that the message about missing balances is gone. */
const toEarlierDay = {
  ...to('choosingAmounts.choosing', undefined, { hides: [WITHOUT_LATER_BALANCES] }),
  in: 'choosingAmounts.withoutLaterBalances',
};

/** Amounts after the step was left: two decimals, and 0 for hidden ones (Y §4.2, ruling 38). */
const settled: Readonly<Record<string, string>> = { '25': '25.00', '0': '0.00' };
const settledForm = ({ values, touched, attempted }: Form<ScheduleValues>) => {
  const typed = values[AMOUNT] ?? '';
  const amount = isByGroup(values) && isTyping(values) ? '0.00' : (settled[typed] ?? typed);
  const hidden = isByGroup(values) || values['option.acct-1.A'] !== 'OtherAmount' ? {} : NOTHING_ON_GROUPS;
  return formWith({ ...values, [AMOUNT]: amount, ...hidden }, { touched, attempted });
};
const NOTHING_ON_GROUPS = { 'otherAmount.acct-1.A': '0.00', 'otherAmount.acct-1.B': '0.00' };

/** Scheduled payments, some of them too late for the due date, 12/05/2026 (ruling 83). */
const upcomingTooLate = upcomingForTotalDue.map((payment) =>
  payment.groupId === null ? payment : { ...payment, effectiveDate: toPlainDate('2026-12-07') },
);

/** Schedule whose account and groups start without an amount (ruling 69). */
export const coveredSchedule: ScheduleEntry = {
  form: formWith({
    ...startingValues,
    [OPTION]: 'OtherAmount',
    [AMOUNT]: '0.00',
    'option.acct-1.A': 'OtherAmount',
    'otherAmount.acct-1.A': '0.00',
    'option.acct-1.B': 'OtherAmount',
    'otherAmount.acct-1.B': '0.00',
  }),
  cutoff: null,
};
/** Schedule whose account starts with the remaining amount, and its groups with their shares of it (ruling 113). */
export const partlyCoveredSchedule: ScheduleEntry = {
  form: formWith({
    ...startingValues,
    [OPTION]: 'OtherAmount',
    [AMOUNT]: '362.50',
    'option.acct-1.A': 'OtherAmount',
    'otherAmount.acct-1.A': '232.50',
    'option.acct-1.B': 'OtherAmount',
    'otherAmount.acct-1.B': '130.00',
  }),
  cutoff: null,
};
/** Schedule whose account starts with an empty amount, for an extra payment. */
export const extraSchedule: ScheduleEntry = {
  form: formWith({ ...startingValues, [OPTION]: 'OtherAmount' }),
  cutoff: null,
};

export const COVERED =
  "Your scheduled payments cover the total due on this account. You don't need to pay it again. Already scheduled: $206.25 on 11/25/2026; $76.25 on 11/25/2026 for group A; $130.00 on 11/25/2026 for group B.";
const COVERED_IN_PART =
  'Your scheduled payments cover part of the total due on this account. $362.50 is left to pay. Already scheduled: $50.00 on 11/25/2026.';
const COVERED_TOO_LATE =
  'Your scheduled payments would cover the total due on this account, but not by the due date. Already scheduled: $206.25 on 11/25/2026; $76.25 on 12/07/2026 for group A; $130.00 on 12/07/2026 for group B.';
const ALSO_DRAWS =
  "Auto debit also draws $155.00 on 11/23/2026. This payment doesn't change that. If you then pay more than you owe, we send the rest back.";
/** The draft of {@link paymentWithDraft} can change after the payment. */
export const COUNTS = 'This payment counts for your auto debit on 12/07/2026, which may then draw less or nothing.';
const COVERED_PAST_DUE =
  'Your scheduled payments cover the past-due amount on this account. Already scheduled: $206.25 on 11/25/2026.';

const starts = (
  input: PaymentScheduleInput,
  context: ContextPart<Context>,
  reads: readonly string[],
  hides: readonly string[] = [],
) => [input, to('choosingAmounts.choosing', context, { reads, hides })] as const;

/** A tab above the amounts. */
const tab = (name: string, level: 'account' | 'group', text: Partial<Record<'reads' | 'hides', readonly string[]>>) =>
  does(
    { action: 'click', role: 'tab', name },
    { type: 'field.changed', field: 'level.acct-1', value: level },
    stays(
      ({ form: { values, touched, attempted } }) => ({
        form: formWith({ ...values, 'level.acct-1': level }, { touched, attempted }),
      }),
      { notifies: changed, ...text },
    ),
  );

/** Only the total is wrong: its message is shown beside it, and the focus is on the first amount. */
const onlyTotalIsWrong = (isHere: (values: ScheduleValues) => boolean, field: string) =>
  given(
    ({ form: { values } }) =>
      problems(values).every((each) => each.field === 'total') && isNothingToPay(values) && isHere(values),
    stays(({ form: { values, touched } }) => ({ form: formWith(values, { touched, attempted: true }) }), {
      notifies: validated,
      focus: { place: 'field', field, delay: 0 },
      reads: [NOTHING_TO_PAY],
    }),
  );

export default spec(paymentSchedule, {
  title: 'Payment Schedule',
  starts: {
    'a borrower': starts(
      borrower,
      { ...dueAndToday, accrualEnd: sampleToday, ...startingSchedule },
      [COVERED_IN_PART, '$412.50', 'Already scheduled', '$50.00', 'Left to pay', '$362.50'],
      [COVERED, COVERED_TOO_LATE, COVERED_PAST_DUE],
    ),
    'a borrower whose scheduled payments cover the amount due': starts(
      { ...borrower, upcoming: upcomingForTotalDue, entry: coveredSchedule },
      { upcoming: upcomingForTotalDue, ...coveredSchedule },
      [COVERED, '$412.50', 'Already scheduled', 'Left to pay', '$0.00'],
    ),
    'a borrower whose scheduled payments cover the amount due too late': starts(
      { ...borrower, upcoming: upcomingTooLate },
      { upcoming: upcomingTooLate, ...startingSchedule },
      [COVERED_TOO_LATE],
    ),
    'a borrower whose scheduled payments cover the past-due amount': starts(
      { ...borrower, upcoming: upcomingForPastDue },
      { upcoming: upcomingForPastDue, ...startingSchedule },
      [COVERED_PAST_DUE],
    ),
    'a borrower with auto debit whose draft can no longer change, while a bill is being paid': starts(
      { ...borrower, payment: paymentWithFixedDraft },
      { payment: paymentWithFixedDraft, ...startingSchedule },
      ['Your bill of $206.25 for 11/19/2026 is being paid.', ALSO_DRAWS],
    ),
    'a borrower with auto debit whose draft can change': starts(
      { ...borrower, payment: paymentWithDraft },
      { payment: paymentWithDraft, ...startingSchedule },
      [COUNTS],
      ['Auto debit also draws', 'is being paid'],
    ),
    'a borrower without an amount due': starts(nothingDue, { ...nothingDue.entry }, ['No payment']),
    'a borrower who comes back, with later balances': starts(comingBack, { form: comingBack.entry.form, cutoff }, []),
    'a borrower who comes back before later balances have loaded': [
      { ...borrower, entry: laterSchedule },
      to('choosingAmounts.fetchingLaterBalances', { form: laterSchedule.form, cutoff: null }, asksForLaterBalances),
    ],
  },
  form: {
    in: ['choosingAmounts'],
    problems,
    notifies: { changed, left: validated, refused: validated },
    fields: {
      paymentDate: {
        label: 'Payment Date',
        entries: [
          { value: '', then: toEarlierDay },
          { value: '11/20/2026', then: toEarlierDay },
          { value: '11/24/2026', then: toLaterDay },
          { value: '11/25/2026', then: toLaterDay },
          { value: TOO_LATE, then: toEarlierDay },
        ],
        errors: {
          'date.required': 'Payment date is required.',
          'date.outsideWindow': 'Payment must be in the next 14 days.',
        },
      },
      [OPTION]: {
        label: 'Other amount',
        role: 'radio',
        entries: [
          {
            value: 'OtherAmount',
            reads: ['your payoff amount'],
            then: stays(undefined, { focus: { place: 'field', field: AMOUNT, delay: 0 } }),
          },
        ],
        where: ({ form: { values } }) => !isByGroup(values),
      },
      [AMOUNT]: {
        label: 'Other amount',
        entries: ['0', '25'],
        becomes: settled,
        where: ({ form: { values } }) => isTyping(values) && !isByGroup(values),
        errors: { 'amount.required': 'Payment amount is required.' },
      },
      ...theTotal,
    },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: to('amountsChosen', ({ form }) => ({ form: settledForm(form) }), {
          output: ({ form, cutoff: later }) => ({ form: settledForm(form), cutoff: later }),
        }),
      },
    ],
  },
  states: {
    choosingAmounts: {
      shows: ['Direct Loans · E100200301', 'Payment Date', 'Payment Summary', 'Total Payment', 'Continue'],
      on: [
        where(
          ({ form: { values }, payment }) => isTyping(values) && !isByGroup(values) && payment.totalDue > 0,
          tab('Pay by Group', 'group', { reads: ['Group A', 'Group B'] }),
        ),
        where(
          ({ form: { values } }) => isByGroup(values) && isCovered(values),
          tab('Pay by Account', 'account', { hides: ['Group A: Direct Subsidized'] }),
        ),
        press(
          'Continue',
          'continue.pressed',
          onlyTotalIsWrong(isByGroup, 'otherAmount.acct-1.A'),
          onlyTotalIsWrong(isTyping, AMOUNT),
          onlyTotalIsWrong(() => true, OPTION),
        ),
      ],
    },
    'choosingAmounts.fetchingLaterBalances': {
      when: {
        getBalancesAfterCutoff: {
          // For an account of the Department of Education the balances do not change (Y §4.2).
          'the balances after the cutoff': [
            answers(afterCutoff),
            to('choosingAmounts.choosing', { cutoff }, { notifies: validated }),
          ],
          'no answer in time': [
            noAnswer,
            given(
              ({ form }) => LATER_DAYS.includes(form.values.paymentDate),
              to('choosingAmounts.withoutLaterBalances'),
            ),
            to('choosingAmounts.choosing'),
          ],
        },
      },
    },
    'choosingAmounts.withoutLaterBalances': {
      shows: [WITHOUT_LATER_BALANCES, "You see today's balances and payoff amounts."],
    },
  },
  claims: {
    'a borrower does not continue without a date and an amount': {
      never: ({ isIn, context: { form } }) =>
        isIn('amountsChosen') && (isWithoutDay(form.values) || isNothingToPay(form.values)),
      brokenBy: 'guard isFormComplete: always true',
    },
    'balances after the cutoff are not requested again after they have loaded': {
      never: ({ context, waitingFor }) => context.cutoff !== null && waitingFor.includes('getBalancesAfterCutoff'),
      brokenBy: 'guard isLaterBalanceRequested: always true',
    },
  },
  notOnScreen: {
    'continue.pressed (3)': 'Within a payment, the samples always owe something: an amount is typed, or is due.',
  },
  facts: ({ form: { values }, cutoff: later, payment }) => ({
    values,
    isDue: payment.totalDue > 0,
    hasCutoff: later !== null,
  }),
  combinedFacts: ({ form: { values }, cutoff: later, payment }) => ({
    day: LATER_DAYS.includes(values.paymentDate) ? 'later' : values.paymentDate,
    option: values[OPTION],
    isNothingTyped: values[AMOUNT] === '',
    isNothingToPay: isNothingToPay(values),
    isByGroup: isByGroup(values),
    isCovered: isCovered(values),
    isDue: payment.totalDue > 0,
    hasCutoff: later !== null,
  }),
});
