/** Step 2: the one-time code from the email. The text is the same whether or not the server sent a code. */
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Form, Notice, PhoneLink, Stack, Stepper, TextField } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { RecoveryNotice } from './RecoveryNotice.tsx';
import { STEPS } from './messages.ts';

/** Location of the message on a demo server without a mail server. */
function OutboxFile({ file }: { file: string | null }) {
  if (file === null) return null;
  return (
    <Notice kind="info" heading="This demo sends no email">
      <p>
        If what you entered matches an account, the message with the code is in the file <code>{file}</code> on the
        server.
      </p>
    </Notice>
  );
}

export function EnterCode({ state, send }: Pick<ViewProps<typeof accountRecovery>, 'state' | 'send'>) {
  const { code: form, notice, canResend, outboxFile } = state.context;
  const isBusy = state.hasTag('busy');
  const isResending = state.matches('resendingCode');
  const { text, panel } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={1} label="Setting a new password" />
      <p>
        If what you entered matches an account, we sent a code to the email address on file. Please enter it within 10
        minutes.
      </p>
      <RecoveryNotice notice={notice} />
      <OutboxFile file={outboxFile} />
      {panel}
      <Form onSubmit={() => send({ type: 'checkCode.pressed' })}>
        <Card>
          <TextField
            {...text('oneTimeCode')}
            hint="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            isNumber
            width="short"
          />
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy && !isResending} busyText="Checking your code…" disabled={isResending}>
            Continue
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
      <Stack gap="small">
        <p>
          If you don&apos;t get an email within a few minutes, check your spam folder or call us at <PhoneLink />. We
          send at most five codes in an hour.
        </p>
        {canResend ? (
          <ButtonRow>
            <Button
              variant="secondary"
              busy={isResending}
              busyText="Sending a new code…"
              disabled={isBusy && !isResending}
              onClick={() => send({ type: 'resend.pressed' })}
            >
              Send a New Code
            </Button>
          </ButtonRow>
        ) : (
          <p>After one minute, you can ask for a new code here.</p>
        )}
      </Stack>
    </Stack>
  );
}
