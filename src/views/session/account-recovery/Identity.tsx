/** Step 1: the borrower's identity, as for registration (ruling 49). */
import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Stack, Stepper } from '../../../ui/index.ts';
import { IdentityForm } from '../identity/IdentityForm.tsx';
import { RecoveryNotice } from './RecoveryNotice.tsx';
import { STEPS } from './messages.ts';

export const Identity = ({ state, send }: Pick<ViewProps<typeof accountRecovery>, 'state' | 'send'>) => (
  <Stack gap="large">
    <Stepper steps={STEPS} current={0} label="Setting a new password" />
    <p>
      Tell us who you are. We send a code to the email address that we have on file for you. With the code, you can see
      part of your username and set a new password. Your account number is on your bills and in our letters.
    </p>
    <RecoveryNotice notice={state.context.notice} />
    <IdentityForm
      form={state.context.identity}
      send={send}
      isBusy={state.hasTag('busy')}
      busyText="Sending your code…"
    />
  </Stack>
);
