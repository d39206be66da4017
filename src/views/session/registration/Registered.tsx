/** Confirmation that the online account exists. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { ButtonLink, Notice, Stack, Stepper } from '../../../ui/index.ts';
import { STEPS } from './messages.ts';

export function Registered({ state }: Pick<ViewProps<typeof registration>, 'state'>) {
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={3} label="Creating an online account" />
      <Notice kind="success" id="notice" action={<ButtonLink href="/account/login">Log In</ButtonLink>}>
        <p>
          Your online account has been created. Your username is <strong>{state.context.username}</strong>. You can log
          in now.
        </p>
      </Notice>
    </Stack>
  );
}
