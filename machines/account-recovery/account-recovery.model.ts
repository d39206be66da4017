/** How a forgotten username or password is dealt with (ruling 49; docs/decisions/spec-gaps.md has what the spec leaves open). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { sampleToday } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../kit/expected-form.ts';
import { emptyIdentity, identityBody, identityEvents, isIdentityRight } from '../kit/expected-identity.ts';
import { REVIEW } from '../kit/expected-page.ts';
import { COMMON, HAS_USERNAME, PASSWORD, SHORT_PASSWORD, passwordProblems } from '../kit/expected-password.ts';
import { defineModel } from '../kit/model.ts';
import { accountRecovery } from './account-recovery.machine.ts';

type Context = ContextFrom<typeof accountRecovery>;
type Values = Context['reset']['values'];

const ONE = { id: 'web-1', masked: 'a*****t' };
const OTHER = { id: 'web-2', masked: 'q*****2' };

const NOT_CHOSEN = 'Please choose a username.';
const NOTICES = {
  notRecognized:
    "We couldn't find loans that match what you entered. Please check all three entries and try again, or call us at 1-800-555-0142.",
  noUsername: 'We found your loans, but no username and password of ours for them.',
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  onlyByPhone: "You've had too many wrong attempts, so we can't look up your account online with these details.",
  couldNotAsk: "We couldn't look up your username right now. Please press Continue again.",
  couldNotReset: "We haven't heard back, so we can't tell yet whether your new password was set.",
} as const;
type Notice = keyof typeof NOTICES;

/** What is wrong with the samples of the second step. */
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

/** It is told above the form what went wrong, and everything typed is still there (ruling 3). */
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
/** The new password is refused by what only the server knows; that stands beside its field. */
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

const found = (...usernames: (typeof ONE)[]) => ({
  answers: { isRecognized: true, usernames },
  then: {
    state: 'choosingPassword',
    context: { usernames, ...noPassword(usernames.length === 1 ? ONE.id : '') },
    reads: usernames.map(({ masked }) => masked),
  },
});

export default defineModel<typeof accountRecovery>({
  machine: accountRecovery,
  inputs: {
    'somebody who cannot log in': {
      input: {},
      then: {
        state: 'arriving',
        context: { identity: emptyIdentity, ...noPassword(''), usernames: [], today: null, notice: null },
        calls: { getToday: {} },
      },
    },
  },
  events: [
    // Whatever is typed about the person, the usernames that were found are another's.
    ...identityEvents<Context>({
      unrecognized: { usernames: [] },
      asks: {
        state: 'findingUsernames',
        ...noticesGone,
        calls: ({ identity }) => ({ findUsernames: { body: identityBody(identity.values) } }),
      },
    }),
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
          calls: ({ identity, reset: { values } }) => ({
            resetPassword: {
              body: {
                ...identityBody(identity.values),
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
          context: (before) => resetAfter(before, { attempted: true }),
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW, NOT_CHOSEN, 'Please enter a new password.', 'Please re-enter your password.'],
        },
        {
          in: 'choosingPassword',
          context: (before) => resetAfter(before, { attempted: true }),
          focus: { place: 'errors', delay: 0 },
          reads: [REVIEW],
        },
      ],
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      then: { in: 'choosingPassword', state: 'identifyingBorrower', ...noticesGone },
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
    findUsernames: {
      'one username': found(ONE),
      'several usernames': found(ONE, OTHER),
      'a borrower without a username': {
        answers: { isRecognized: true, usernames: [] },
        then: explained('identifyingBorrower', 'noUsername'),
      },
      'nobody has all three': {
        answers: { isRecognized: false, usernames: [] },
        then: explained('identifyingBorrower', 'notRecognized'),
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
    resetPassword: {
      'it is set': {
        answers: { outcome: 'reset' },
        then: [
          {
            when: ({ reset }) => reset.values.usernameId === ONE.id,
            state: 'passwordSet',
            context: { identity: emptyIdentity, ...noPassword(''), usernames: [ONE] },
            reads: [ONE.masked],
          },
          {
            state: 'passwordSet',
            context: { identity: emptyIdentity, ...noPassword(''), usernames: [OTHER] },
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
      'nobody is recognized any more': {
        answers: { outcome: 'notRecognized' },
        then: explained('identifyingBorrower', 'notRecognized', { usernames: [], ...noPassword('') }),
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: explained('choosingPassword', 'tooManyAttempts'),
      },
      'too many wrong attempts in all': {
        throws: { kind: 'refused', status: 403 },
        then: explained('choosingPassword', 'onlyByPhone'),
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: explained('choosingPassword', 'couldNotReset') },
    },
  },
  routes: {
    '#identity': [
      { in: ['identifyingBorrower', 'choosingPassword'], state: 'identifyingBorrower', ...noticesGone },
      { in: 'passwordSet', state: 'identifyingBorrower', context: { usernames: [] } },
    ],
    '#newPassword': [
      {
        in: ['identifyingBorrower', 'choosingPassword'],
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
    findingUsernames: ['Looking for your username…'],
    choosingPassword: ['New Password', 'At least 15 characters', 'Confirm Password', 'Set New Password'],
    settingPassword: ['Setting your new password…'],
    passwordSet: ['Password Changed', 'Your new password has been set.', 'Log In'],
  },
  claims: {
    'nobody sets a password before the server has recognized them': {
      reaching: (at) => at.isIn('choosingPassword'),
      needs: (by) => by.kind === 'outcome' && ['one username', 'several usernames'].includes(by.outcome),
      brokenBy: 'choosingPassword: address guard removed',
    },
    'nobody is looked for by entries that are not right': {
      never: ({ isIn, context }) => isIn('findingUsernames') && !isIdentityRight(context),
      brokenBy: 'identifyingBorrower -> continue.pressed [isIdentityComplete]: guard turned round',
    },
    'no password is set that is not right': {
      never: ({ isIn, context }) => isIn('settingPassword') && !isResetRight(context),
      brokenBy: 'choosingPassword -> submit.pressed [isResetComplete]: guard turned round',
    },
    'a password counts as set only when the server says so': {
      reaching: (at) => at.isIn('passwordSet'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is set',
      brokenBy: 'guard isReset: always true',
    },
    'nothing that was typed stays in memory once the password is set': {
      never: ({ isIn, context: { identity, reset } }) =>
        isIn('passwordSet') &&
        [...Object.values(identity.values), ...Object.values(reset.values)].some((value) => value !== ''),
      brokenBy: 'settingPassword -> resetPassword done [isReset]: action clearForms removed',
    },
    'no usernames are shown of somebody else than who stands in the form': {
      never: ({ isIn, context: { usernames, identity } }) =>
        isIn('choosingPassword') && usernames.length > 0 && identity.problems.length > 0,
      brokenBy: 'guard isIdentityComplete: always true',
    },
  },
  facts: ({ today, identity, reset, usernames, withUsername, commonPassword, notice }) => ({
    knowsToday: today !== null,
    identity: identity.problems.length,
    reset: reset.problems.length,
    chosen: reset.values.usernameId,
    usernames: usernames.length,
    isWithUsername: withUsername !== null,
    isCommon: commonPassword !== null,
    hasNotice: notice !== null,
  }),
});
