/** The first step: who somebody is (ruling 49). */
import { credentialFieldLabels, credentialMessages } from '#domain/credentials/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, ButtonRow, Content, Form, Stack, Stepper } from '../../ui/index.ts';
import { formFields } from '../form/form-fields.tsx';
import { IdentityFields } from '../identity/IdentityFields.tsx';
import { RegistrationNotice } from './RegistrationNotice.tsx';
import { STEPS } from './messages.ts';

export function Identity({ state, send }: Pick<ViewProps<typeof registration>, 'state' | 'send'>) {
  const { identity: form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { text, panel } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={0} label="Creating an online account" />
      <Content section="home" name="registration-intro" />
      <RegistrationNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <IdentityFields text={text} />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Looking for your loans…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
