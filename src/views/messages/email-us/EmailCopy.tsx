/** Copy of a sent message: its number, topic and text. */
import { type AccountNames, accountNameAmong } from '#domain/account-name.ts';
import { isolated } from '#domain/isolated-text.ts';
import { formatUsInstant } from '#domain/calendar.ts';
import { topicLabels } from '#domain/messages/email-us/messages.ts';
import { TOPICS, type SentEmail } from '#domain/messages/email-us/shapes.ts';
import { Stack, SummaryList } from '../../../ui/index.ts';

/** Returns the label of a topic. A topic that is no longer available appears as stored. */
const getTopicLabel = (topic: string): string => {
  const known = TOPICS.find((each) => each === topic);
  return known === undefined ? topic : topicLabels[known];
};

export interface EmailCopyProps {
  readonly email: SentEmail;
  /** The borrower's accounts, for the name of the message's account. */
  readonly accounts: readonly AccountNames[];
}

export function EmailCopy({ email, accounts }: EmailCopyProps) {
  return (
    <Stack>
      <SummaryList
        rows={[
          { label: 'Message number', value: <strong>{email.messageNumber}</strong> },
          { label: 'Sent on', value: formatUsInstant(new Date(email.sentAt)) },
          { label: 'Topic', value: getTopicLabel(email.topic) },
          ...(email.accountNumber === null
            ? []
            : [{ label: 'Account', value: accountNameAmong(accounts, email.accountNumber) }]),
          { label: 'Subject', value: isolated(email.subject) },
        ]}
      />
      {email.text.split(/\n+/).map((paragraph, at) => (
        <p key={at} dir="auto">
          {paragraph}
        </p>
      ))}
    </Stack>
  );
}
