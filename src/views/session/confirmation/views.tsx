/** The dialog in which a person confirms a change. */
import { confirmationFieldLabels, confirmationMessages } from '#domain/session/confirmation/messages.ts';
import { storageNeeded } from '#domain/session/identity/messages.ts';
import { credentialMessages } from '#domain/session/credentials/messages.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { confirmation } from '#machines/session/confirmation/confirmation.machine.ts';
import { Button, ButtonRow, Dialog, Form, Notice, Stack, TextField } from '../../../ui/index.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';

const NOTICES = {
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotCheck: "We couldn't check this right now. Please try again.",
  couldNotLeave: "We couldn't open the log-in page. Please try again.",
  withoutStorage: storageNeeded,
  couldNotSend: "We couldn't send a code right now. Please ask for a new code.",
  tooManyCodes: "We've sent you too many codes. Please try again in an hour.",
} as const;

type Props = Pick<ViewProps<typeof confirmation>, 'state' | 'send'>;

const Cancel = ({ state, send }: Props) => (
  <Button variant="secondary" disabled={state.hasTag('busy')} onClick={() => send({ type: 'cancel.pressed' })}>
    Cancel
  </Button>
);

function PasswordDialog({ state, send }: Props) {
  const { form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const labels = confirmationFieldLabels;
  const { text, panel } = formFields({ form, send, labels, messages: confirmationMessages, disabled: isBusy });
  return (
    <Dialog
      title="Enter your password again"
      staysOnBackdrop
      onDismiss={isBusy ? undefined : () => send({ type: 'cancel.pressed' })}
    >
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Stack gap="large">
          <p>To protect your account, we ask for your password before we make this change.</p>
          <FormNotice text={notice && NOTICES[notice]} />
          {panel}
          <TextField {...text('password')} secret autoComplete="current-password" />
          <ButtonRow align="end">
            <Cancel state={state} send={send} />
            <Button type="submit" busy={isBusy} busyText="Checking your password…">
              Confirm
            </Button>
          </ButtonRow>
        </Stack>
      </Form>
    </Dialog>
  );
}

function LogInDialog({ state, send }: Props) {
  const { notice } = state.context;
  const isBusy = state.hasTag('busy');
  return (
    <Dialog
      title="Log in again"
      staysOnBackdrop
      onDismiss={isBusy ? undefined : () => send({ type: 'cancel.pressed' })}
      actions={
        <ButtonRow align="end">
          <Cancel state={state} send={send} />
          <Button busy={isBusy} busyText="Opening the log-in page…" onClick={() => send({ type: 'logIn.pressed' })}>
            Log In
          </Button>
        </ButtonRow>
      }
    >
      <Stack>
        <FormNotice text={notice && NOTICES[notice]} />
        <p>
          To protect your account, please log in again before we make this change. After that, you come back to this
          page. You may need to enter the change again.
        </p>
      </Stack>
    </Dialog>
  );
}

function CodeDialog({ state, send }: Props) {
  const { code, email, notice, canResend, outboxFile } = state.context;
  const isBusy = state.hasTag('busy');
  const isSending = state.matches('sendingCode');
  const { text, panel } = formFields({
    form: code,
    send,
    labels: confirmationFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <Dialog
      title="Check your new email address"
      staysOnBackdrop
      onDismiss={isBusy ? undefined : () => send({ type: 'cancel.pressed' })}
    >
      <Form onSubmit={() => send({ type: 'checkCode.pressed' })}>
        <Stack gap="large">
          <p>
            We send a code to <strong>{email}</strong>. Enter it within 10 minutes. Your email address changes only
            after that. For three days, we send codes for a new password to your old address.
          </p>
          <FormNotice text={notice && NOTICES[notice]} />
          {outboxFile !== null && (
            <Notice kind="info" heading="This demo sends no email">
              <p>
                The message with the code is in the file <code>{outboxFile}</code> on the server.
              </p>
            </Notice>
          )}
          {panel}
          <TextField
            {...text('oneTimeCode')}
            hint="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            isNumber
            width="short"
          />
          {canResend && (
            <ButtonRow>
              <Button
                variant="quiet"
                busy={isSending}
                busyText="Sending a code…"
                disabled={isBusy && !isSending}
                onClick={() => send({ type: 'resend.pressed' })}
              >
                Send a New Code
              </Button>
            </ButtonRow>
          )}
          <ButtonRow align="end">
            <Cancel state={state} send={send} />
            <Button
              type="submit"
              busy={isBusy && !(isSending && canResend)}
              busyText={isSending ? 'Sending a code…' : 'Checking your code…'}
              disabled={isSending && canResend}
            >
              Confirm
            </Button>
          </ButtonRow>
        </Stack>
      </Form>
    </Dialog>
  );
}

const Nothing = () => null;

export const confirmationViews = {
  choosingHow: Nothing,
  askingPassword: PasswordDialog,
  // The same views as the preceding states, so that the pressed button keeps focus.
  checkingPassword: PasswordDialog,
  askingLogIn: LogInDialog,
  leavingForSignIn: LogInDialog,
  sendingCode: CodeDialog,
  enteringCode: CodeDialog,
  checkingCode: CodeDialog,
  confirmed: Nothing,
  canceled: Nothing,
} satisfies ViewsOf<typeof confirmation>;
