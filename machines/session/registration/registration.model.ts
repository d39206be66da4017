/** Model of a registration (P §2.1, §5.2, §5.3, rulings 4, 49 and 116), new or interrupted by a reload. */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import {
  RESEND_WAIT,
  TOKEN,
  emptyCode,
  expectedSentCode,
  isCodeRight,
  waitsForResend,
} from '../one-time-code/expected-code.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import {
  BIRTH_DATE,
  emptyIdentity,
  identityBody,
  identityEvents,
  isIdentityRight,
} from '../identity/expected-identity.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { COMMON, PASSWORD, SHORT_PASSWORD, passwordProblems } from '../password/expected-password.ts';
import { defineModel } from 'xstate-workbench/model';
import { expectedOnce, isNew } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { registration, registrationDraft, registrationSubmission } from './registration.machine.ts';

type Context = ContextFrom<typeof registration>;
type Values = Context['account']['values'];

const USERNAME = 'Avery.Quist';
const KNOWN = { id: 'web-1', masked: 'a*****t' };
const OTHER_KNOWN = { id: 'web-2', masked: 'q*****2' };

const NO_USERNAME = 'Please enter a username.';
const USERNAME_TAKEN = 'This username is taken. Please choose another one.';
const NO_TERMS = 'You are required to agree to the Terms of Use.';
const SENDING = 'Creating your online account…';
const NOTICES = {
  codeSentAgain: 'If what you entered matches an account, we sent a new code.',
  over: 'Too much time has passed since you entered your code.',
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't send a code right now. Please try again.",
  couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
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

const submission = expectedOnce<Context>({
  state: 'creatingAccount.registering',
  call: 'submitRegistration',
  request: ({ requestToken, account: { values } }) => ({
    body: {
      requestToken: requestToken ?? '',
      username: values.username.toLowerCase(),
      password: values.password,
      terms: true,
    },
  }),
  checkFailed: 'creatingAccount.outcomeCheckFailed',
});

type Notice = keyof typeof NOTICES;

/** Expected result of a failure: a notice appears above the form and the input stays (ruling 3). */
const explained = (state: string, notice: Notice, context: object = {}) => ({
  state,
  context: { ...context, notice },
  focus: toNotice,
  reads: [NOTICES[notice]],
});

/** The screens of an unfinished registration. */
const SCREENS = ['identifyingBorrower', 'enteringCode', 'usernameKnown', 'choosingCredentials'] as const;

const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

const NOT_ANSWERED = 'A registration that was sent before a reload is asked about, and that is not answered so.';

/** Context without a code request. */
const noRequest = {
  requestToken: null,
  outboxFile: null,
  canResend: false,
  isRecognized: false,
  knownUsernames: [],
  ...emptyCode,
};

const sentCode = expectedSentCode<Context>({
  asking: 'recognizingBorrower',
  request: 'recognize',
  answer: { next: 'code' },
  nothing: noRequest,
  notices: NOTICES,
  toNotice,
});

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
  ...noRequest,
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
  { when: ({ key }: Context) => key === sampleKey, ...submission.asks, context },
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
    // Other details require another code request.
    ...identityEvents<Context>({
      unrecognized: noRequest,
      asks: {
        state: 'recognizingBorrower',
        ...noticesGone,
        calls: ({ identity }) => ({ recognize: { body: identityBody(identity.values) } }),
      },
      notices: Object.values(NOTICES),
    }),
    ...sentCode.events,
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
          ...submission.sends,
          ...noticesGone,
          reads: [SENDING],
        },
        {
          in: 'choosingCredentials',
          when: ({ account: { values } }) => Object.values(values).every((value) => value === '' || value === false),
          context: (before) => ({ ...accountAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NO_USERNAME, 'Please enter a new password.', 'Please re-enter your password.', NO_TERMS],
          hides: Object.values(NOTICES),
        },
        {
          in: 'choosingCredentials',
          context: (before) => ({ ...accountAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      then: {
        in: ['enteringCode', 'usernameKnown', 'choosingCredentials'],
        state: 'identifyingBorrower',
        ...noticesGone,
      },
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: submission.retried,
    },
    submission.keyMade,
  ],
  outcomes: {
    getToday: {
      'the business day': { answers: sampleToday, then: arrived({ today: sampleToday }) },
      'no business day': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: arrived({}) },
    },
    recognize: {
      ...sentCode.requests,
      'the borrower needs no code': {
        answers: { requestToken: TOKEN, outboxFile: null, next: 'credentials' },
        then: [
          {
            in: 'recognizingBorrower',
            state: 'choosingCredentials',
            context: { ...noRequest, requestToken: TOKEN, isRecognized: true },
          },
          sentCode.sentAgain(TOKEN, null),
        ],
      },
    },
    checkCode: {
      'right, of a borrower without a username': {
        answers: { outcome: 'right', usernames: [] },
        then: { state: 'choosingCredentials', context: { isRecognized: true } },
      },
      'right, of a borrower with a username': {
        answers: { outcome: 'right', usernames: [KNOWN] },
        then: {
          state: 'usernameKnown',
          context: { ...noRequest, knownUsernames: [KNOWN] },
          reads: [`Your username is ${KNOWN.masked}`],
        },
      },
      'right, of a borrower with several usernames': {
        answers: { outcome: 'right', usernames: [KNOWN, OTHER_KNOWN] },
        then: {
          state: 'usernameKnown',
          context: { ...noRequest, knownUsernames: [KNOWN, OTHER_KNOWN] },
          reads: [`Your usernames are ${KNOWN.masked}, ${OTHER_KNOWN.masked}.`],
        },
      },
      ...sentCode.notRight,
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
      'too long after the code': {
        answers: refused('over'),
        then: explained('identifyingBorrower', 'over', { ...noRequest, key: null }),
      },
      'too many attempts': { answers: failed(429), then: notAccepted('tooManyAttempts') },
      'the server refuses the request': { answers: failed(422), then: notAccepted('couldNotRegister') },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notAccepted('nothingWasRegistered') },
      'the machine of the submission stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        // The key stays, so that a retry asks for the outcome.
        then: { state: 'creatingAccount.outcomeCheckFailed', focus: toNotice },
      },
    },
  },
  delays: [
    {
      ms: RESEND_WAIT,
      then: { in: 'enteringCode', context: { canResend: true }, reads: ['Send a New Code'] },
    },
  ],
  routes: {
    '#identity': [
      { in: [...SCREENS], state: 'identifyingBorrower', ...noticesGone },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
    '#code': [
      {
        in: [...SCREENS],
        when: ({ requestToken }) => requestToken !== null,
        state: 'enteringCode',
        ...noticesGone,
        ...waitsForResend,
      },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
    '#usernameKnown': [
      {
        in: [...SCREENS],
        when: ({ knownUsernames }) => knownUsernames.length > 0,
        state: 'usernameKnown',
        ...noticesGone,
      },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
    '#credentials': [
      {
        in: [...SCREENS],
        when: ({ isRecognized }) => isRecognized,
        state: 'choosingCredentials',
        ...noticesGone,
      },
      { in: 'registered', state: 'identifyingBorrower' },
    ],
  },
  screens: {
    enteringCode: [
      'Enter Your Code',
      'If what you entered matches an account, we sent a code to the email address on file.',
      "If you don't get an email within a few minutes",
      'Code',
      'Continue',
    ],
    resendingCode: ['Sending a new code…'],
    checkingCode: ['Checking your code…'],
    usernameKnown: [
      'You Have an Online Account',
      'You already have an online account for your loans',
      'set a new password',
      'Log In',
    ],
    arriving: ['Loading…'],
    identifyingBorrower: [
      'Find Your Loans',
      'Account Number',
      'Date of Birth',
      'Last Four Digits of Social Security Number',
      'Continue',
    ],
    recognizingBorrower: ['Sending your code…'],
    choosingCredentials: [
      'Username and Password',
      '6 to 40 letters, digits, periods, hyphens, underscores or @',
      'At least 15 characters',
      'Confirm Password',
      'I agree to the Terms of Use',
      'Create Online Account',
    ],
    'creatingAccount.registering': ['Username and Password'],
    'creatingAccount.outcomeCheckFailed': [
      "We're checking whether your online account was created",
      "We haven't heard back yet. Please don't start again: we create an online account only once.",
      'Try again',
    ],
    registered: ['Online Account Created', 'Your online account has been created.', 'You can log in now.', 'Log In'],
  },
  finish: ['registered', 'usernameKnown'],
  claims: {
    'a borrower chooses a username and password only after the server has accepted a code or needs none': {
      reaching: (at) => at.isIn('choosingCredentials'),
      needs: (by) =>
        by.kind === 'outcome' &&
        ['right, of a borrower without a username', 'the borrower needs no code'].includes(by.outcome),
      brokenBy: 'choosingCredentials: address guard removed',
    },
    'a username is shown only after the server has accepted a code': {
      reaching: (at) => at.isIn('usernameKnown'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('right, of a borrower with'),
      brokenBy: 'usernameKnown: address guard removed',
    },
    'a rejected code, or one without six digits, is not sent to the server': {
      never: ({ isIn, context }) => isIn('checkingCode') && !isCodeRight(context),
      brokenBy: 'enteringCode -> checkCode.pressed [isCodeComplete]: guard turned round',
    },
    'invalid details are not sent to the server': {
      never: ({ isIn, context }) => isIn('recognizingBorrower') && !isIdentityRight(context),
      brokenBy: 'identifyingBorrower -> continue.pressed [isIdentityComplete]: guard turned round',
    },
    'an invalid registration is not sent to the server': {
      never: ({ isIn, context }) => isIn('creatingAccount.registering') && isNew(context) && !isAccountRight(context),
      brokenBy: 'choosingCredentials -> submit.pressed [isAccountComplete]: guard turned round',
    },
    'a registration is not sent without accepting the Terms of Use': {
      reaching: (at) => at.isIn('creatingAccount.registering') && isNew(at.context),
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
      never: ({ isIn, context: { identity, account, code, requestToken } }) =>
        isIn('registered') &&
        (requestToken !== null ||
          [identity, account, code].some(({ values }) => Object.values(values).some((value) => value !== '' && value))),
      brokenBy: 'creatingAccount.registering -> submitRegistration done [isRegistered]: action clearForms removed',
    },
  },
  notOnScreen: {
    'submitRegistration "too many attempts" (2)': NOT_ANSWERED,
    'submitRegistration "the server refuses the request" (2)': NOT_ANSWERED,
    'submitRegistration "the password is too easy to guess" (2)': NOT_ANSWERED,
    'checkCode.pressed (2)':
      'The error panel is shown since the server refused the code, so that Continue with the same code changes nothing on the screen.',
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
        'too long after the code': { answers: { outcome: 'over' } },
        'too many attempts': { throws: { kind: 'refused', status: 429 } },
      },
      record: { username: 'avery.quist' },
      messages: {
        sending: SENDING,
        outcomeUnknown: "We're checking whether your online account was created",
        explanation: "We haven't heard back yet. Please don't start again: we create an online account only once.",
        asking: 'Checking whether your online account was created…',
      },
    }),
  },
  facts: ({ today, identity, account, isRecognized, key, takenUsernames, commonPassword, notice, ...rest }) => ({
    // The business day matters only for the details, and the code only before the borrower is recognized.
    knowsToday: today !== null && rest.requestToken === null,
    identity: identity.problems.length,
    account: account.problems.length,
    isRecognized,
    hasRequest: rest.requestToken !== null,
    isKnown: rest.knownUsernames.length > 0,
    ...(!isRecognized && {
      canResend: rest.canResend,
      hasCodeProblems: rest.code.problems.length > 0,
      hasWrongCode: rest.wrongCode !== null,
      isCodeOver: rest.isCodeOver,
    }),
    hasKey: key !== null,
    isTaken: takenUsernames.length > 0,
    isCommon: commonPassword !== null,
    hasNotice: notice !== null,
  }),
});
