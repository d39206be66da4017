/** Live chat: a button and the panel that it opens. On the chat page, the panel is part of the page. */
import type { ReactNode } from 'react';
import type { chat } from '#machines/messages/chat/chat.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import { Busy, Button, ChatButton, ChatFrame, ChatPanel, Notice, PhoneLink } from '../../../ui/index.ts';

type Props = ViewProps<typeof chat>;

/** Id of the notice in the corner panel. Differs from the id of the page's notice, because both can be visible. */
export const CORNER_NOTICE = 'chat-notice';

const getPlacement = ({ state }: Props) => (state.context.isOpened ? 'page' : 'corner');

const Closed = (props: Props) => (
  <ChatButton
    place={getPlacement(props)}
    onClick={() => props.send({ type: 'chat.opened' })}
    onPutAway={props.state.context.isOpened ? undefined : () => props.send({ type: 'chat.putAway' })}
  >
    Live Chat
  </ChatButton>
);

const Panel = ({ children, ...props }: Omit<Props, 'children'> & { children: ReactNode }) => (
  <ChatPanel
    title={props.state.context.isOpened ? 'Your Conversation' : 'Live Chat'}
    place={getPlacement({ ...props, children: {} })}
    onClose={() => props.send({ type: 'chat.closed' })}
  >
    {children}
  </ChatPanel>
);

const Connecting = ({ state, send }: Props) => (
  <Panel state={state} send={send}>
    <Busy text="Opening the chat…" />
  </Panel>
);

const Chatting = ({ state, send }: Props) => (
  <Panel state={state} send={send}>
    {state.context.chatUrl === null ? null : <ChatFrame title="Conversation" src={state.context.chatUrl} />}
  </Panel>
);

const CouldNotConnect = ({ state, send }: Props) => (
  <Panel state={state} send={send}>
    <Notice
      kind="error"
      id={state.context.isOpened ? 'notice' : CORNER_NOTICE}
      action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
    >
      <p>
        We couldn&apos;t open the chat. Please try again, or call us at <PhoneLink />.
      </p>
    </Notice>
  </Panel>
);

export const chatViews = {
  starting: Connecting,
  closed: Closed,
  putAway: () => null,
  connecting: Connecting,
  chatting: Chatting,
  couldNotConnect: CouldNotConnect,
} satisfies ViewsOf<typeof chat>;
