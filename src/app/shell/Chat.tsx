/** The chat in the corner of a page, where one starts (P §2.2, §6). */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorOptions, EventFrom } from 'xstate';
import { chatOn } from '#domain/chat/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { chat } from '#machines/chat/chat.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { CORNER_NOTICE, chatViews } from '../../views/chat/views.tsx';
import type { Unsaved } from '../browser/unsaved.ts';
import { usePortal } from '../portal.ts';

export interface ChatProps {
  readonly person: Person | null;
  readonly isSwitchedOn: boolean;
  readonly isMaintenance: boolean;
}

export interface RunningChatProps {
  readonly machine: typeof chat;
  /** Where it is reported that a conversation is open, which would end with the document. */
  readonly unsaved?: Unsaved;
  readonly options?: Pick<ActorOptions<typeof chat>, 'inspect' | 'clock'>;
}

/** The panel in the corner. Its focus is its own: no flow runs it. */
export function RunningChat({ machine, unsaved, options }: RunningChatProps) {
  const actor = useActorRef(machine, { ...options, input: { isOpened: false } });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const subscription = actor.on('focus.wanted', ({ delay }) => {
      setTimeout(() => document.getElementById(CORNER_NOTICE)?.focus(), delay);
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  const isChatting = state.matches('chatting');
  useEffect(() => (isChatting ? unsaved?.hold({ isAsked: false }) : undefined), [isChatting, unsaved]);
  const View = chatViews[state.value];
  return <View {...{ state, send: (event: EventFrom<typeof chat>) => actor.send(event), children: {} }} />;
}

/** With whom somebody chats decides where the conversation belongs: it ends when that changes. */
export function Chat({ person, isSwitchedOn, isMaintenance }: ChatProps) {
  const { started, run, unsaved } = usePortal();
  const machine = useMemo(() => provideEffects(chat, run), [run]);
  const { pathname: path } = useLocation();
  const kind = chatOn({ person, path, isSwitchedOn, isMaintenance, settings: started.configuration.chat });
  // That page has the chat in its middle.
  return kind === null || path === '/live-chat' ? null : <RunningChat key={kind} {...{ machine, unsaved }} />;
}
