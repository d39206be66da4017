/** The change of a password as flows of the portal: in the profile, and as a page that comes before everything else. */
import { changePassword } from '#machines/change-password/change-password.machine.ts';
import { changePasswordViews } from '../../views/change-password/views.ts';
import { defineFlow } from '../flow-definition.ts';

const changePasswordFlowOf = (action: string | null) =>
  defineFlow<typeof changePassword>({
    machine: changePassword,
    heading: 'Change Password',
    views: changePasswordViews,
    input: () => ({ action }),
  });

export const changePasswordFlow = changePasswordFlowOf(null);
export const changePasswordAction = changePasswordFlowOf('change-password');
