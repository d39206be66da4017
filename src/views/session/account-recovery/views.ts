import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { Loading } from '../../kit/loading/Loading.tsx';
import { EnterCode } from './EnterCode.tsx';
import { Identity } from './Identity.tsx';
import { NewPassword } from './NewPassword.tsx';
import { PasswordSet } from './PasswordSet.tsx';

export const accountRecoveryViews = {
  arriving: Loading,
  identifyingBorrower: Identity,
  // The same views as the preceding states, so that the pressed button keeps focus.
  requestingCode: Identity,
  enteringCode: EnterCode,
  resendingCode: EnterCode,
  checkingCode: EnterCode,
  choosingPassword: NewPassword,
  settingPassword: NewPassword,
  passwordSet: PasswordSet,
} satisfies ViewsOf<typeof accountRecovery>;
