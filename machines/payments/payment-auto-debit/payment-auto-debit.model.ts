/** Specification of auto debit (rulings 4, 52 and 76). */
import type { ContextFrom } from 'xstate';
import type { AutoDebitAccount, AutoDebitValues, AutoDebits } from '#domain/payments/auto-debit/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, dollarsFromCents, toCents } from '#domain/money.ts';
import { sampleMethods } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { autoDebit, autoDebitChange, autoDebitDraft } from './payment-auto-debit.machine.ts';

type Context = ContextFrom<typeof autoDebit>;
const { to, stays, given, unseen, thenPresses, press, hears, where, loads, notLoaded } = words<typeof autoDebit>();

const QUESTION = 'Stop auto debit?';
const TWICE = 'You may pay this bill twice';
const TERMS = 'I agree to the terms and conditions';
const EXTRA = 'Extra amount each month (optional)';

/** An account without auto debit, with a payment scheduled for the same bill. */
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

const problems = ({ extraAmount, terms }: AutoDebitValues, { methods }: Pick<Context, 'methods'>) => [
  ...unless('profileId', methods.length > 0, 'method.required'),
  ...unless('extraAmount', extraAmount !== 'much', 'extra.format'),
  ...unless('terms', terms, 'terms.required'),
];
/** The form starts with the present terms of an account. The borrower must accept the terms again. */
const opened = ({ selected, methods }: Pick<Context, 'selected' | 'methods'>, extraAmount?: string) => {
  const isOn = selected?.accountId === 'account-2';
  const values = {
    profileId: isOn || methods.length > 0 ? 'method-1' : '',
    extraAmount: extraAmount ?? (isOn ? '25.00' : ''),
    terms: false,
  };
  return expectedForm(values, problems(values, { methods }));
};

/** Drafts of an enrollment of the first account, and of stopping auto debit. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: 'enroll account-1',
  typed: { extraAmount: '25' },
  leftOut: [],
};
const stopDraft: FormDraft = { version: 1, key: sampleKey, place: 'stop account-2', typed: {}, leftOut: [] };
const starts = (stored: FormDraft | null) =>
  [
    { draft: stored },
    to(
      'loadingAutoDebits',
      {
        accounts: [],
        methods: [],
        selected: null,
        change: null,
        draft: stored,
        key: stored?.key ?? null,
        notice: null,
        pressed: [],
      },
      { calls: { getAutoDebits: {} } },
    ),
  ] as const;

const stop = { change: 'stop', accountId: 'account-2' } as const;
const toEnrollment = ({ selected, form: { values } }: Context) => ({
  change: 'enroll' as const,
  accountId: selected?.accountId ?? '',
  profileId: values.profileId,
  extraAmount: dollarsFromCents(toCents(values.extraAmount === '' ? 0 : 2_500)),
  terms: values.terms,
});
const submission = submits({
  machine: autoDebitChange,
  state: 'changingAutoDebit',
  by: 'changeAutoDebit',
  request: ({ change }: Context) => ({ body: change }),
  sample: { body: stop, accepted: { result: true }, rejected: { result: false }, record: stop },
  texts: {
    sending: 'Saving your change…',
    outcomeUnknown: "We're checking what happened to your change",
    explanation: "We haven't heard back yet.",
    asking: 'Checking what happened to your change…',
  },
});
const { sending } = submission.texts;

/**
 * The accounts, whichever call loaded them. The machine asks for the outcome of a change in flight, and a form opens
 * with its entries.
 */
const shows = (answer: AutoDebits, reads: readonly string[], resumed: AutoDebitAccount | null = null) => {
  const { methods } = answer;
  const loaded = { ...answer, draft: null };
  const stopped = answer.accounts.find(({ accountId }) => accountId === 'account-2') ?? null;
  const asks = { calls: submission.asks };
  return [
    answers(answer),
    given(
      ({ key, draft: stored }) => key !== null && stored?.place === 'stop account-2',
      to(
        'changingAutoDebit',
        { ...loaded, selected: stopped, change: stop, form: opened({ selected: stopped, methods }) },
        asks,
      ),
    ),
    given(
      ({ key }) => key !== null,
      to(
        'changingAutoDebit',
        {
          ...loaded,
          selected: resumed,
          form: { values: { extraAmount: '25' } },
          change: { change: 'enroll', accountId: resumed?.accountId ?? '' },
        },
        asks,
      ),
    ),
    resumed === null || methods.length === 0
      ? []
      : given(
          ({ draft: stored }) => stored !== null,
          to(
            'enteringTerms',
            { ...loaded, selected: resumed, form: opened({ selected: resumed, methods }, '25') },
            { reads: ['Sign up for auto debit', 'Payment method'] },
          ),
        ),
    thenPresses(
      to('showingAutoDebits', ({ selected }) => ({ ...loaded, form: opened({ selected, methods }) }), { reads }),
      answer,
    ),
  ] as const;
};

const isEnrollment = ({ change }: Context): boolean => change?.change === 'enroll';
const isListed = ({ selected }: Context): boolean => selected !== null;
const ends = (notice: NonNullable<Context['notice']>, ...reads: readonly string[]) =>
  to('refreshing', (before) => ({ key: null, change: null, notice, form: opened(before) }), {
    calls: { refresh: {} },
    reads,
    hides: [QUESTION],
  });
const made = [
  given(isEnrollment, ends('enrolled')),
  given(isListed, ends('stopped', 'You stopped auto debit for Direct Loans · E100200302.')),
  // The account is no longer in the list.
  ends('stopped', 'You stopped auto debit for your account.'),
];
const notMade = [
  given(isEnrollment, ends('notEnrolled')),
  given(isListed, ends('notStopped', "Auto debit for Direct Loans · E100200302 wasn't stopped. Please try again.")),
  ends('notStopped', "Auto debit for your account wasn't stopped. Please try again."),
];
const sameNotice = 'The notice is the same as for a change that the server does not make.';

/** A button of an account. */
const ofAccount = (
  name: string,
  type: 'enroll.pressed' | 'stop.pressed',
  accountId: string,
  then: ReturnType<typeof to>,
) => {
  const has = ({ methods, accounts }: Context) =>
    methods.length > 0 && accounts.some((account) => account.accountId === accountId);
  return where(has, press(name, { type, accountId }, given(has, then)));
};
const enrolls = (name: string, selected: AutoDebitAccount, reads: readonly string[], hides: readonly string[] = []) =>
  ofAccount(
    name,
    'enroll.pressed',
    selected.accountId,
    to(
      'enteringTerms',
      { selected, notice: null, form: opened({ selected, methods: both.methods }) },
      { focus: { place: 'field', field: 'profileId', delay: 0 }, reads: ['Payment method', ...reads], hides },
    ),
  );
const submitted = to('changingAutoDebit', (before) => ({ notice: null, change: toEnrollment(before) }), {
  calls: (before) => ({ changeAutoDebit: { body: toEnrollment(before) } }),
  reads: [sending],
});

export default spec(autoDebit, {
  shows: ['Auto Debit'],
  starts: {
    'a borrower': starts(null),
    'a borrower who left the form unfinished': starts(draft),
    'a borrower whose page was reloaded while an enrollment was under way': starts({ ...draft, key: sampleKey }),
    'a borrower whose page was reloaded while auto debit was being stopped': starts(stopDraft),
  },
  notices: {
    enrolled: 'Auto debit is set up for',
    notEnrolled: "wasn't changed. Please try again.",
    stopped: 'You stopped auto debit for',
    notStopped: "wasn't stopped. Please try again.",
  },
  form: {
    in: ['enteringTerms'],
    problems,
    clears: { notice: null },
    fields: {
      profileId: {
        label: 'Payment method',
        role: 'combobox',
        entries: { 'method-2': 'Rainy Day Savings (Ally Bank *****4411)' },
        showsAtOnce: true,
        isNotLeft: true,
      },
      extraAmount: {
        label: EXTRA,
        entries: ['much', '25'],
        becomes: { 25: '25.00' },
        errors: { 'extra.format': 'Payment amount must be a valid dollar amount.' },
      },
      terms: {
        label: TERMS,
        role: 'checkbox',
        entries: [true, false],
        errors: { 'terms.required': 'You are required to agree to the terms and conditions.' },
        showsAtOnce: true,
      },
    },
    submit: [
      { name: 'Sign up', where: ({ selected }) => selected?.status === 'off', then: submitted },
      { name: 'Save changes', where: ({ selected }) => selected?.status === 'on', then: submitted },
    ],
  },
  presses: {
    of: 'showingAutoDebits',
    in: ['refreshing'],
    types: ['enroll.pressed', 'stop.pressed'],
    after: 'refreshing',
  },
  states: {
    ...loads('loadingAutoDebits', { getAutoDebits: {} }),
    showingAutoDebits: {
      shows: ['Due on day'],
      on: [
        enrolls('Sign up Direct Loans · E100200301', off, [
          'Sign up for auto debit',
          'Your first auto debit payment will be $130.00 on 12/09/2026',
          TWICE,
        ]),
        enrolls('Change Direct Loans · E100200302', on, ['Change auto debit'], [TWICE]),
        ofAccount(
          'Stop Direct Loans · E100200302',
          'stop.pressed',
          'account-2',
          to(
            'confirmingStop',
            { selected: on, notice: null },
            {
              reads: [
                'The auto debit payment of $155.00 on 11/23/2026 is already under way and will still be drawn.',
                'You lose the lower interest: about $4.12 a month.',
              ],
            },
          ),
        ),
        // An unknown account, and one without auto debit.
        hears({ type: 'enroll.pressed', accountId: 'account-9' }, stays()),
        hears({ type: 'stop.pressed', accountId: 'account-1' }, stays()),
      ],
    },
    enteringTerms: {
      shows: [EXTRA, TERMS, 'Cancel'],
      on: [
        press(
          'Cancel',
          'enroll.canceled',
          to('showingAutoDebits', (before) => ({ notice: null, form: opened(before) }), { focus: toHeading }),
        ),
      ],
    },
    confirmingStop: {
      over: true,
      shows: [QUESTION],
      on: [
        press(
          'Yes, stop auto debit',
          'stop.confirmed',
          to('changingAutoDebit', { change: stop }, { calls: { changeAutoDebit: { body: stop } }, reads: [sending] }),
        ),
        press('No, keep auto debit', 'stop.dismissed', to('showingAutoDebits')),
      ],
    },
    changingAutoDebit: {
      over: true,
      on: [submission.keyMade],
      when: {
        changeAutoDebit: {
          'it is made': [accepted({ result: true }), ...made],
          'it turns out to be made': [
            accepted({ result: true }, stop),
            unseen('The screen is the same as after an immediate response.', made),
          ],
          'it is no longer possible': [rejected({ result: false }), ...notMade],
          'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), unseen(sameNotice, notMade)],
          'it never arrived': [
            neverArrived,
            // The form keeps its entries.
            given(
              (before) => isEnrollment(before) && isListed(before) && before.methods.length > 0,
              to('enteringTerms', { key: null, change: null, notice: 'notEnrolled' }),
            ),
            unseen(sameNotice, notMade),
          ],
          'the machine of the change stops in error': [
            stopsInError,
            to('outcomeCheckFailed', undefined, { focus: toNotice, hides: [QUESTION] }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
  },
  several: [
    {
      in: ['loadingAutoDebits', 'refreshing'],
      when: {
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
          'no answer in time': notLoaded({ pressed: [] }),
        },
      },
    },
  ],
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
      never: ({ isIn, context }) => isIn('confirmingStop') && context.selected?.status !== 'on',
      brokenBy: 'guard isEnrolled: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('refreshing') && context.key !== null,
      brokenBy: 'changingAutoDebit -> changeAutoDebit done [isChanged]: action setChanged removed',
    },
  },
  children: { changeAutoDebit: submission.child },
  draft: { of: autoDebitDraft, secrets: [] },
});
