/** Model of auto debit (rulings 4, 52 and 76). */
import type { ContextFrom } from 'xstate';
import type { AutoDebitAccount, AutoDebits } from '#domain/payments/auto-debit/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { plainDateOf as day } from '#domain/calendar.ts';
import { ZERO, dollarsFromCents, toCents } from '#domain/money.ts';
import { sampleMethods } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toHeading, toNotice } from '../../kit/expected-page.ts';
import { expectedPresses, onePress } from '../../kit/expected-presses.ts';
import { type Expected, type ExpectedWhere, type Outcome, defineModel } from '../../kit/model.ts';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { autoDebit, autoDebitChange, autoDebitDraft } from './payment-auto-debit.machine.ts';

type Context = ContextFrom<typeof autoDebit>;
type Values = Context['form']['values'];

const SAVING = 'Saving your change…';
const CHECKING = "We're checking what happened to your change";
const QUESTION = 'Stop auto debit?';
const TWICE = 'You may pay this bill twice';
const ENROLLED = 'Auto debit is set up for';
const NOT_ENROLLED = "wasn't changed. Please try again.";
const STOPPED = 'You stopped auto debit for Direct Loans · E100200302.';
const NOT_STOPPED = "Auto debit for Direct Loans · E100200302 wasn't stopped. Please try again.";
const NOTICES = [ENROLLED, NOT_ENROLLED, STOPPED, NOT_STOPPED];
const TERMS = 'I agree to the terms and conditions';
const TERMS_REQUIRED = 'You are required to agree to the terms and conditions.';
const NOT_AN_AMOUNT = 'Payment amount must be a valid dollar amount.';
const EXTRA = 'Extra amount each month (optional)';

/** An account without auto debit, with a payment that is scheduled for the same bill. */
export const off: AutoDebitAccount = {
  accountId: 'account-1',
  accountNumber: 'E100200301',
  loanType: 'Direct',
  status: 'off',
  profileId: null,
  extraAmount: ZERO,
  dueDays: [9],
  next: {
    draftDate: day('2026-12-09'),
    dueDate: day('2026-12-09'),
    amount: toCents(13_000),
    lastChangeDate: day('2026-12-04'),
  },
  emptyDrafts: [],
  paidInFullOn: null,
  restsThrough: null,
  underWay: null,
  failed: null,
  monthlyReduction: toCents(412),
  reducedSince: null,
  payoff: toCents(2_000_000),
  sameBill: [{ effectiveDate: day('2026-11-25'), amount: toCents(5_000) }],
  history: [],
};

/** An account with auto debit whose draft moves to Monday and is under way. */
const on: AutoDebitAccount = {
  ...off,
  accountId: 'account-2',
  accountNumber: 'E100200302',
  status: 'on',
  profileId: 'method-1',
  extraAmount: toCents(2_500),
  dueDays: [22],
  next: {
    draftDate: day('2026-11-23'),
    dueDate: day('2026-11-22'),
    amount: toCents(15_500),
    lastChangeDate: day('2026-11-18'),
  },
  underWay: { effectiveDate: day('2026-11-23'), amount: toCents(15_500) },
  reducedSince: day('2025-02-24'),
  sameBill: [],
  history: [
    {
      kind: 'enrolled',
      changedOn: day('2025-02-03'),
      paymentMethod: 'JPMorgan Chase *****6789',
      extraAmount: toCents(2_500),
      by: 'borrower',
    },
  ],
};

/** An account whose next bill is paid, and one that payments under way pay in full. */
const paidBill: AutoDebitAccount = {
  ...on,
  accountId: 'account-3',
  accountNumber: 'E100200303',
  underWay: null,
  emptyDrafts: [{ draftDate: day('2026-12-22'), dueDate: day('2026-12-22') }],
  next: {
    draftDate: day('2027-01-22'),
    dueDate: day('2027-01-22'),
    amount: toCents(13_000),
    lastChangeDate: day('2027-01-19'),
  },
};
const paidAccount: AutoDebitAccount = { ...paidBill, accountId: 'account-4', accountNumber: 'E100200304', next: null };
/** An account in a pause. */
const resting: AutoDebitAccount = {
  ...paidBill,
  accountId: 'account-5',
  accountNumber: 'E100200305',
  emptyDrafts: [],
  restsThrough: day('2027-01-10'),
};
const withoutDrafts: AutoDebits = { accounts: [paidBill, paidAccount, resting], methods: [...sampleMethods] };

/** Accounts whose drafts the bank refused once, refused again, and returned. */
const refusedOnce: AutoDebitAccount = {
  ...paidBill,
  underWay: { effectiveDate: day('2026-12-11'), amount: toCents(9_000) },
  emptyDrafts: [],
  failed: {
    draftDate: day('2026-12-09'),
    amount: toCents(13_000),
    paymentMethod: 'JPMorgan Chase *****6789',
    kind: 'refused',
    retry: { effectiveDate: day('2026-12-11'), amount: toCents(9_000) },
    isPastDue: true,
  },
};
const failedAgain = (kind: 'refusedAgain' | 'returned', accountId: string): AutoDebitAccount => ({
  ...off,
  accountId,
  status: 'suspended',
  sameBill: [],
  failed: {
    draftDate: day('2026-12-11'),
    amount: toCents(kind === 'returned' ? 14_000 : 9_000),
    paymentMethod: 'JPMorgan Chase *****6789',
    kind,
    retry: null,
    isPastDue: kind === 'refusedAgain',
  },
});
const failures: AutoDebits = {
  accounts: [refusedOnce, failedAgain('refusedAgain', 'account-5'), failedAgain('returned', 'account-6')],
  methods: [...sampleMethods],
};

const both: AutoDebits = { accounts: [off, on], methods: [...sampleMethods] };
const withoutMethods: AutoDebits = { accounts: [off], methods: [] };

const problemsOf = ({ extraAmount, terms }: Values, hasMethods = true) => [
  ...unless('profileId', hasMethods, 'method.required'),
  ...unless('extraAmount', extraAmount !== 'much', 'extra.format'),
  ...unless('terms', terms, 'terms.required'),
];

/** Returns the form after a change, or after a field was left. */
function changed(
  { form }: Context,
  values: Partial<Values>,
  { left, isAttempted = form.attempted }: { readonly left?: string; readonly isAttempted?: boolean } = {},
) {
  const now = { ...form.values, ...values };
  const touched = left === undefined ? form.touched : touching(form.touched, left);
  return expectedForm(now, problemsOf(now), { touched, attempted: isAttempted });
}

const started = (values: Values, hasMethods = true) => expectedForm(values, problemsOf(values, hasMethods));

/** The form of the wanted account without entries. */
const emptied = ({ wanted, methods }: Pick<Context, 'wanted' | 'methods'>) =>
  started(
    {
      profileId: wanted?.accountId === 'account-2' || methods.length > 0 ? 'method-1' : '',
      extraAmount: wanted?.accountId === 'account-2' ? '25.00' : '',
      terms: false,
    },
    methods.length > 0,
  );

/** What was kept of an enrollment of the first account. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: 'enroll account-1',
  typed: { extraAmount: '25' },
  leftOut: [],
};
const stopDraft: FormDraft = { version: 1, key: sampleKey, place: 'stop account-2', typed: {}, leftOut: [] };
const atFirst = { accounts: [], methods: [], wanted: null, change: null, notice: null, pressed: [] };
const resumedForm = started({ profileId: 'method-1', extraAmount: '25', terms: false });
const resumes = ({ draft: kept, key }: Context): boolean => kept !== null && key === null;

/** Returns the expected result of a change of a field. Selections and checkboxes count as left. */
const entering = (values: Partial<Values>, left?: string) => ({
  in: 'enteringTerms',
  context: (before: Context) => ({
    notice: null,
    form: changed(before, values, left === undefined ? {} : { left }),
  }),
  hides: NOTICES,
});

const fillExtra = (extraAmount: string) => ({
  event: { type: 'field.changed', field: 'extraAmount', value: extraAmount } as const,
  gesture: { action: 'fill', role: 'textbox', name: EXTRA, value: extraAmount } as const,
  on: ['enteringTerms'],
  then: entering({ extraAmount }),
});

const has = (accountId: string) => (context: Context) =>
  context.methods.length > 0 && context.accounts.some((account) => account.accountId === accountId);

const isEnrollment = ({ change }: Context): boolean => change?.change === 'enroll';
const isListed = ({ wanted }: Context): boolean => wanted !== null;
const stop = { change: 'stop', accountId: 'account-2' } as const;

const enrollmentOf = ({ wanted, form: { values } }: Context) => ({
  change: 'enroll' as const,
  accountId: wanted?.accountId ?? '',
  profileId: values.profileId,
  extraAmount: dollarsFromCents(toCents(values.extraAmount === '' ? 0 : 2_500)),
  terms: values.terms,
});

const submission = expectedOnce<Context>({
  state: 'changingAutoDebit',
  call: 'changeAutoDebit',
  request: ({ change }) => ({ body: change }),
});

/** Presses while the accounts load again. They count afterwards. */
const presses = expectedPresses<Context>();

/** Expected result of an answer: a change in flight is asked about, and a form is opened again with its entries. */
function shows(answer: AutoDebits, reads: readonly string[], resumed?: AutoDebitAccount): Outcome<Context> {
  const then: ExpectedWhere<Context> = {
    state: 'showingAutoDebits',
    context: (before: Context) => ({ ...answer, draft: null, form: emptied({ ...before, methods: answer.methods }) }),
    reads,
  };
  return {
    answers: answer,
    then: [
      ...presses.after(then, answer),
      {
        when: ({ key, draft: kept }) => key !== null && kept?.place === 'stop account-2',
        ...submission.asks,
        context: {
          ...answer,
          draft: null,
          wanted: answer.accounts.find(({ accountId }) => accountId === 'account-2') ?? null,
          change: stop,
          form: emptied({ wanted: answer.accounts[1]?.accountId === 'account-2' ? on : null, methods: answer.methods }),
        },
      },
      {
        when: ({ key }) => key !== null,
        ...submission.asks,
        context: {
          ...answer,
          draft: null,
          wanted: resumed ?? null,
          form: { values: { extraAmount: '25' } },
          change: { change: 'enroll', accountId: resumed === undefined ? '' : 'account-1' },
        },
      },
      ...(resumed === undefined || answer.methods.length === 0
        ? []
        : [
            {
              when: resumes,
              state: 'enteringTerms',
              context: { ...answer, draft: null, wanted: resumed, form: resumedForm },
              reads: ['Sign up for auto debit'],
            },
          ]),
      then,
    ],
  };
}
const loads = { state: 'loadingAutoDebits', calls: { getAutoDebits: {} } };
const couldNotLoad: Expected<Context> = {
  state: 'couldNotLoad',
  context: { pressed: [] },
  focus: toNotice,
  reads: [COULD_NOT_LOAD],
};
const refreshes = { state: 'refreshing', calls: { refresh: {} }, focus: toNotice };

const changedTo = (notice: NonNullable<Context['notice']>) => (before: Context) => ({
  key: null,
  change: null,
  notice,
  form: emptied(before),
});

const made = [
  {
    when: isEnrollment,
    ...refreshes,
    context: changedTo('enrolled'),
    reads: [ENROLLED],
  },
  { when: isListed, ...refreshes, context: changedTo('stopped'), reads: [STOPPED], hides: [QUESTION] },
  // The account is not in the list any more.
  { ...refreshes, context: changedTo('stopped'), reads: ['You stopped auto debit for your account.'] },
];
const notStopped = [
  { when: isListed, ...refreshes, context: changedTo('notStopped'), reads: [NOT_STOPPED], hides: [QUESTION] },
  {
    ...refreshes,
    context: changedTo('notStopped'),
    reads: ["Auto debit for your account wasn't stopped. Please try again."],
  },
];
const notMade = [
  {
    when: isEnrollment,
    ...refreshes,
    context: changedTo('notEnrolled'),
    reads: [NOT_ENROLLED],
  },
  ...notStopped,
];

const toMethodField = { place: 'field', field: 'profileId', delay: 0 } as const;

/** Why an outcome of a change cannot be told from another one on the screen. */
const SAME_NOTICE = 'The notice is the same as for a change that the server does not make.';

/** The form with its entries, after an enrollment that the server did not receive. */
const enrollmentLost = {
  when: (context: Context) => isEnrollment(context) && context.wanted !== null && context.methods.length > 0,
  state: 'enteringTerms',
  context: { key: null, change: null, notice: 'notEnrolled' as const },
  focus: toNotice,
  reads: [NOT_ENROLLED],
};

const LISTED = ['showingAutoDebits', 'refreshing'];

const wanting = (type: 'enroll.pressed' | 'stop.pressed', accountId: string, name: string, then: Expected<Context>) => {
  const event = { type, accountId } as const;
  return {
    event,
    gesture: { action: 'click', role: 'button', name } as const,
    on: LISTED,
    where: has(accountId),
    then: [
      { in: 'showingAutoDebits', when: has(accountId), ...then },
      presses.counts(event, { when: has(accountId), ...then }),
    ],
  };
};
/** The page has no such account, or not the button: nothing happens. */
const withoutButton = (type: 'enroll.pressed' | 'stop.pressed', accountId: string) => {
  const event = { type, accountId } as const;
  return { event, then: [{ in: 'showingAutoDebits' }, presses.counts(event)] };
};

const enrolls = [
  wanting('enroll.pressed', 'account-1', 'Sign up Direct Loans · E100200301', {
    state: 'enteringTerms',
    context: {
      wanted: off,
      notice: null,
      form: started({ profileId: 'method-1', extraAmount: '', terms: false }),
    },
    focus: toMethodField,
    reads: ['Sign up for auto debit', 'Your first auto debit payment will be $130.00 on 12/09/2026', TWICE],
    hides: NOTICES,
  }),
  wanting('enroll.pressed', 'account-2', 'Change Direct Loans · E100200302', {
    state: 'enteringTerms',
    context: {
      wanted: on,
      notice: null,
      form: started({ profileId: 'method-1', extraAmount: '25.00', terms: false }),
    },
    focus: toMethodField,
    reads: ['Change auto debit'],
    hides: [...NOTICES, TWICE],
  }),
  withoutButton('enroll.pressed', 'account-9'),
];
const stops = [
  wanting('stop.pressed', 'account-2', 'Stop Direct Loans · E100200302', {
    state: 'confirmingStop',
    context: { wanted: on, notice: null },
    reads: [
      QUESTION,
      'The auto debit payment of $155.00 on 11/23/2026 is already under way and will still be drawn.',
      'You lose the lower interest: about $4.12 a month.',
    ],
    hides: NOTICES,
  }),
  // Auto debit of this account is off, so there is nothing to stop.
  withoutButton('stop.pressed', 'account-1'),
];

export default defineModel<typeof autoDebit>({
  machine: autoDebit,
  inputs: {
    'a borrower': {
      input: { draft: null },
      then: { ...loads, context: { ...atFirst, draft: null, key: null } },
    },
    'a borrower who left the form unfinished': {
      input: { draft },
      then: { ...loads, context: { ...atFirst, draft, key: null } },
    },
    'a borrower whose page was reloaded while an enrollment was under way': {
      input: { draft: { ...draft, key: sampleKey } },
      then: { ...loads, context: { ...atFirst, draft: { ...draft, key: sampleKey }, key: sampleKey } },
    },
    'a borrower whose page was reloaded while auto debit was being stopped': {
      input: { draft: stopDraft },
      then: { ...loads, context: { ...atFirst, draft: stopDraft, key: sampleKey } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    ...enrolls,
    fillExtra('much'),
    fillExtra('25'),
    {
      event: { type: 'field.left', field: 'extraAmount' },
      gesture: { action: 'leave', role: 'textbox', name: EXTRA },
      on: ['enteringTerms'],
      then: [
        {
          in: 'enteringTerms',
          when: ({ form }) => form.values.extraAmount === 'much',
          context: (before) => ({ form: changed(before, {}, { left: 'extraAmount' }) }),
          reads: [NOT_AN_AMOUNT],
        },
        {
          in: 'enteringTerms',
          when: ({ form }) => form.values.extraAmount === '25',
          context: (before) => ({ form: changed(before, { extraAmount: '25.00' }, { left: 'extraAmount' }) }),
        },
        { in: 'enteringTerms', context: (before) => ({ form: changed(before, {}, { left: 'extraAmount' }) }) },
      ],
    },
    {
      event: { type: 'field.changed', field: 'profileId', value: 'method-2' },
      gesture: {
        action: 'choose',
        role: 'combobox',
        name: 'Payment method',
        value: 'Rainy Day Savings (Ally Bank *****4411)',
      },
      on: ['enteringTerms'],
      then: entering({ profileId: 'method-2' }, 'profileId'),
    },
    {
      event: { type: 'field.changed', field: 'terms', value: true },
      gesture: { action: 'check', role: 'checkbox', name: TERMS },
      on: ['enteringTerms'],
      where: ({ form }) => !form.values.terms,
      then: entering({ terms: true }, 'terms'),
    },
    {
      event: { type: 'field.changed', field: 'terms', value: false },
      gesture: { action: 'uncheck', role: 'checkbox', name: TERMS },
      on: ['enteringTerms'],
      where: ({ form }) => form.values.terms,
      then: { ...entering({ terms: false }, 'terms'), reads: [TERMS_REQUIRED] },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Sign up' },
      on: ['enteringTerms'],
      where: ({ wanted }) => wanted?.status === 'off',
      then: submitting(),
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save changes' },
      on: ['enteringTerms'],
      where: ({ wanted }) => wanted?.status === 'on',
      then: submitting(),
    },
    {
      event: { type: 'enroll.cancelled' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      on: ['enteringTerms'],
      then: {
        in: 'enteringTerms',
        state: 'showingAutoDebits',
        context: (before) => ({ notice: null, form: emptied(before) }),
        focus: toHeading,
        hides: [TERMS],
      },
    },
    ...stops,
    {
      event: { type: 'stop.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, stop auto debit' },
      on: ['confirmingStop'],
      then: {
        in: 'confirmingStop',
        state: 'changingAutoDebit',
        context: { change: stop },
        calls: { changeAutoDebit: { body: stop } },
        reads: [SAVING],
      },
    },
    {
      event: { type: 'stop.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep auto debit' },
      on: ['confirmingStop'],
      then: { in: 'confirmingStop', state: 'showingAutoDebits', hides: [QUESTION] },
    },
  ],
  outcomes: {
    getAutoDebits: {
      'one account with auto debit and one without': shows(
        both,
        [
          'Direct Loans · E100200301',
          'Auto debit is off',
          'If you sign up today, your first auto debit payment is on 12/09/2026',
          'Lower interest would save you',
          'about $4.12 a month',
          'Lower interest saves you',
          'Since 02/24/2025',
          'Auto debit is on',
          'Next auto debit payment, 11/23/2026',
          'Banks are closed on the due date, 11/22/2026',
          'Your next auto debit payment is already under way.',
        ],
        off,
      ),
      'drafts in which nothing is drawn': shows(withoutDrafts, [
        'Auto debit payment on 12/22/2026',
        'Nothing to draw',
        'Nothing is left to pay on this bill',
        'Next auto debit payment, 01/22/2027',
        'Your payments are paused through 01/10/2027, so auto debit rests. It draws again on 01/22/2027.',
        'No more payments',
      ]),
      'drafts that the bank refused or returned': shows(failures, [
        'Your bank refused an auto debit payment',
        'We tried to take $130.00 from JPMorgan Chase *****6789 on 12/09/2026, but your bank refused it.',
        "We'll try once more on 12/11/2026, for $90.00.",
        'We tried to take $90.00 from JPMorgan Chase *****6789 on 12/11/2026, but your bank refused it again.',
        "We don't try again. The amount is past due, so please pay it yourself.",
        'Make a Payment',
        'and your bank later took the money back.',
        'We have suspended auto debit.',
      ]),
      'no saved bank account': shows(withoutMethods, ['Add a payment method to sign up'], off),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
    changeAutoDebit: {
      'it is made': { answers: { result: 'accepted', answer: { result: true }, record: null }, then: made },
      'it turns out to be made': {
        answers: { result: 'accepted', answer: { result: true }, record: stop },
        then: made,
      },
      'it is no longer possible': {
        answers: { result: 'refused', answer: { result: false }, failure: null },
        then: notMade,
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: notMade,
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: [enrollmentLost, ...notMade] },
      'the machine of the change stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice, reads: [CHECKING], hides: [QUESTION] },
      },
    },
  },
  screens: {
    loadingAutoDebits: ['Auto Debit', 'Loading…'],
    couldNotLoad: ['Auto Debit', COULD_NOT_LOAD, TRY_AGAIN],
    showingAutoDebits: ['Auto Debit', 'Due on day'],
    enteringTerms: ['Payment method', EXTRA, TERMS, 'Cancel'],
    confirmingStop: [QUESTION],
    changingAutoDebit: ['Auto Debit'],
    refreshing: ['Auto Debit'],
    outcomeCheckFailed: [CHECKING],
  },
  finish: ['showingAutoDebits'],
  claims: {
    'a change counts only when the server has made it': {
      reaching: ({ context }) => context.notice === 'enrolled' || context.notice === 'stopped',
      needs: (by) => by.kind === 'outcome' && ['it is made', 'it turns out to be made'].includes(by.outcome),
      brokenBy: 'guard isChanged: always true',
    },
    'a borrower enrolls only after agreeing to the terms': {
      never: ({ isIn, context }) =>
        isIn('changingAutoDebit') && isNew(context) && context.change?.change === 'enroll' && !context.change.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    'only an account with auto debit is stopped': {
      never: ({ isIn, context }) => isIn('confirmingStop') && context.wanted?.status !== 'on',
      brokenBy: 'guard isEnrolled: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('refreshing') && context.key !== null,
      brokenBy: 'changingAutoDebit -> changeAutoDebit done [isChanged]: action setChanged removed',
    },
  },
  notOnScreen: {
    'changeAutoDebit "it turns out to be made" (1)': 'The screen is the same as after an immediate response.',
    'changeAutoDebit "it turns out to be made" (2)': 'The screen is the same as after an immediate response.',
    'changeAutoDebit "the server refuses the request" (1)': SAME_NOTICE,
    'changeAutoDebit "the server refuses the request" (2)': SAME_NOTICE,
    'changeAutoDebit "it turns out to be made" (3)': 'The screen is the same as after an immediate response.',
    'changeAutoDebit "the server refuses the request" (3)': SAME_NOTICE,
    'changeAutoDebit "it never arrived" (2)': SAME_NOTICE,
    'changeAutoDebit "it never arrived" (3)': SAME_NOTICE,
    'changeAutoDebit "it never arrived" (4)': SAME_NOTICE,
  },
  children: {
    changeAutoDebit: createSubmissionModel(autoDebitChange, {
      key: sampleKey,
      body: stop,
      accepted: { result: true },
      rejected: { result: false },
      record: stop,
      messages: {
        sending: SAVING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet.",
        asking: 'Checking what happened to your change…',
      },
    }),
  },
  draft: { of: autoDebitDraft, secrets: [] },
  tries: onePress('enroll.pressed', 'stop.pressed'),
});

/** Expected results of the form's button. */
function submitting() {
  return [
    {
      in: 'enteringTerms',
      when: ({ form }: Context) => problemsOf(form.values).length === 0,
      state: 'changingAutoDebit',
      context: (before: Context) => ({ notice: null, change: enrollmentOf(before) }),
      calls: (before: Context) => ({ changeAutoDebit: { body: enrollmentOf(before) } }),
      reads: [SAVING],
      hides: NOTICES,
    },
    {
      in: 'enteringTerms',
      context: (before: Context) => ({ form: changed(before, {}, { isAttempted: true }) }),
      focus: toErrors,
      reads: [REVIEW],
    },
  ];
}
