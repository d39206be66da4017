/** Model of a password change. The specification has no texts for it (P §2.1), so the texts are ours. */
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { COMMON, HAS_USERNAME, PASSWORD } from '../password/expected-password.ts';
import { defineModel } from '../../kit/model.ts';
import completeRequiredAction from '../../portal/complete-required-action/complete-required-action.model.ts';
import { changePassword } from './change-password.machine.ts';

const FROM_BEFORE = 'the one from before';

const fill = (field: string, name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: 'fill', role: 'password', name, value } as const,
  then: { in: 'choosingPassword', context: { form: { values: { [field]: value } } } },
});

const WRONG = "This isn't your current password. Please correct it and try again.";
const TOO_MANY = "You've tried too many times to change your password. Please try again in 15 minutes.";
const NO_ANSWER = "We haven't heard back, so we can't tell yet whether your password was changed.";
const COULD_NOT_GO_ON = "Your password was changed, but we couldn't continue.";

/** Expected context after the input was cleared. */
const nothingTyped = {
  form: {
    values: { presentPassword: '', newPassword: '', confirmation: '' },
    touched: [],
    attempted: false,
    errors: {},
    panel: [],
  },
  wrongPassword: null,
  withUsername: null,
  commonPassword: null,
  notice: null,
};

export default defineModel<typeof changePassword>({
  machine: changePassword,
  inputs: {
    'a signed-in person': {
      input: { action: null },
      then: { state: 'choosingPassword', context: { action: null, ...nothingTyped } },
    },
    'a person for whom it is a required action': {
      input: { action: 'change-password' },
      then: { state: 'choosingPassword', context: { action: 'change-password', ...nothingTyped } },
    },
  },
  events: [
    fill('presentPassword', 'Current Password', FROM_BEFORE),
    fill('newPassword', 'New Password', PASSWORD),
    fill('confirmation', 'Confirm Password', PASSWORD),
    fill('presentPassword', 'Current Password', 'the one before that'),
    fill('newPassword', 'New Password', 'eight quiet herons'),
    fill('confirmation', 'Confirm Password', 'eight quiet herons'),
    {
      event: { type: 'field.left', field: 'newPassword' },
      gesture: { action: 'leave', role: 'password', name: 'New Password' },
      then: [
        {
          in: 'choosingPassword',
          when: ({ form }) => form.values.newPassword === '' && !form.attempted,
          context: ({ form }) => ({
            form: {
              touched: [...new Set([...form.touched, 'newPassword'])],
              errors: {
                ...(form.touched.includes('presentPassword') && {
                  presentPassword: { code: 'presentPassword.required' },
                }),
                newPassword: { code: 'password.required' },
              },
            },
          }),
          reads: ['Please enter a new password.'],
        },
        { in: 'choosingPassword', context: ({ form }) => ({ form: { values: form.values } }) },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Change Password' },
      then: [
        {
          in: 'choosingPassword',
          when: ({ form: { values } }) => Object.values(values).every((value) => value === ''),
          context: {
            notice: null,
            form: {
              attempted: true,
              errors: {
                presentPassword: { code: 'presentPassword.required' },
                newPassword: { code: 'password.required' },
                confirmation: { code: 'confirmation.required' },
              },
            },
          },
          focus: toErrors,
          reads: [
            REVIEW,
            'Please enter your current password.',
            'Please enter a new password.',
            'Please re-enter your password.',
          ],
        },
        {
          in: 'choosingPassword',
          when: ({ form: { values }, wrongPassword, withUsername, commonPassword }) =>
            values.presentPassword === '' ||
            values.newPassword === '' ||
            values.confirmation !== values.newPassword ||
            values.presentPassword === wrongPassword ||
            values.newPassword === withUsername ||
            values.newPassword === commonPassword,
          context: { notice: null, form: { attempted: true } },
          focus: toErrors,
          reads: [REVIEW],
        },
        {
          in: 'choosingPassword',
          state: 'changingPassword',
          context: { notice: null },
          calls: ({ form: { values } }) => ({
            changePassword: { body: { presentPassword: values.presentPassword, newPassword: values.newPassword } },
          }),
          reads: ['Changing your password…'],
          hides: [TOO_MANY, NO_ANSWER],
        },
      ],
    },
    {
      event: { type: 'restart.wanted' },
      then: { in: 'passwordChanged', state: 'choosingPassword', context: { notice: null }, hides: [COULD_NOT_GO_ON] },
    },
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      where: ({ action }) => action !== null,
      then: {
        in: 'passwordChanged',
        state: 'leaving',
        context: { notice: null },
        calls: { leaveAction: { action: 'change-password' } },
        hides: [COULD_NOT_GO_ON],
      },
    },
    // Without a required action, Continue is a link and the event has no effect.
    { event: { type: 'continue.pressed' }, where: ({ action }) => action === null, then: { in: 'passwordChanged' } },
  ],
  outcomes: {
    changePassword: {
      'it is changed': {
        answers: { outcome: 'changed' },
        then: { state: 'passwordChanged', context: nothingTyped, focus: toNotice },
      },
      'the present password is wrong': {
        answers: { outcome: 'wrongPassword' },
        then: {
          state: 'choosingPassword',
          context: ({ form: { values } }) => ({
            wrongPassword: values.presentPassword,
            form: { values, errors: { presentPassword: { code: 'presentPassword.wrong' } } },
          }),
          focus: { place: 'field', field: 'presentPassword', delay: 0 },
          reads: [WRONG],
        },
      },
      'the new one is too easy to guess': {
        answers: { outcome: 'commonPassword' },
        then: {
          state: 'choosingPassword',
          context: ({ form: { values } }) => ({
            commonPassword: values.newPassword,
            form: { values, errors: { newPassword: { code: 'password.common' } } },
          }),
          focus: { place: 'field', field: 'newPassword', delay: 0 },
          reads: [COMMON],
        },
      },
      'the new one has the username in it': {
        answers: { outcome: 'containsUsername' },
        then: {
          state: 'choosingPassword',
          context: ({ form: { values } }) => ({
            withUsername: values.newPassword,
            form: { values, errors: { newPassword: { code: 'password.containsUsername' } } },
          }),
          focus: { place: 'field', field: 'newPassword', delay: 0 },
          reads: [HAS_USERNAME],
        },
      },
      'too many attempts': {
        throws: { kind: 'refused', status: 429 },
        then: {
          state: 'choosingPassword',
          context: { notice: 'tooManyAttempts' },
          focus: toNotice,
          reads: [TOO_MANY],
        },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'choosingPassword',
          context: { notice: 'couldNotChange' },
          focus: toNotice,
          reads: [NO_ANSWER],
        },
      },
    },
    leaveAction: {
      'the address opens': { answers: { navigated: true }, then: { state: 'left' } },
      'it does not open': {
        answers: { navigated: false },
        then: {
          state: 'passwordChanged',
          context: { notice: 'couldNotContinue' },
          focus: toNotice,
          reads: [COULD_NOT_GO_ON],
        },
      },
      'leaving stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: 'passwordChanged',
          context: { notice: 'couldNotContinue' },
          focus: toNotice,
          reads: [COULD_NOT_GO_ON],
        },
      },
    },
  },
  screens: {
    choosingPassword: ['Current Password', 'New Password', 'Confirm Password', 'At least 15 characters'],
    changingPassword: ['Changing your password…'],
    passwordChanged: ['Your password has been changed. Use the new one the next time you log in.', 'Continue'],
    leaving: ['One moment…'],
  },
  finish: ['passwordChanged'],
  claims: {
    'a password counts as changed only when the server says so': {
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
  facts: ({ action, form, notice }) => ({ action, notice, problems: form.problems.map(({ field }) => field) }),
});
