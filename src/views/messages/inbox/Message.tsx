/** Page of a message: its text, a PDF to save, or a notice that the message does not exist. */
import { formatUsDate } from '#domain/calendar.ts';
import type { InboxText } from '#domain/messages/inbox/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { inbox } from '#machines/messages/inbox/inbox.machine.ts';
import { Button, ButtonRow, Card, Content, Notice, Stack } from '../../../ui/index.ts';
import { Loading } from '../../kit/loading/Loading.tsx';

type Props = Pick<ViewProps<typeof inbox>, 'state' | 'send'>;

const Paragraphs = ({ text }: Pick<InboxText, 'text'>) =>
  text.split(/\n\n+/).map((paragraph, at) => <p key={at}>{paragraph}</p>);

/** How to allow downloads, once a file did not arrive. */
const BlockedNotice = ({ isBlocked }: { isBlocked: boolean }) => (
  <div aria-live="polite">
    {isBlocked && (
      <Notice kind="info">
        <Content
          section="documents"
          name="inbox-popup-blocker"
          fallback={<p>If a letter doesn't arrive, allow downloads and pop-ups for this site.</p>}
        />
      </Notice>
    )}
  </div>
);

function Letter({ state, send, message }: Props & { message: InboxText }) {
  const isSaving = (['gettingPdf', 'gettingText'] as const).some((each) => state.matches({ readingMessage: each }));
  const { docReceivedDate, isPlainText, text } = message;
  return (
    <Card>
      <Stack>
        <p>{formatUsDate(docReceivedDate)}</p>
        {isPlainText ? <Paragraphs text={text} /> : <p>This letter is a PDF file.</p>}
        <BlockedNotice isBlocked={state.context.isBlocked} />
        <ButtonRow>
          <Button
            variant={isPlainText ? 'secondary' : 'primary'}
            icon="download"
            busy={isSaving}
            busyText="Saving…"
            onClick={() => send({ type: 'save.pressed' })}
          >
            {isPlainText ? 'Save as a file' : 'Save as PDF'}
          </Button>
        </ButtonRow>
      </Stack>
    </Card>
  );
}

function Contents({ state, send }: Props) {
  const { message } = state.context;
  if (state.matches({ readingMessage: 'notFound' })) {
    return (
      <Notice kind="warning" id="notice" heading="We can’t find this message">
        <p>It isn’t in your inbox. Check the address, or look for the message in your list.</p>
      </Notice>
    );
  }
  if (state.matches({ readingMessage: 'couldNotLoad' })) {
    return (
      <Notice
        kind="error"
        id="notice"
        action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
      >
        <p>We couldn&apos;t open this message. Please try again.</p>
      </Notice>
    );
  }
  return message === null ? <Loading /> : <Letter state={state} send={send} message={message} />;
}

export function Message({ state, send }: Props) {
  return (
    <Stack gap="large">
      <ButtonRow>
        <Button variant="quiet" icon="arrow-back" onClick={() => send({ type: 'back.pressed' })}>
          Back to Inbox
        </Button>
      </ButtonRow>
      <Contents state={state} send={send} />
    </Stack>
  );
}
