/** Confirmation with the message number, the next steps and a copy. Only this view reports success. */
import type { EmailPage, SentEmail } from '#domain/messages/email-us/shapes.ts';
import { Button, ButtonRow, Card, Content, Notice, PrintTitle, Stack } from '../../../ui/index.ts';
import { EmailCopy } from './EmailCopy.tsx';

interface EmailSentProps {
  readonly received: SentEmail;
  readonly facts: EmailPage | null;
  readonly onAgain: () => void;
}

export function EmailSent({ received, facts, onAgain }: EmailSentProps) {
  return (
    <Stack gap="large">
      <PrintTitle>Copy of a message</PrintTitle>
      <Notice kind="success" id="notice">
        <Content
          section="home"
          name="email-us-thank-you"
          fallback={<p>Thank you. We have received your message and will answer it.</p>}
        />
      </Notice>
      <Card heading="Your message">
        <EmailCopy email={received} accounts={facts?.accounts ?? []} />
      </Card>
      <ButtonRow>
        <Button variant="secondary" onClick={onAgain}>
          Write another message
        </Button>
      </ButtonRow>
    </Stack>
  );
}
