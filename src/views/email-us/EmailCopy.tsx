/** A message as it was sent: its number, what it is about, and its text. */
import { type AccountNames, accountNameAmong } from '#domain/account-name.ts';
import { formatUsInstant } from '#domain/calendar.ts';
import { topicLabels } from '#domain/email-us/messages.ts';
import { TOPICS, type SentEmail } from '#domain/email-us/shapes.ts';
import { Stack, SummaryList } from '../../ui/index.ts';

/** A topic as people read it; one that is not offered any more stands as it was kept. */
const topicOf = (topic: string): string => {
  const known = TOPICS.find((each) => each === topic);
  return known === undefined ? topic : topicLabels[known];
};

export interface EmailCopyProps {
  readonly email: SentEmail;
  /** The borrower's accounts, which name the account of the message. */
  readonly accounts: readonly AccountNames[];
}

export function EmailCopy({ email, accounts }: EmailCopyProps) {
  return (
    <Stack>
      <SummaryList
        rows={[
          { label: 'Message number', value: <strong>{email.messageNumber}</strong> },
          { label: 'Sent on', value: formatUsInstant(new Date(email.sentAt)) },
          { label: 'Topic', value: topicOf(email.topic) },
          ...(email.accountNumber === null
            ? []
            : [{ label: 'Account', value: accountNameAmong(accounts, email.accountNumber) }]),
          { label: 'Subject', value: email.subject },
        ]}
      />
      {email.text.split(/\n+/).map((paragraph, at) => (
        <p key={at}>{paragraph}</p>
      ))}
    </Stack>
  );
}
