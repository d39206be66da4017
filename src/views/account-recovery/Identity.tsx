/** The first step: who somebody is, as for registration (ruling 49). */
import { credentialFieldLabels, credentialMessages } from '#domain/credentials/messages.ts';
import type { accountRecovery } from '#machines/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Form, Stack, Stepper } from '../../ui/index.ts';
import { formFields } from '../form/form-fields.tsx';
import { IdentityFields } from '../identity/IdentityFields.tsx';
import { RecoveryNotice } from './RecoveryNotice.tsx';
import { STEPS } from './messages.ts';

export function Identity({ state, send }: Pick<ViewProps<typeof accountRecovery>, 'state' | 'send'>) {
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
      <Stepper steps={STEPS} current={0} label="Setting a new password" />
      <p>
        Tell us who you are. We show you a part of your username, and you can set a new password. Your account number is
        on your statements and in our letters.
      </p>
      <RecoveryNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <IdentityFields text={text} />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Looking for your username…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
