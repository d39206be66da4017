/** The first step: who somebody is (ruling 49). The digits of the Social Security number are hidden until they are asked for. */
import { credentialFieldLabels, credentialMessages } from '#domain/credentials/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, ButtonRow, Card, Content, DateField, Form, Stack, Stepper, TextField } from '../../ui/index.ts';
import { formFields } from '../form/form-fields.tsx';
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
        <Card>
          <Stack gap="large">
            <TextField
              {...text('accountNumber')}
              hint="Nine digits, with or without the letter in front"
              width="medium"
              maxLength={10}
              autoComplete="off"
            />
            <DateField {...text('dateOfBirth')} autoComplete="bday" />
            <TextField
              {...text('ssnLastFour')}
              secret
              width="short"
              maxLength={4}
              inputMode="numeric"
              autoComplete="off"
            />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Looking for your loans…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
