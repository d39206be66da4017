/** Password change: a profile page, and a required action after sign-in. */
import { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import { actionAt } from '../app/flow/action.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { changePasswordViews } from '../views/session/change-password/views.ts';

export default defineFlow<typeof changePassword>({
  machine: changePassword,
  views: changePasswordViews,
  input: ({ address }) => ({ action: actionAt(address) }),
});
