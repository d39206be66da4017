/** Confirmation that the new password is active. */
import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { ButtonLink, Notice, PhoneLink, Stack, Stepper } from '../../../ui/index.ts';
import { STEPS } from './messages.ts';

export function PasswordSet({ state }: Pick<ViewProps<typeof accountRecovery>, 'state'>) {
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={3} label="Setting a new password" />
      <Notice kind="success" id="notice" action={<ButtonLink href="/account/login">Log In</ButtonLink>}>
        <p>
          Your new password has been set. Log in with your username{' '}
          <strong>{state.context.usernames[0]?.masked}</strong>. For your safety, you have been logged out everywhere
          else.
        </p>
        <p>
          If you don't recognize your username, call us at <PhoneLink />.
        </p>
      </Notice>
    </Stack>
  );
}
