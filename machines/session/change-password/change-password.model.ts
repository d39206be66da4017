/** Specification of a password change. P §2.1 has no texts for it, so the texts are ours. */
import type { ContextFrom } from 'xstate';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import completeRequiredAction from '../../portal/complete-required-action/complete-required-action.model.ts';
import { COMMON, HAS_USERNAME, PASSWORD, passwordProblems } from '../password/expected-password.ts';
import { changePassword } from './change-password.machine.ts';

type Context = ContextFrom<typeof changePassword>;
type Values = Context['form']['values'];
const { to, press, hears, where } = words<typeof changePassword>();

const FROM_BEFORE = 'the one from before';
const OTHER_PASSWORD = 'eight quiet herons';
const THIRD_PASSWORD = 'nine lazy pelicans';

const problems = (
  { presentPassword, newPassword: password, confirmation }: Values,
  { wrongPassword, ...refused }: Pick<Context, 'wrongPassword' | 'commonPassword' | 'withUsername'>,
) => [
  ...unless('presentPassword', presentPassword !== '', 'presentPassword.required'),
  ...unless('presentPassword', presentPassword !== wrongPassword, 'presentPassword.wrong'),
  ...passwordProblems('newPassword', { password, confirmation, ...refused }),
];

const nothingTyped: Values = { presentPassword: '', newPassword: '', confirmation: '' };
const nothingRefused = { wrongPassword: null, withUsername: null, commonPassword: null };
const cleared = {
  ...nothingRefused,
  form: expectedForm(nothingTyped, problems(nothingTyped, nothingRefused)),
  notice: null,
};

const starts = (action: string | null) => [{ action }, to('choosingPassword', { action, ...cleared })] as const;
const couldNotContinue = to('passwordChanged', { notice: 'couldNotContinue' });

export default spec(changePassword, {
  starts: {
    'a signed-in person': starts(null),
    'a person for whom it is a required action': starts('change-password'),
  },
  notices: {
    tooManyAttempts: "You've tried too many times to change your password. Please try again in 15 minutes.",
    couldNotChange: "We haven't heard back, so we can't tell yet whether your password was changed.",
    couldNotContinue: "Your password was changed, but we couldn't continue.",
  },
  form: {
    in: ['choosingPassword'],
    problems,
    fields: {
      presentPassword: {
        label: 'Current Password',
        role: 'password',
        entries: [FROM_BEFORE, 'the one before that'],
        errors: {
          'presentPassword.required': 'Please enter your current password.',
          'presentPassword.wrong': "This isn't your current password. Please correct it and try again.",
        },
      },
      newPassword: {
        label: 'New Password',
        role: 'password',
        entries: [PASSWORD, OTHER_PASSWORD, THIRD_PASSWORD],
        errors: {
          'password.required': 'Please enter a new password.',
          'password.containsUsername': HAS_USERNAME,
          'password.common': COMMON,
        },
      },
      confirmation: {
        label: 'Confirm Password',
        role: 'password',
        entries: [PASSWORD, OTHER_PASSWORD, THIRD_PASSWORD],
        errors: {
          'confirmation.required': 'Please re-enter your password.',
          'confirmation.mismatch': 'Passwords must match.',
        },
      },
    },
    refuses: { notice: null },
    submit: [
      {
        name: 'Change Password',
        then: to(
          'changingPassword',
          { notice: null },
          {
            calls: ({
              form: {
                values: { presentPassword, newPassword },
              },
            }) => ({
              changePassword: { body: { presentPassword, newPassword } },
            }),
          },
        ),
      },
    ],
  },
  states: {
    choosingPassword: { shows: ['Current Password', 'New Password', 'Confirm Password', 'At least 15 characters'] },
    changingPassword: {
      over: true,
      shows: ['Changing your password…'],
      when: {
        changePassword: {
          'it is changed': [answers({ outcome: 'changed' }), to('passwordChanged', cleared, { focus: toNotice })],
          'the present password is wrong': [
            answers({ outcome: 'wrongPassword' }),
            to('choosingPassword', ({ form }) => ({ wrongPassword: form.values.presentPassword }), {
              wrongField: 'presentPassword',
            }),
          ],
          'the new one is too easy to guess': [
            answers({ outcome: 'commonPassword' }),
            to('choosingPassword', ({ form }) => ({ commonPassword: form.values.newPassword }), {
              wrongField: 'newPassword',
            }),
          ],
          'the new one has the username in it': [
            answers({ outcome: 'containsUsername' }),
            to('choosingPassword', ({ form }) => ({ withUsername: form.values.newPassword }), {
              wrongField: 'newPassword',
            }),
          ],
          'too many attempts': [failed(429), to('choosingPassword', { notice: 'tooManyAttempts' })],
          'no answer in time': [noAnswer, to('choosingPassword', { notice: 'couldNotChange' })],
        },
      },
    },
    passwordChanged: {
      shows: ['Your password has been changed. Use the new one the next time you log in.', 'Continue'],
      on: [
        hears('restart.requested', to('choosingPassword', { notice: null })),
        where(
          ({ action }) => action !== null,
          press(
            'Continue',
            'continue.pressed',
            to('leaving', { notice: null }, { calls: { leaveAction: { action: 'change-password' } } }),
          ),
        ),
        // Without a required action, Continue is a link and the event has no effect.
        where(({ action }) => action === null, hears('continue.pressed')),
      ],
    },
    leaving: {
      over: true,
      shows: ['One moment…'],
      when: {
        leaveAction: {
          'the address opens': [answers({ navigated: true }), to('left')],
          'it does not open': [answers({ navigated: false }), couldNotContinue],
          'leaving stops in error': [stopsInError, couldNotContinue],
        },
      },
    },
  },
  finish: ['passwordChanged'],
  claims: {
    'a password counts as changed only when the server confirms it': {
      reaching: (at) => at.isIn('passwordChanged'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is changed',
      brokenBy: 'guard isChanged: always true',
    },
    'no input stays in memory after the password was changed': {
      never: ({ isIn, context: { form } }) =>
        isIn('passwordChanged') && Object.values(form.values).some((value) => value !== ''),
      brokenBy: 'changingPassword -> changePassword done [isChanged]: action clearPasswords removed',
    },
  },
  children: { leaveAction: completeRequiredAction },
  facts: ({ action, form: { values, attempted }, wrongPassword, commonPassword, withUsername }) => ({
    action,
    values,
    attempted,
    wrongPassword,
    commonPassword,
    withUsername,
  }),
  // Paths fill in the form by its first problem: otherwise the two passwords would be combined in every way.
  tries: ({ type, field }, context) => {
    const [first] = problems(context.form.values, context);
    return type !== 'field.changed' || first === undefined || first.field === field;
  },
});
