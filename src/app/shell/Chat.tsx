/** The chat in the corner of a page, where one starts (P §2.2, §6). */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ActorOptions, EventFrom } from 'xstate';
import { chatOn } from '#domain/chat/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { type ChatInput, chat } from '#machines/chat/chat.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { afterDelay } from './page.ts';
import { CORNER_NOTICE, chatViews } from '../../views/chat/views.tsx';
import type { Unsaved } from '../browser/unsaved.ts';
import { usePortal } from '../portal.ts';
import { useLocation } from '../router/react.tsx';

/** Under this name it is kept in the session of the tab that somebody has put the button of the chat away. */
const PUT_AWAY = 'ChatPutAway';

export interface ChatProps {
  readonly person: Person | null;
  readonly isSwitchedOn: boolean;
  readonly isMaintenance: boolean;
}

export interface RunningChatProps {
  readonly machine: typeof chat;
  readonly input: ChatInput;
  /** Where it is reported that a conversation is open, which would end with the document. */
  readonly unsaved?: Unsaved;
  readonly options?: Pick<ActorOptions<typeof chat>, 'inspect' | 'clock'>;
}

/** The panel in the corner. Its focus is its own: no flow runs it. */
export function RunningChat({ machine, input, unsaved, options }: RunningChatProps) {
  const actor = useActorRef(machine, { ...options, input });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const subscription = actor.on('focus.wanted', ({ place, delay }) => {
      const id = place === 'heading' ? 'page-title' : CORNER_NOTICE;
      afterDelay(delay, () => document.getElementById(id)?.focus({ preventScroll: place === 'heading' }));
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  const isChatting = state.matches('chatting');
  useEffect(() => (isChatting ? unsaved?.hold({ isAsked: false }) : undefined), [isChatting, unsaved]);
  const isPutAway = state.matches('putAway');
  useEffect(() => {
    if (isPutAway) sessionStorage.setItem(PUT_AWAY, 'true');
  }, [isPutAway]);
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
  if (kind === null || path === '/live-chat') return null;
  const input = { isOpened: false, isPutAway: sessionStorage.getItem(PUT_AWAY) === 'true' };
  return <RunningChat key={kind} {...{ machine, input, unsaved }} />;
}
