/** The content of the record, and the password that confirms its download. */
import { recordFieldLabels, recordMessages } from '#domain/accounts/record/messages.ts';
import type { downloadRecord } from '#machines/accounts/download-record/download-record.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Form, Stack, TextField } from '../../../ui/index.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';

const NOTICES = {
  tooManyAttempts: 'There were too many attempts. Please try again in 15 minutes.',
  notAllowed: 'Only the borrower can download this record. It needs a password of this site.',
  couldNotPrepare: "We couldn't prepare your record. Please try again.",
  couldNotSave: "We couldn't save the file on your device. Please try again.",
} as const;

export function ConfirmDownload({ state, send }: Pick<ViewProps<typeof downloadRecord>, 'state' | 'send'>) {
  const { form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const fields = formFields({
    form,
    send,
    labels: recordFieldLabels,
    messages: recordMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <p>
        Download a copy of what we hold about your loans. You can use it for a complaint, send it to a new servicer, or
        give it to a lawyer.
      </p>
      <FormNotice text={notice === null ? null : NOTICES[notice]} />
      {fields.panel}
      <Card heading="What is in your record">
        <ul>
          <li>Your accounts, groups and loans as of today, as a PDF and as data</li>
          <li>Every payment, as a spreadsheet (CSV) and as data (JSON)</li>
          <li>Your applications, your letters, your statements and tax forms, and your messages to us</li>
          <li>The documents that you uploaded, with a code that shows the file wasn't changed</li>
          <li>A text that explains the files</li>
        </ul>
      </Card>
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack>
            <p>The file contains private information. Please enter your password to confirm that it is you.</p>
            <TextField {...fields.text('password')} secret autoComplete="current-password" />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" icon="download" busy={isBusy} busyText="Preparing your record…">
            Download My Record
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
