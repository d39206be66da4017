/** Recovery of a forgotten username or password. */
import { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { accountRecoveryViews } from '../views/session/account-recovery/views.ts';

export default defineFlow<typeof accountRecovery>({
  machine: accountRecovery,
  views: accountRecoveryViews,
  input: () => ({}),
});
