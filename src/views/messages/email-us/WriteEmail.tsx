/**
 * Message form, above the earlier messages. If the server does not respond, the status of the submission replaces the
 * form, so that the borrower does not send the message twice.
 */
import { accountName } from '#domain/account-name.ts';
import { isolated } from '#domain/isolated-text.ts';
import { formatUsDate, businessDate } from '#domain/calendar.ts';
import { emailFieldLabels, emailUsMessages, topicLabels } from '#domain/messages/email-us/messages.ts';
import { LONGEST_SUBJECT, LONGEST_TEXT, lengthOf } from '#domain/messages/email-us/rules.ts';
import { type EmailPage, TOPICS } from '#domain/messages/email-us/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { emailUs } from '#machines/messages/email-us/email-us.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  Disclosure,
  Form,
  Select,
  Stack,
  TextArea,
  TextField,
} from '../../../ui/index.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { EmailCopy } from './EmailCopy.tsx';
import { NOTICES, emailSubmissionMessages } from './messages.ts';

/** The latest messages, collapsed. */
function Earlier({ page }: { page: EmailPage }) {
  const { messages, total } = page;
  if (messages.length === 0) return null;
  return (
    <section aria-label="Messages you have sent">
      <Stack>
        <h2>Messages you have sent</h2>
        {total > messages.length ? <p>{`These are the latest ${messages.length} of ${total}.`}</p> : null}
        <div>
          {messages.map((email) => (
            <Disclosure
              key={email.messageNumber}
              variant="row"
              summary={`${isolated(email.subject)} (${email.messageNumber})`}
              aside={formatUsDate(businessDate(new Date(email.sentAt)))}
            >
              <EmailCopy email={email} accounts={page.accounts} />
            </Disclosure>
          ))}
        </div>
      </Stack>
    </section>
  );
}

export function WriteEmail({ state, send, children }: ViewProps<typeof emailUs>) {
  const { form, page, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { sendEmail } = children;
  if (isOutcomeUnknown(sendEmail)) {
    return <OutcomeUnknown submission={sendEmail} messages={emailSubmissionMessages} />;
  }
  const { text, panel } = formFields({
    form,
    send,
    labels: emailFieldLabels,
    messages: emailUsMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <FormNotice text={notice && NOTICES[notice]} />
      {panel}
      <Content section="home" name="email-us-intro" />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            <Select
              {...text('topic')}
              placeholder="Select a topic"
              options={TOPICS.map((value) => ({ value, label: topicLabels[value] }))}
            />
            <Select
              {...text('accountId')}
              optional
              placeholder="No specific account"
              options={page.accounts.map((account) => ({ value: account.accountId, label: accountName(account) }))}
            />
            <TextField {...text('subject')} hint={`At most ${LONGEST_SUBJECT} characters`} />
            <TextArea
              {...text('text')}
              hint={`At most ${LONGEST_TEXT.toLocaleString('en-US')} characters`}
              note={`${lengthOf(form.values.text).toLocaleString('en-US')} of ${LONGEST_TEXT.toLocaleString('en-US')} characters`}
              rows={8}
            />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={emailSubmissionMessages.sending}>
            Send Message
          </Button>
        </ButtonRow>
      </Form>
      <Earlier page={page} />
    </Stack>
  );
}
