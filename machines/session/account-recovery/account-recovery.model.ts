/**
 * Specification of account recovery (ruling 49; docs/decisions/spec-gaps.md lists the parts that the specification leaves
 * open).
 */
import type { ContextFrom } from 'xstate';
import { sampleToday } from '#domain/samples.ts';
import { emptyCode, expectedSentCode, isCodeRight } from '../one-time-code/expected-code.ts';
import { expectedForm, isInOrder, unless } from '../../kit/expected-form.ts';
import {
  BIRTH_DATE,
  emptyIdentity,
  identityBody,
  identityForm,
  isIdentityRight,
} from '../identity/expected-identity.ts';
import {
  HAS_USERNAME,
  PASSWORD,
  SHORT_PASSWORD,
  confirmationErrors,
  passwordErrors,
  passwordProblems,
} from '../password/expected-password.ts';
import { type FlowSpec, failed, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { answers } from 'xstate-workbench/model';
import { accountRecovery } from './account-recovery.machine.ts';

type Context = ContextFrom<typeof accountRecovery>;
type Values = Context['reset']['values'];
const { to, given, press } = words<typeof accountRecovery>();

/** Password for the case that the server refuses the first one. */
const OTHER_PASSWORD = 'nine tall grey cranes';
const ONE = { id: 'web-1', masked: 'a*****t' };
const OTHER = { id: 'web-2', masked: 'q*****2' };

/** Returns the validation problems of the sample values. */
const problems = (
  { usernameId, newPassword: password, confirmation }: Values,
  refused: Pick<Context, 'withUsername' | 'commonPassword'>,
) => [
  ...unless('usernameId', usernameId !== '', 'username.notChosen'),
  ...passwordProblems('newPassword', { password, confirmation, ...refused }),
];

/** Returns true if the server has refused a password, so that the borrower needs another one. */
const isRefused = ({ withUsername, commonPassword }: Context) => withUsername !== null || commonPassword !== null;

/** Context of a borrower who has not entered a password. */
const noPassword = (usernameId: string) => {
  const values: Values = { usernameId, newPassword: '', confirmation: '' };
  const refused = { withUsername: null, commonPassword: null };
  return { ...refused, reset: expectedForm(values, problems(values, refused)) };
};

/** Context without a code request. */
const noRequest = {
  requestToken: null,
  outboxFile: null,
  canResend: false,
  ...emptyCode,
  usernames: [],
  ...noPassword(''),
};

const recognized = (...usernames: (typeof ONE)[]) =>
  [
    answers({ outcome: 'right', usernames }),
    to(
      'choosingPassword',
      { usernames, ...noPassword(usernames.length === 1 ? ONE.id : '') },
      { reads: usernames.map(({ masked }) => masked) },
    ),
  ] as const;

const { toCode, ...sent } = expectedSentCode<Context>({
  request: 'requestCode',
  nothing: noRequest,
  right: {
    'right, with one username': recognized(ONE),
    'right, with several usernames': recognized(ONE, OTHER),
    'right, of a borrower without a username': [
      answers({ outcome: 'right', usernames: [] }),
      to('identifyingBorrower', { ...noRequest, notice: 'noUsername' }),
    ],
  },
});

/** All input is cleared, and the screen shows only the username of the new password. */
const isSet = (username: typeof ONE) =>
  to('passwordSet', { identity: emptyIdentity, ...noRequest, usernames: [username] });
const startsAgain = to('identifyingBorrower', { usernames: [] });

/** Returns true if the server has refused both passwords. */
const hasNoPasswordLeft = ({ withUsername, commonPassword }: Context) =>
  withUsername !== null && commonPassword !== null && withUsername !== commonPassword;

/**
 * Which events the paths try. They fill in a form in its order, and go back without a password or with a valid one; if
 * no password is left, they begin again with other details.
 */
const tries: FlowSpec<typeof accountRecovery>['tries'] = (event, context) => {
  const { today, identity, reset, requestToken, usernames } = context;
  switch (event.type) {
    case 'continue.pressed':
      return !hasNoPasswordLeft(context);
    case 'previous.pressed':
    case 'xstate.route':
      if (isRefused(context)) return hasNoPasswordLeft(context) && event['to'] === '#identity';
      // Back at the code, it is checked again before the paths go forward.
      if (event['to'] === '#newPassword' && requestToken !== null && !isCodeRight(context)) return false;
      return reset.values.newPassword === '' || problems(reset.values, context).length === 0;
    case 'field.changed':
      // Without the business day, only the date that depends on it is tried.
      if (event['value'] === BIRTH_DATE && today === null) return false;
      // A code that the server has accepted stays.
      if (event['field'] === 'oneTimeCode') return usernames.length === 0;
      return isInOrder(event, identity.values) && isInOrder(event, reset.values);
    default:
      return true;
  }
};

export default spec(accountRecovery, {
  starts: {
    'a borrower who cannot log in': [
      {},
      to('arriving', { identity: emptyIdentity, ...noRequest, today: null, notice: null }, { calls: { getToday: {} } }),
    ],
  },
  notices: {
    codeSentAgain: 'If what you entered matches an account, we sent a new code.',
    noUsername: "We found your loans, but you don't have a username and password with us.",
    over: 'Too much time has passed since you entered your code.',
    tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
    couldNotAsk: "We couldn't send a code right now. Please try again.",
    couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
    couldNotReset: "We haven't heard back, so we can't tell yet whether your new password was set.",
  },
  forms: {
    // Changed details require another code request.
    identity: identityForm(
      noRequest,
      to(
        'requestingCode',
        { notice: null },
        { calls: ({ identity }) => ({ requestCode: { body: identityBody(identity.values) } }) },
      ),
    ),
    code: sent.form,
    reset: {
      in: ['choosingPassword'],
      problems,
      fields: {
        usernameId: {
          label: 'Username',
          role: 'radio',
          entries: { [ONE.id]: ONE.masked, [OTHER.id]: OTHER.masked },
          where: ({ usernames }) => usernames.length > 1,
          errors: { 'username.notChosen': 'Please choose a username.' },
          showsAtOnce: true,
        },
        newPassword: {
          label: 'New Password',
          role: 'password',
          entries: [PASSWORD, SHORT_PASSWORD, { value: OTHER_PASSWORD, where: isRefused }],
          errors: { ...passwordErrors, 'password.containsUsername': HAS_USERNAME },
        },
        confirmation: {
          label: 'Confirm Password',
          role: 'password',
          entries: [PASSWORD, { value: OTHER_PASSWORD, where: isRefused }],
          errors: confirmationErrors,
        },
      },
      refuses: { notice: null },
      submit: [
        {
          name: 'Set New Password',
          then: to(
            'settingPassword',
            { notice: null },
            {
              calls: ({ requestToken, reset: { values } }) => ({
                resetPassword: {
                  body: {
                    requestToken: requestToken ?? '',
                    usernameId: values.usernameId,
                    newPassword: values.newPassword,
                  },
                },
              }),
            },
          ),
        },
      ],
    },
  },
  states: {
    arriving: {
      shows: ['Loading…'],
      when: {
        getToday: {
          'the business day': [answers(sampleToday), to('identifyingBorrower', { today: sampleToday })],
          'no business day': [stopsInError, to('identifyingBorrower')],
        },
      },
    },
    identifyingBorrower: {
      shows: ['Account Number', 'Date of Birth', 'Last Four Digits of Social Security Number', 'Continue'],
    },
    requestingCode: { over: true, shows: ['Sending your code…'], when: { requestCode: sent.requested } },
    ...sent.states,
    choosingPassword: {
      shows: ['At least 15 characters', 'Confirm Password', 'Set New Password'],
      on: [press('Previous', 'previous.pressed', toCode({ notice: null }))],
    },
    settingPassword: {
      over: true,
      shows: ['Setting your new password…'],
      when: {
        resetPassword: {
          'it is set': [
            answers({ outcome: 'reset' }),
            given(({ reset }) => reset.values.usernameId === ONE.id, { ...isSet(ONE), reads: [ONE.masked] }),
            { ...isSet(OTHER), reads: [OTHER.masked], hides: [ONE.masked] },
          ],
          'it has the username in it': [
            answers({ outcome: 'containsUsername' }),
            to('choosingPassword', ({ reset }) => ({ withUsername: reset.values.newPassword }), {
              wrongField: 'newPassword',
            }),
          ],
          'it is too easy to guess': [
            answers({ outcome: 'commonPassword' }),
            to('choosingPassword', ({ reset }) => ({ commonPassword: reset.values.newPassword }), {
              wrongField: 'newPassword',
            }),
          ],
          'too long after the code': [
            answers({ outcome: 'over' }),
            to('identifyingBorrower', { ...noRequest, notice: 'over' }),
          ],
          'too many attempts': [failed(429), to('choosingPassword', { notice: 'tooManyAttempts' })],
          'no answer in time': [noAnswer, to('choosingPassword', { notice: 'couldNotReset' })],
        },
      },
    },
    passwordSet: {
      shows: ['Your new password has been set.', 'Log In'],
      routes: { '#identity': startsAgain, '#code': startsAgain, '#newPassword': startsAgain },
    },
  },
  several: [
    {
      in: [
        'identifyingBorrower',
        'requestingCode',
        'enteringCode',
        'resendingCode',
        'checkingCode',
        'choosingPassword',
        'settingPassword',
        'passwordSet',
      ],
      shows: ['Find Your Username', 'Enter Your Code', 'New Password', 'Password Changed'],
    },
    {
      in: ['identifyingBorrower', 'enteringCode', 'choosingPassword'],
      routes: {
        '#identity': to('identifyingBorrower', { notice: null }),
        '#code': given(({ requestToken }) => requestToken !== null, toCode({ notice: null })),
        '#newPassword': given(({ usernames }) => usernames.length > 0, to('choosingPassword', { notice: null })),
      },
    },
  ],
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
      never: ({ isIn, context }) => isIn('settingPassword') && problems(context.reset.values, context).length > 0,
      brokenBy: 'choosingPassword -> submit.pressed [isResetComplete]: guard turned round',
    },
    'a password counts as set only when the server confirms it': {
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
  tries,
  // For forms only the values matter, and for requests and notices only their presence.
  facts: (context) => {
    const { today, identity, code, wrongCode, isCodeOver, canResend, reset, requestToken, usernames, notice } = context;
    const { withUsername, commonPassword } = context;
    return {
      knowsToday: today !== null,
      hasRequest: requestToken !== null,
      usernames: usernames.length,
      typed: [identity.values, reset.values],
      // After a password was refused, the paths do not go back to the code.
      code: isRefused(context) ? null : { typed: code.values.oneTimeCode, wrongCode, isCodeOver, canResend },
      refused: { withUsername, commonPassword },
      hasNotice: notice !== null,
    };
  },
});
