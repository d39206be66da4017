/** Confirmation with the message number, the next steps and a copy. Only this view reports success. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { emailUs } from '#machines/messages/email-us/email-us.machine.ts';
import { Button, ButtonRow, Card, Content, Notice, PrintTitle, Stack } from '../../../ui/index.ts';
import { EmailCopy } from './EmailCopy.tsx';

export function EmailSent({ state, send }: Pick<ViewProps<typeof emailUs>, 'state' | 'send'>) {
  const { sent, page } = state.context;
  if (sent === null) return null;
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
        <EmailCopy email={sent} accounts={page.accounts} />
      </Card>
      <ButtonRow>
        <Button variant="secondary" onClick={() => send({ type: 'another.wanted' })}>
          Write another message
        </Button>
      </ButtonRow>
    </Stack>
  );
}
