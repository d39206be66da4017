/** Model of a registration (P §2.1, §5.2, §5.3, rulings 4 and 49), new or interrupted by a reload. */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import {
  BIRTH_DATE,
  emptyIdentity,
  identityBody,
  identityEvents,
  isIdentityRight,
} from '../../kit/expected-identity.ts';
import { REVIEW, toHeading, toNotice } from '../../kit/expected-page.ts';
import { COMMON, PASSWORD, SHORT_PASSWORD, passwordProblems } from '../../kit/expected-password.ts';
import { defineModel } from '../../kit/model.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { registration, registrationDraft, registrationSubmission } from './registration.machine.ts';

type Context = ContextFrom<typeof registration>;
type Values = Context['account']['values'];

const USERNAME = 'Avery.Quist';

const NO_USERNAME = 'Please enter a username.';
const USERNAME_TAKEN = 'This username is taken. Please choose another one.';
const NO_TERMS = 'You are required to agree to the Terms of Use.';
const SENDING = 'Creating your online account…';
const NOTICES = {
  notRecognized:
    "We couldn't find loans that match what you entered. Please check all three entries and try again, or call us at 1-800-555-0142.",
  onlyByPhone: "You've had too many wrong attempts, so you can't create an account online with these details.",
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't look up your loans right now. Nothing was saved. Please press Continue again.",
  couldNotRegister: "We couldn't create your online account. Nothing was saved. Please try again.",
  nothingWasRegistered: "We didn't receive your request, and we haven't created an online account. Please try again.",
} as const;

/** Returns the validation problems of the sample values of the second step. */
const accountProblems = ({ account: { values }, takenUsernames, commonPassword }: Context): FieldProblem[] => [
  ...unless('username', values.username !== '', 'username.required'),
  ...unless('username', !takenUsernames.includes(values.username.toLowerCase()), 'username.taken'),
  ...passwordProblems('password', { ...values, commonPassword }),
  ...unless('terms', values.terms, 'terms.required'),
];

const isAccountRight = (context: Context) => accountProblems(context).length === 0;

type Change = Partial<Pick<Context['account'], 'touched' | 'attempted'>> & { readonly values?: Partial<Values> };

function accountAfter(before: Context, { values, ...change }: Change) {
  const account = { ...before.account, ...change, values: { ...before.account.values, ...values } };
  return { account: expectedForm(account.values, accountProblems({ ...before, account }), account) };
}

const fillAccount = (role: 'textbox' | 'password', field: keyof Values, name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  on: ['choosingCredentials'],
  gesture: { action: 'fill', role, name, value } as const,
  then: {
    in: 'choosingCredentials',
    context: (before: Context) => accountAfter(before, { values: { [field]: value } }),
  },
});

const tickTerms = (isTicked: boolean) => ({
  event: { type: 'field.changed', field: 'terms', value: isTicked } as const,
  on: ['choosingCredentials'],
  where: ({ account }: Context) => account.values.terms !== isTicked,
  gesture: {
    action: isTicked ? 'check' : 'uncheck',
    role: 'checkbox',
    name: 'I agree to the Terms of Use',
  } as const,
  then: {
    in: 'choosingCredentials',
    // The error of an unchecked box is shown immediately.
    context: (before: Context) =>
      accountAfter(before, { values: { terms: isTicked }, touched: touching(before.account.touched, 'terms') }),
    ...(!isTicked && { reads: [NO_TERMS] }),
  },
});

/**
 * Returns the expected request. A registration that was sent before a reload is not sent again; the machine asks for
 * its outcome.
 */
const submitted = ({ isRecognized, identity, account }: Context) => ({
  submitRegistration: {
    idempotencyKey: sampleKey,
    body: isRecognized
      ? {
          ...identityBody(identity.values),
          username: account.values.username.toLowerCase(),
          password: account.values.password,
          terms: true,
        }
      : null,
  },
});

type Notice = keyof typeof NOTICES;

/** Expected result of a failure: a notice appears above the form and the input stays (ruling 3). */
const explained = (state: string, notice: Notice, context: object = {}) => ({
  state,
  context: { ...context, notice },
  focus: toNotice,
  reads: [NOTICES[notice]],
});

const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

const NOT_ANSWERED = 'A registration that was sent before a reload is asked about, and that is not answered so.';

/**
 * Expected results of a registration that was not accepted. A borrower who is not recognized, as after a reload,
 * returns to the first step.
 */
const notAccepted = (notice: Notice) => [
  {
    when: ({ isRecognized }: Context) => isRecognized,
    ...explained('choosingCredentials', notice, { key: null }),
  },
  explained('identifyingBorrower', notice, { key: null }),
];

const emptyForms = {
  identity: emptyIdentity,
  account: {
    values: { username: '', password: '', confirmation: '', terms: false },
    touched: [],
    attempted: false,
    errors: {},
    panel: [],
  },
  takenUsernames: [],
  commonPassword: null,
  isRecognized: false,
};

const registered = (username: (before: Context) => string) => ({
  state: 'registered',
  context: (before: Context) => ({ ...emptyForms, key: null, username: username(before) }),
});

const accepted = { result: 'accepted', answer: { outcome: 'registered' }, record: null };
const refused = (outcome: string) => ({ result: 'refused', answer: { outcome }, failure: null });
const failed = (status: number) => ({ result: 'refused', answer: null, failure: { kind: 'refused', status } });

const starting = (key: string | null) => ({
  state: 'arriving',
  context: { ...emptyForms, today: null, key, username: null, notice: null },
  calls: { getToday: {} },
});

/**
 * Expected results with or without the business day: the machine asks for the outcome of a registration that was sent
 * before a reload.
 */
const arrived = (context: { readonly today?: typeof sampleToday }) => [
  { when: ({ key }: Context) => key === sampleKey, state: 'creatingAccount.registering', context, calls: submitted },
  { state: 'identifyingBorrower', context },
];

export default defineModel<typeof registration>({
  machine: registration,
  inputs: {
    'a borrower without an online account': { input: { draft: null }, then: starting(null) },
    'a borrower whose page was reloaded while the registration was under way': {
      input: { draft: { version: 1, key: sampleKey } },
      then: starting(sampleKey),
    },
  },
  events: [
    // A change of the details makes the server's recognition invalid.
    ...identityEvents<Context>({
      unrecognized: { isRecognized: false },
      asks: {
        state: 'recognizingBorrower',
        ...noticesGone,
        calls: ({ identity }) => ({ recognize: { body: identityBody(identity.values) } }),
      },
      notices: Object.values(NOTICES),
    }),
    fillAccount('textbox', 'username', 'Username', USERNAME),
    fillAccount('textbox', 'username', 'Username', 'avery.quist2'),
    {
      event: { type: 'field.left', field: 'username' },
      on: ['choosingCredentials'],
      gesture: { action: 'leave', role: 'textbox', name: 'Username' },
      then: {
        in: 'choosingCredentials',
        context: (before) => accountAfter(before, { touched: touching(before.account.touched, 'username') }),
      },
    },
    fillAccount('password', 'password', 'Password', PASSWORD),
    fillAccount('password', 'password', 'Password', SHORT_PASSWORD),
    fillAccount('password', 'confirmation', 'Confirm Password', PASSWORD),
    tickTerms(true),
    tickTerms(false),
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Create Online Account' },
      then: [
        {
          in: 'choosingCredentials',
          when: isAccountRight,
          state: 'creatingAccount.makingKey',
          ...noticesGone,
          calls: { makeKey: {} },
        },
        {
          in: 'choosingCredentials',
          when: ({ account: { values } }) => Object.values(values).every((value) => value === '' || value === false),
          context: (before) => ({ ...accountAfter(before, { attempted: true }), notice: null }),
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW, NO_USERNAME, 'Please enter a new password.', 'Please re-enter your password.', NO_TERMS],
          hides: Object.values(NOTICES),
        },
        {
          in: 'choosingCredentials',
          context: (before) => ({ ...accountAfter(before, { attempted: true }), notice: null }),
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      then: { in: 'choosingCredentials', state: 'identifyingBorrower', ...noticesGone },
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: {
        in: 'creatingAccount.outcomeCheckFailed',
        state: 'creatingAccount.registering',
        focus: toHeading,
        calls: submitted,
      },
    },
  ],
  outcomes: {
    getToday: {
      'the business day': { answers: sampleToday, then: arrived({ today: sampleToday }) },
      'no business day': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: arrived({}) },
    },
    recognize: {
      'a borrower has all three': {
        answers: { isRecognized: true },
        then: { state: 'choosingCredentials', context: { isRecognized: true } },
      },
      'no borrower matches': {
        answers: { isRecognized: false },
        then: explained('identifyingBorrower', 'notRecognized', { isRecognized: false }),
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: explained('identifyingBorrower', 'tooManyAttempts'),
      },
      'too many wrong attempts in all': {
        throws: { kind: 'refused', status: 403 },
        then: explained('identifyingBorrower', 'onlyByPhone'),
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: explained('identifyingBorrower', 'couldNotAsk') },
    },
    makeKey: {
      'a key': {
        answers: sampleKey,
        then: { state: 'creatingAccount.registering', context: { key: sampleKey }, calls: submitted, reads: [SENDING] },
      },
      'no key can be made': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: explained('choosingCredentials', 'couldNotRegister'),
      },
    },
    submitRegistration: {
      'the account is created': { answers: accepted, then: registered(({ account }) => account.values.username) },
      'the account is created, as the server says when it is asked': {
        answers: { ...accepted, record: { username: 'avery.quist' } },
        then: { ...registered(() => 'avery.quist'), reads: ['Your username is avery.quist.'] },
      },
      'the username is taken': {
        answers: refused('usernameTaken'),
        then: [
          {
            when: ({ isRecognized }) => isRecognized,
            state: 'choosingCredentials',
            context: (before) => {
              const takenUsernames = [...before.takenUsernames, before.account.values.username.toLowerCase()];
              const touched = touching(before.account.touched, 'username');
              return { ...accountAfter({ ...before, takenUsernames }, { touched }), takenUsernames, key: null };
            },
            focus: { place: 'field', field: 'username', delay: 0 },
            reads: [USERNAME_TAKEN],
          },
          explained('identifyingBorrower', 'couldNotRegister', { key: null }),
        ],
      },
      'the password is too easy to guess': {
        answers: refused('commonPassword'),
        then: [
          {
            when: ({ isRecognized }) => isRecognized,
            state: 'choosingCredentials',
            context: (before) => {
              const commonPassword = before.account.values.password;
              const touched = touching(before.account.touched, 'password');
              return { ...accountAfter({ ...before, commonPassword }, { touched }), commonPassword, key: null };
            },
            focus: { place: 'field', field: 'password', delay: 0 },
            reads: [COMMON],
          },
          explained('identifyingBorrower', 'couldNotRegister', { key: null }),
        ],
      },
      'the borrower is no longer recognized': {
        answers: refused('notRecognized'),
        then: explained('identifyingBorrower', 'notRecognized', { isRecognized: false, key: null }),
      },
      'too many attempts': { answers: failed(429), then: notAccepted('tooManyAttempts') },
      'too many wrong attempts in all': { answers: failed(403), then: notAccepted('onlyByPhone') },
      'the server refuses the request': { answers: failed(422), then: notAccepted('couldNotRegister') },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notAccepted('nothingWasRegistered') },
      'the machine of the submission stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        // The key stays, so that a retry asks for its outcome or sends the registration under the same key.
        then: { state: 'creatingAccount.outcomeCheckFailed', focus: toNotice },
      },
    },
  },
  routes: {
    '#identity': [
      { in: ['identifyingBorrower', 'choosingCredentials'], state: 'identifyingBorrower', ...noticesGone },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
    '#credentials': [
      {
        in: ['identifyingBorrower', 'choosingCredentials'],
        when: ({ isRecognized }) => isRecognized,
        state: 'choosingCredentials',
        ...noticesGone,
      },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
  },
  screens: {
    arriving: ['Loading…'],
    identifyingBorrower: [
      'Find Your Loans',
      'Account Number',
      'Date of Birth',
      'Last Four Digits of Social Security Number',
      'Continue',
    ],
    recognizingBorrower: ['Looking for your loans…'],
    choosingCredentials: [
      'Username and Password',
      '6 to 40 letters, digits, periods, hyphens, underscores or @',
      'At least 15 characters',
      'Confirm Password',
      'I agree to the Terms of Use',
      'Create Online Account',
    ],
    'creatingAccount.makingKey': [SENDING],
    'creatingAccount.registering': ['Username and Password'],
    'creatingAccount.outcomeCheckFailed': [
      'We are checking whether your online account was created',
      "We haven't heard back yet. Please don't start again: we create an online account only once.",
      'Try again',
    ],
    registered: ['Online Account Created', 'Your online account has been created.', 'You can log in now.', 'Log In'],
  },
  claims: {
    'a borrower chooses a username and password only after the server has recognized them': {
      reaching: (at) => at.isIn('choosingCredentials'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'a borrower has all three',
      brokenBy: 'choosingCredentials: address guard removed',
    },
    'invalid details are not sent to the server': {
      never: ({ isIn, context }) => isIn('recognizingBorrower') && !isIdentityRight(context),
      brokenBy: 'identifyingBorrower -> continue.pressed [isIdentityComplete]: guard turned round',
    },
    'an invalid registration is not sent to the server': {
      never: ({ isIn, context }) => isIn('creatingAccount.makingKey') && !isAccountRight(context),
      brokenBy: 'choosingCredentials -> submit.pressed [isAccountComplete]: guard turned round',
    },
    'a registration is not sent without accepting the Terms of Use': {
      reaching: (at) => at.isIn('creatingAccount.makingKey'),
      needs: (by) =>
        by.kind === 'event' &&
        by.event.type === 'field.changed' &&
        by.event['field'] === 'terms' &&
        by.event['value'] === true,
      brokenBy: 'guard isAccountComplete: always true',
    },
    'an online account exists only when the server says so': {
      reaching: (at) => at.isIn('registered'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('the account is created'),
      brokenBy: 'guard isRegistered: always true',
    },
    'no input stays in memory after the registration': {
      never: ({ isIn, context: { identity, account } }) =>
        isIn('registered') &&
        [...Object.values(identity.values), ...Object.values(account.values)].some((value) => value !== '' && value),
      brokenBy: 'creatingAccount.registering -> submitRegistration done [isRegistered]: action clearForms removed',
    },
  },
  notOnScreen: {
    'submitRegistration "too many attempts" (2)': NOT_ANSWERED,
    'submitRegistration "the server refuses the request" (2)': NOT_ANSWERED,
    'submitRegistration "the password is too easy to guess" (2)': NOT_ANSWERED,
    'submitRegistration "too many wrong attempts in all" (2)': NOT_ANSWERED,
  },
  draft: {
    of: registrationDraft,
    secrets: ['123456789', BIRTH_DATE, '4821', USERNAME, 'avery.quist', PASSWORD, SHORT_PASSWORD],
  },
  children: {
    submitRegistration: createSubmissionModel(registrationSubmission, {
      key: sampleKey,
      body: { username: 'avery.quist' },
      accepted: { outcome: 'registered' },
      rejected: { outcome: 'usernameTaken' },
      refusals: {
        'the password is too easy to guess': { answers: { outcome: 'commonPassword' } },
        'the borrower is no longer recognized': { answers: { outcome: 'notRecognized' } },
        'too many attempts': { throws: { kind: 'refused', status: 429 } },
        'too many wrong attempts in all': { throws: { kind: 'refused', status: 403 } },
      },
      record: { username: 'avery.quist' },
      messages: {
        sending: SENDING,
        outcomeUnknown: 'We are checking whether your online account was created',
        explanation: "We haven't heard back yet. Please don't start again: we create an online account only once.",
        asking: 'Checking whether your online account was created…',
      },
    }),
  },
  facts: ({ today, identity, account, isRecognized, key, takenUsernames, commonPassword, notice }) => ({
    knowsToday: today !== null,
    identity: identity.problems.length,
    account: account.problems.length,
    isRecognized,
    hasKey: key !== null,
    isTaken: takenUsernames.length > 0,
    isCommon: commonPassword !== null,
    hasNotice: notice !== null,
  }),
});
