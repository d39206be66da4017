/**
 * Step 2: username and password. Both can be pasted, and the password can be shown (WCAG 3.3.8). If the server does not
 * respond, the status of the submission replaces the form, so that the borrower does not submit it twice.
 */
import { SHORTEST_PASSWORD, USERNAME_LENGTH } from '#domain/credentials/rules.ts';
import { credentialFieldLabels, credentialMessages } from '#domain/credentials/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, ButtonRow, Card, Checkbox, Form, Stack, Stepper, TextField, TextLink } from '../../ui/index.ts';
import { formFields } from '../form/form-fields.tsx';
import { RegistrationNotice } from './RegistrationNotice.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { STEPS, registrationSubmissionMessages } from './messages.ts';

export function Credentials({ state, send, children }: ViewProps<typeof registration>) {
  const { account: form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { submitRegistration } = children;
  const stepper = <Stepper steps={STEPS} current={1} label="Creating an online account" />;
  if (isOutcomeUnknown(submitRegistration)) {
    return (
      <Stack gap="large">
        {stepper}
        <OutcomeUnknown submission={submitRegistration} messages={registrationSubmissionMessages} />
      </Stack>
    );
  }
  const { text, tick, panel } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  const { min, max } = USERNAME_LENGTH;
  return (
    <Stack gap="large">
      {stepper}
      <RegistrationNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            <TextField
              {...text('username')}
              hint={`${min} to ${max} letters, digits, periods, hyphens, underscores or @; you can use capital or lowercase letters`}
              autoComplete="username"
            />
            <TextField
              {...text('password')}
              hint={`At least ${SHORTEST_PASSWORD} characters: a few words in a row are easy to remember`}
              secret
              autoComplete="new-password"
            />
            <TextField {...text('confirmation')} secret autoComplete="new-password" />
            <Stack>
              <p>
                <TextLink href="/content/legal/terms-of-use" newTab>
                  Terms of Use
                </TextLink>
              </p>
              <Checkbox {...tick('terms')} required />
            </Stack>
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={registrationSubmissionMessages.sending}>
            Create Online Account
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
