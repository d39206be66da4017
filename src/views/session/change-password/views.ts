import type { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { PasswordChanged } from './PasswordChanged.tsx';

export const changePasswordViews = {
  choosingPassword: ChangePassword,
  // The same views as the preceding states, so that the pressed button keeps focus.
  changingPassword: ChangePassword,
  passwordChanged: PasswordChanged,
  leaving: PasswordChanged,
  left: PasswordChanged,
} satisfies ViewsOf<typeof changePassword>;
