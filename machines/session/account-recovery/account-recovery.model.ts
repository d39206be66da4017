/**
 * Model of account recovery (ruling 49; docs/decisions/spec-gaps.md lists the parts that the specification leaves
 * open).
 */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleToday } from '#domain/samples.ts';
import {
  RESEND_WAIT,
  emptyCode,
  expectedSentCode,
  isCodeRight,
  waitsForResend,
} from '../one-time-code/expected-code.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { emptyIdentity, identityBody, identityEvents, isIdentityRight } from '../identity/expected-identity.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import { COMMON, HAS_USERNAME, PASSWORD, SHORT_PASSWORD, passwordProblems } from '../password/expected-password.ts';
import { defineModel } from 'xstate-workbench/model';
import { accountRecovery } from './account-recovery.machine.ts';

type Context = ContextFrom<typeof accountRecovery>;
type Values = Context['reset']['values'];

const ONE = { id: 'web-1', masked: 'a*****t' };
const OTHER = { id: 'web-2', masked: 'q*****2' };

const NOT_CHOSEN = 'Please choose a username.';
const NOTICES = {
  codeSentAgain: 'If what you entered matches an account, we sent a new code.',
  noUsername: "We found your loans, but you don't have a username and password with us.",
  over: 'Too much time has passed since you entered your code.',
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't send a code right now. Please try again.",
  couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
  couldNotReset: "We haven't heard back, so we can't tell yet whether your new password was set.",
} as const;
type Notice = keyof typeof NOTICES;

/** Returns the validation problems of the sample passwords. */
const resetProblems = ({ reset: { values }, withUsername, commonPassword }: Context): FieldProblem[] => [
  ...unless('usernameId', values.usernameId !== '', 'username.notChosen'),
  ...passwordProblems('newPassword', {
    password: values.newPassword,
    confirmation: values.confirmation,
    commonPassword,
    withUsername,
  }),
];

const isResetRight = (context: Context) => resetProblems(context).length === 0;

type Change = Partial<Pick<Context['reset'], 'touched' | 'attempted'>> & { readonly values?: Partial<Values> };

function resetAfter(before: Context, { values, ...change }: Change) {
  const reset = { ...before.reset, ...change, values: { ...before.reset.values, ...values } };
  return { reset: expectedForm(reset.values, resetProblems({ ...before, reset }), reset) };
}

const fillReset = (field: 'newPassword' | 'confirmation', name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  on: ['choosingPassword'],
  gesture: { action: 'fill', role: 'password', name, value } as const,
  then: {
    in: 'choosingPassword',
    context: (before: Context) => resetAfter(before, { values: { [field]: value } }),
  },
});

const chooseUsername = ({ id, masked }: typeof ONE) => ({
  event: { type: 'field.changed', field: 'usernameId', value: id } as const,
  on: ['choosingPassword'],
  where: ({ usernames }: Context) => usernames.length > 1,
  gesture: { action: 'choose', role: 'radio', name: masked } as const,
  then: {
    in: 'choosingPassword',
    context: (before: Context) =>
      resetAfter(before, { values: { usernameId: id }, touched: touching(before.reset.touched, 'usernameId') }),
  },
});

/** Expected result of a failed request: a notice appears above the form and the input stays (ruling 3). */
const explained = (state: string, notice: Notice, context: object = {}) => ({
  state,
  context: { ...context, notice },
  focus: { place: 'notice', delay: 0 } as const,
  reads: [NOTICES[notice]],
});

const noticesGone = { context: { notice: null }, hides: Object.values(NOTICES) };

const noPassword = (usernameId: string) => ({
  withUsername: null,
  commonPassword: null,
  reset: {
    values: { usernameId, newPassword: '', confirmation: '' },
    touched: [],
    attempted: false,
    errors: {},
    panel: [],
  },
});
/** Outcome in which the server rejects the new password, with the message beside the field. */
const refusedPassword = (fact: 'withUsername' | 'commonPassword', message: string) => ({
  state: 'choosingPassword',
  context: (before: Context) => {
    const refused = { [fact]: before.reset.values.newPassword };
    const touched = touching(before.reset.touched, 'newPassword');
    return { ...refused, ...resetAfter({ ...before, ...refused }, { touched }) };
  },
  focus: { place: 'field', field: 'newPassword', delay: 0 } as const,
  reads: [message],
});

/** Context without a code request. */
const noRequest = {
  requestToken: null,
  outboxFile: null,
  canResend: false,
  ...emptyCode,
  usernames: [],
  ...noPassword(''),
};

const sentCode = expectedSentCode<Context>({
  asking: 'requestingCode',
  request: 'requestCode',
  nothing: noRequest,
  notices: NOTICES,
  toNotice: { place: 'notice', delay: 0 },
});

const found = (...usernames: (typeof ONE)[]) => ({
  answers: { outcome: 'right' as const, usernames },
  then: {
    state: 'choosingPassword',
    context: { usernames, ...noPassword(usernames.length === 1 ? ONE.id : '') },
    reads: usernames.map(({ masked }) => masked),
  },
});

export default defineModel<typeof accountRecovery>({
  machine: accountRecovery,
  inputs: {
    'a borrower who cannot log in': {
      input: {},
      then: {
        state: 'arriving',
        context: { identity: emptyIdentity, ...noRequest, today: null, notice: null },
        calls: { getToday: {} },
      },
    },
  },
  events: [
    // Other details require another code request.
    ...identityEvents<Context>({
      unrecognized: noRequest,
      asks: {
        state: 'requestingCode',
        ...noticesGone,
        calls: ({ identity }) => ({ requestCode: { body: identityBody(identity.values) } }),
      },
      notices: Object.values(NOTICES),
    }),
    ...sentCode.events,
    chooseUsername(ONE),
    chooseUsername(OTHER),
    fillReset('newPassword', 'New Password', PASSWORD),
    fillReset('newPassword', 'New Password', SHORT_PASSWORD),
    {
      event: { type: 'field.left', field: 'newPassword' },
      on: ['choosingPassword'],
      gesture: { action: 'leave', role: 'password', name: 'New Password' },
      then: {
        in: 'choosingPassword',
        context: (before) => resetAfter(before, { touched: touching(before.reset.touched, 'newPassword') }),
      },
    },
    fillReset('confirmation', 'Confirm Password', PASSWORD),
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Set New Password' },
      then: [
        {
          in: 'choosingPassword',
          when: isResetRight,
          state: 'settingPassword',
          ...noticesGone,
          calls: ({ requestToken, reset: { values } }) => ({
            resetPassword: {
              body: {
                requestToken: requestToken ?? '',
                usernameId: values.usernameId,
                newPassword: values.newPassword,
              },
            },
          }),
          reads: ['Setting your new password…'],
        },
        {
          in: 'choosingPassword',
          when: ({ reset: { values } }) => Object.values(values).every((value) => value === ''),
          context: (before) => ({ ...resetAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NOT_CHOSEN, 'Please enter a new password.', 'Please re-enter your password.'],
          hides: Object.values(NOTICES),
        },
        {
          in: 'choosingPassword',
          context: (before) => ({ ...resetAfter(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      then: [
        { in: 'enteringCode', state: 'identifyingBorrower', ...noticesGone },
        { in: 'choosingPassword', state: 'enteringCode', ...noticesGone, ...waitsForResend },
      ],
    },
  ],
  outcomes: {
    getToday: {
      'the business day': {
        answers: sampleToday,
        then: { state: 'identifyingBorrower', context: { today: sampleToday } },
      },
      'no business day': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'identifyingBorrower' },
      },
    },
    requestCode: {
      ...sentCode.requests,
    },
    checkCode: {
      'right, with one username': found(ONE),
      'right, with several usernames': found(ONE, OTHER),
      'right, of a borrower without a username': {
        answers: { outcome: 'right', usernames: [] },
        then: explained('identifyingBorrower', 'noUsername', noRequest),
      },
      ...sentCode.notRight,
    },
    resetPassword: {
      'it is set': {
        answers: { outcome: 'reset' },
        then: [
          {
            when: ({ reset }) => reset.values.usernameId === ONE.id,
            state: 'passwordSet',
            context: { identity: emptyIdentity, ...noRequest, usernames: [ONE] },
            reads: [ONE.masked],
          },
          {
            state: 'passwordSet',
            context: { identity: emptyIdentity, ...noRequest, usernames: [OTHER] },
            reads: [OTHER.masked],
            hides: [ONE.masked],
          },
        ],
      },
      'it has the username in it': {
        answers: { outcome: 'containsUsername' },
        then: refusedPassword('withUsername', HAS_USERNAME),
      },
      'it is too easy to guess': {
        answers: { outcome: 'commonPassword' },
        then: refusedPassword('commonPassword', COMMON),
      },
      'too long after the code': {
        answers: { outcome: 'over' },
        then: explained('identifyingBorrower', 'over', noRequest),
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: explained('choosingPassword', 'tooManyAttempts'),
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: explained('choosingPassword', 'couldNotReset') },
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
      {
        in: ['identifyingBorrower', 'enteringCode', 'choosingPassword'],
        state: 'identifyingBorrower',
        ...noticesGone,
      },
      { in: 'passwordSet', state: 'identifyingBorrower', context: { usernames: [] } },
    ],
    '#code': [
      {
        in: ['identifyingBorrower', 'enteringCode', 'choosingPassword'],
        when: ({ requestToken }) => requestToken !== null,
        state: 'enteringCode',
        ...noticesGone,
        ...waitsForResend,
      },
      { in: 'passwordSet', state: 'identifyingBorrower', context: { usernames: [] } },
    ],
    '#newPassword': [
      {
        in: ['identifyingBorrower', 'enteringCode', 'choosingPassword'],
        when: ({ usernames }) => usernames.length > 0,
        state: 'choosingPassword',
        ...noticesGone,
      },
      { in: 'passwordSet', state: 'identifyingBorrower', context: { usernames: [] } },
    ],
  },
  screens: {
    arriving: ['Loading…'],
    identifyingBorrower: [
      'Find Your Username',
      'Account Number',
      'Date of Birth',
      'Last Four Digits of Social Security Number',
      'Continue',
    ],
    requestingCode: ['Sending your code…'],
    enteringCode: [
      'Enter Your Code',
      'If what you entered matches an account, we sent a code to the email address on file.',
      "If you don't get an email within a few minutes",
      'Code',
      'Continue',
    ],
    resendingCode: ['Sending a new code…'],
    checkingCode: ['Checking your code…'],
    choosingPassword: ['New Password', 'At least 15 characters', 'Confirm Password', 'Set New Password'],
    settingPassword: ['Setting your new password…'],
    passwordSet: ['Password Changed', 'Your new password has been set.', 'Log In'],
  },
  finish: ['passwordSet'],
  claims: {
    'the borrower chooses a password only after the server has accepted a code': {
      reaching: (at) => at.isIn('choosingPassword'),
      needs: (by) =>
        by.kind === 'outcome' && ['right, with one username', 'right, with several usernames'].includes(by.outcome),
      brokenBy: 'choosingPassword: address guard removed',
    },
    'invalid details do not request a code': {
      never: ({ isIn, context }) => isIn('requestingCode') && !isIdentityRight(context),
      brokenBy: 'identifyingBorrower -> continue.pressed [isIdentityComplete]: guard turned round',
    },
    'a rejected code, or one without six digits, is not sent to the server': {
      never: ({ isIn, context }) => isIn('checkingCode') && !isCodeRight(context),
      brokenBy: 'enteringCode -> checkCode.pressed [isCodeComplete]: guard turned round',
    },
    'an invalid password is not sent to the server': {
      never: ({ isIn, context }) => isIn('settingPassword') && !isResetRight(context),
      brokenBy: 'choosingPassword -> submit.pressed [isResetComplete]: guard turned round',
    },
    'a password counts as set only when the server says so': {
      reaching: (at) => at.isIn('passwordSet'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is set',
      brokenBy: 'guard isReset: always true',
    },
    'no input stays in memory after the password was set': {
      never: ({ isIn, context: { identity, code, reset, requestToken } }) =>
        isIn('passwordSet') &&
        (requestToken !== null ||
          [identity, code, reset].some(({ values }) => Object.values(values).some((value) => value !== ''))),
      brokenBy: 'settingPassword -> resetPassword done [isReset]: action clearForms removed',
    },
    'the screen shows usernames only for the details in the form': {
      never: ({ isIn, context: { usernames, identity } }) =>
        isIn('choosingPassword') && usernames.length > 0 && identity.problems.length > 0,
      brokenBy: 'guard isIdentityComplete: always true',
    },
  },
  notOnScreen: {
    'checkCode.pressed (2)':
      'The error panel is shown since the server refused the code, so that Continue with the same code changes nothing on the screen.',
  },
  facts: ({ today, identity, code, reset, usernames, withUsername, commonPassword, notice, ...rest }) => ({
    // The business day matters only for the details, and the code only before the usernames appear.
    knowsToday: today !== null && rest.requestToken === null,
    identity: identity.problems.length,
    hasRequest: rest.requestToken !== null,
    ...(usernames.length === 0 && {
      canResend: rest.canResend,
      hasCodeProblems: code.problems.length > 0,
      hasWrongCode: rest.wrongCode !== null,
      isCodeOver: rest.isCodeOver,
    }),
    reset: reset.problems.length,
    chosen: reset.values.usernameId,
    usernames: usernames.length,
    isWithUsername: withUsername !== null,
    isCommon: commonPassword !== null,
    hasNotice: notice !== null,
  }),
});
