/** The first step: who somebody is (ruling 49). The digits of the Social Security number are hidden until they are asked for. */
import type { IdentityValues } from '#domain/credentials/shapes.ts';
import { credentialFieldWords, credentialWords } from '#domain/credentials/words.ts';
import { say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, ButtonRow, Card, Content, DateField, Form, Stack, Stepper, TextField } from '../../ui/index.ts';
import { Messages } from './Messages.tsx';
import { STEPS } from './words.ts';

export function Identity({ state, send }: Pick<ViewProps<typeof registration>, 'state' | 'send'>) {
  const { identity: form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const field = (name: keyof IdentityValues) => {
    const error = form.errors[name];
    return {
      name,
      label: credentialFieldWords[name],
      value: form.values[name],
      disabled: isBusy,
      error: error === undefined ? undefined : say(credentialWords, error),
      onChange: (value: string) => send({ type: 'field.changed', field: name, value }),
      onLeave: () => send({ type: 'field.left', field: name }),
    };
  };
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={0} label="Creating an online account" />
      <Content section="home" name="registration-intro" />
      <Messages notice={notice} panel={form.panel} />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <Card>
          <Stack gap="large">
            <TextField
              {...field('accountNumber')}
              hint="Nine digits, with or without the letter in front"
              width="medium"
              maxLength={10}
              autoComplete="off"
            />
            <DateField {...field('dateOfBirth')} autoComplete="bday" />
            <TextField
              {...field('ssnLastFour')}
              secret
              width="short"
              maxLength={4}
              inputMode="numeric"
              autoComplete="off"
            />
          </Stack>
        </Card>
        <ButtonRow align="end">
          <Button type="submit" busy={isBusy} busyText="Looking for your loans…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
