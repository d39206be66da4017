/** A message of plain text, on a page of its own. */
import { formatUsDate } from '#domain/calendar.ts';
import type { InboxText } from '#domain/inbox/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { inbox } from '#machines/inbox/inbox.machine.ts';
import { Button, ButtonRow, Card, Notice, Stack } from '../../ui/index.ts';
import { Loading } from '../loading/Loading.tsx';

type Props = Pick<ViewProps<typeof inbox>, 'state' | 'send'>;

const Paragraphs = ({ text }: Pick<InboxText, 'text'>) =>
  text.split(/\n\n+/).map((paragraph, at) => <p key={at}>{paragraph}</p>);

function Text({ state, send }: Props) {
  const { message } = state.context;
  if (state.matches({ readingMessage: 'couldNotLoad' })) {
    return (
      <Notice
        kind="error"
        id="notice"
        action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}
      >
        <p>This message could not be opened. Please try again.</p>
      </Notice>
    );
  }
  if (message === null) return <Loading />;
  return (
    <Card>
      <Stack>
        <p>{formatUsDate(message.docReceivedDate)}</p>
        <Paragraphs text={message.text} />
        <ButtonRow>
          <Button variant="secondary" icon="download" onClick={() => send({ type: 'save.pressed' })}>
            Save as a file
          </Button>
        </ButtonRow>
      </Stack>
    </Card>
  );
}

export function Message({ state, send }: Props) {
  return (
    <Stack gap="large">
      <ButtonRow>
        <Button variant="quiet" icon="arrow-back" onClick={() => send({ type: 'back.pressed' })}>
          Back to Inbox
        </Button>
      </ButtonRow>
      <Text state={state} send={send} />
    </Stack>
  );
}
