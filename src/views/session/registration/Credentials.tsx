/**
 * Step 3: username and password. Both can be pasted, and the password can be shown (WCAG 3.3.8). If the server does not
 * respond, the status of the submission replaces the form, so that the borrower does not submit it twice.
 */
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { Button, ButtonRow, Card, Form, Stack, Stepper } from '../../../ui/index.ts';
import { CredentialFields } from '../credentials/CredentialFields.tsx';
import { formFields } from '../../kit/form/form-fields.tsx';
import { RegistrationNotice } from './RegistrationNotice.tsx';
import { OutcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { STEPS, registrationSubmissionMessages } from './messages.ts';

export function Credentials({ state, send, children }: ViewProps<typeof registration>) {
  const { account: form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { submitRegistration } = children;
  const stepper = <Stepper steps={STEPS} current={2} label="Creating an online account" />;
  if (isOutcomeUnknown(submitRegistration)) {
    return (
      <Stack gap="large">
        {stepper}
        <OutcomeUnknown submission={submitRegistration} messages={registrationSubmissionMessages} />
      </Stack>
    );
  }
  if (state.matches({ creatingAccount: 'outcomeCheckFailed' })) {
    return (
      <Stack gap="large">
        {stepper}
        <OutcomeCheckFailed
          onRetry={() => send({ type: 'retry.requested' })}
          messages={registrationSubmissionMessages}
        />
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
  return (
    <Stack gap="large">
      {stepper}
      <RegistrationNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <CredentialFields text={text} tick={tick} />
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
