/** Message form, above the earlier messages, and the confirmation with a copy. */
import { accountName } from '#domain/account-name.ts';
import { isolated } from '#domain/isolated-text.ts';
import { formatUsDate, businessDate } from '#domain/calendar.ts';
import { emailFieldLabels, emailUsMessages, topicLabels } from '#domain/messages/email-us/messages.ts';
import { LONGEST_SUBJECT, LONGEST_TEXT, countCharacters } from '#domain/messages/email-us/rules.ts';
import { type EmailPage, type EmailValues, TOPICS } from '#domain/messages/email-us/shapes.ts';
import { Card, Content, Disclosure, Select, Stack, TextArea, TextField } from '../../../ui/index.ts';
import { type FieldsProps, formPageViews } from '../../kit/form/form-page-views.tsx';
import { EmailCopy } from './EmailCopy.tsx';
import { EmailSent } from './EmailSent.tsx';
import { EMAIL_US_NOTICES, emailSubmissionMessages } from './messages.ts';

/** The latest messages, collapsed. */
function Earlier({ facts }: { facts: EmailPage }) {
  const { messages, total } = facts;
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
              <EmailCopy email={email} accounts={facts.accounts} />
            </Disclosure>
          ))}
        </div>
      </Stack>
    </section>
  );
}

function Fields({ fields: { text }, values, facts }: FieldsProps<EmailValues, EmailPage>) {
  return (
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
          options={facts.accounts.map((account) => ({ value: account.accountId, label: accountName(account) }))}
        />
        <TextField {...text('subject')} hint={`At most ${LONGEST_SUBJECT} characters`} />
        <TextArea
          {...text('text')}
          hint={`At most ${LONGEST_TEXT.toLocaleString('en-US')} characters`}
          note={`${countCharacters(values.text).toLocaleString('en-US')} of ${LONGEST_TEXT.toLocaleString('en-US')} characters`}
          rows={8}
        />
      </Stack>
    </Card>
  );
}

export const emailUsViews = formPageViews({
  Fields,
  labels: emailFieldLabels,
  errors: emailUsMessages,
  notices: EMAIL_US_NOTICES,
  texts: emailSubmissionMessages,
  button: 'Send Message',
  intro: <Content section="home" name="email-us-intro" />,
  After: Earlier,
  Received: EmailSent,
});
