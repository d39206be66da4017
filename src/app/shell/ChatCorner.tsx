/**
 * The chat button in the corner of the page (P §2.2, §6). The rest of the chat is lazy-loaded when the button is
 * pressed.
 */
import { useEffect, useState } from 'react';
import { chatOn } from '#domain/messages/chat/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { tabStorage } from '../browser/storage.ts';
import { ChatButton } from '../../ui/index.ts';
import { DialogMissing } from './DialogMissing.tsx';
import { logFailure } from '../page/log.ts';
import { useStarted } from '../page/use-started.ts';
import { useLocation } from 'react-router-dom';
import type { Chat } from './Chat.tsx';
import { CHAT_HIDDEN } from './chat-hidden.ts';
import { whenIdle } from '../browser/when-idle.ts';

export interface ChatProps {
  readonly person: Person | null;
  readonly isSwitchedOn: boolean;
  readonly isMaintenance: boolean;
}

interface Turned {
  readonly View: typeof Chat;
  readonly first: Parameters<typeof Chat>[0]['first'];
}

/** The chat button and, once pressed, the chat. If the chat fails to load, a message appears and the button remains. */
function Corner() {
  const [isDrawn, setIsDrawn] = useState(false);
  const [turned, setTurned] = useState<Turned>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => whenIdle(() => setIsDrawn(true)), []);
  if (turned !== undefined) return <turned.View first={turned.first} />;
  const turnTo = async (type: Turned['first']['type']) => {
    try {
      const { Chat: View } = await import('./Chat.tsx');
      setTurned({ View, first: { type } });
    } catch (error) {
      logFailure('The chat could not be loaded', error);
      setFailure(error);
    }
  };
  if (!isDrawn || tabStorage.getItem(CHAT_HIDDEN) === 'true') return null;
  return (
    <>
      <ChatButton onClick={() => void turnTo('chat.opened')} onPutAway={() => void turnTo('chat.putAway')}>
        Live Chat
      </ChatButton>
      {failure !== undefined && (
        <DialogMissing what="The chat" failure={failure} onClose={() => setFailure(undefined)} />
      )}
    </>
  );
}

/** The conversation belongs to the signed-in person: it ends when the person changes. */
export function ChatCorner({ person, isSwitchedOn, isMaintenance }: ChatProps) {
  const { started } = useStarted();
  const { pathname: path } = useLocation();
  const kind = chatOn({ person, path, isSwitchedOn, isMaintenance, settings: started.configuration.chat });
  // That page contains the chat in its content.
  return kind === null || path === '/live-chat' ? null : <Corner key={kind} />;
}
