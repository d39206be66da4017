/**
 * The one-time code from an email, for account recovery and registration. The text is the same whether or not the server
 * sent a code.
 */
import type { ReactNode } from 'react';
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { CodeValues } from '#domain/session/credentials/shapes.ts';
import type { Form as FormState, FormEvent } from '#machines/kit/form.ts';
import { Button, ButtonRow, Card, Form, Notice, Stack, TextField } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';

/** Notice that another code was sent. */
export const CodeSentAgain = () => (
  <Notice kind="success" id="notice">
    <p>
      If what you entered matches an account, we sent a new code. Please use the code in our latest email. Earlier codes
      no longer work.
    </p>
  </Notice>
);

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

interface EnterOneTimeCodeProps {
  readonly form: FormState<CodeValues>;
  readonly send: (
    event: FormEvent | { readonly type: 'checkCode.pressed' | 'previous.pressed' | 'resend.pressed' },
  ) => void;
  readonly isBusy: boolean;
  /** Whether another code is being sent. */
  readonly isResending: boolean;
  readonly canResend: boolean;
  readonly outboxFile: string | null;
  /** The notice above the form. */
  readonly notice: ReactNode;
  /** The help if no email arrives. */
  readonly help: ReactNode;
}

export function EnterOneTimeCode(props: EnterOneTimeCodeProps) {
  const { form, send, isBusy, isResending, canResend, outboxFile, notice, help } = props;
  const { text, panel } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <>
      <p>
        If what you entered matches an account, we sent a code to the email address on file. Please enter it within 10
        minutes.
      </p>
      {notice}
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
        <p>{help} We send at most five codes in an hour.</p>
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
    </>
  );
}
