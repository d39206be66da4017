/** Step 1: the borrower's identity (ruling 49). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { Content, Stack, Stepper } from '../../../ui/index.ts';
import { IdentityForm } from '../identity/IdentityForm.tsx';
import { RegistrationNotice } from './RegistrationNotice.tsx';
import { STEPS } from './messages.ts';

export const Identity = ({ state, send }: Pick<ViewProps<typeof registration>, 'state' | 'send'>) => (
  <Stack gap="large">
    <Stepper steps={STEPS} current={0} label="Creating an online account" />
    <Content section="home" name="registration-intro" />
    <RegistrationNotice notice={state.context.notice} />
    <IdentityForm
      form={state.context.identity}
      send={send}
      isBusy={state.hasTag('busy')}
      busyText="Sending your code…"
    />
  </Stack>
);
