/** How a password is changed. */
import { defineModel } from '../kit/model.ts';
import { changePassword } from './change-password.machine.ts';

const fill = (field: string, name: string, value: string) => ({
  event: { type: 'field.entered', field, value } as const,
  gesture: { action: 'fill', role: 'password', name, value } as const,
});

export default defineModel<typeof changePassword>({
  machine: changePassword,
  inputs: {
    'somebody who is signed in': { action: null },
    'somebody who has to do it before anything else': { action: 'change-password' },
  },
  events: [
    fill('presentPassword', 'Present Password', 'the one from before'),
    fill('newPassword', 'New Password', 'seven quiet herons'),
    fill('confirmation', 'Confirm Password', 'seven quiet herons'),
    fill('presentPassword', 'Present Password', 'the one before that'),
    fill('newPassword', 'New Password', 'eight quiet herons'),
    fill('confirmation', 'Confirm Password', 'eight quiet herons'),
    {
      event: { type: 'field.left', field: 'newPassword' },
      gesture: { action: 'leave', role: 'password', name: 'New Password' },
    },
    { event: { type: 'submit.pressed' }, gesture: { action: 'click', role: 'button', name: 'Change Password' } },
    { event: { type: 'restart.wanted' } },
    {
      event: { type: 'continue.pressed' },
      where: ({ action }) => action !== null,
      gesture: { action: 'click', role: 'button', name: 'Continue' },
    },
  ],
  outcomes: {
    changePassword: {
      'it is changed': { answers: { outcome: 'changed' } },
      'the present password is wrong': { answers: { outcome: 'wrongPassword' } },
      'the new one has the username in it': { answers: { outcome: 'containsUsername' } },
      'too many attempts': { throws: { kind: 'refused', status: 429 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    leaveAction: {
      'the address opens': { answers: { hasLeft: true } },
      'it does not open': { answers: { hasLeft: false } },
      'the chart of the leaving stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ action, form }) => ({ action, problems: form.problems.map(({ field }) => field) }),
});
