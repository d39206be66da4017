/** The chat in the corner of a page, loaded on first use (P §2.2, §6). */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ActorOptions, EventFrom } from 'xstate';
import { type ChatInput, chat } from '#machines/messages/chat/chat.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { tabStorage } from '../browser/storage.ts';
import { PAGE_TITLE } from '../../ui/index.ts';
import { afterDelay } from '../page/page.ts';
import { CORNER_NOTICE, chatViews } from '../../views/messages/chat/views.tsx';
import type { Unsaved } from '../browser/unsaved.ts';
import { useDrafts } from '../drafts/use-drafts.ts';
import { useStarted } from '../page/use-started.ts';
import { CHAT_HIDDEN } from './chat-hidden.ts';

export interface RunningChatProps {
  readonly machine: typeof chat;
  readonly input: ChatInput;
  /** The event that opened the chat, before the machine existed. */
  readonly first?: EventFrom<typeof chat>;
  /** The registry of unsaved work: a reload would end an open conversation. */
  readonly unsaved?: Unsaved;
  readonly options?: Pick<ActorOptions<typeof chat>, 'inspect' | 'clock'>;
}

/** The panel in the corner. It manages its focus itself, because no flow runs it. */
export function RunningChat({ machine, input, first, unsaved, options }: RunningChatProps) {
  const actor = useActorRef(machine, { ...options, input });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const subscription = actor.on('focus.requested', ({ place, delay }) => {
      const id = place === 'heading' ? PAGE_TITLE : CORNER_NOTICE;
      afterDelay(delay, () => document.getElementById(id)?.focus({ preventScroll: place === 'heading' }));
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  useEffect(() => {
    if (first !== undefined && actor.getSnapshot().matches('closed')) actor.send(first);
  }, [actor, first]);
  const isChatting = state.matches('chatting');
  useEffect(() => (isChatting ? unsaved?.hold({ isRequested: false }) : undefined), [isChatting, unsaved]);
  const isPutAway = state.matches('putAway');
  useEffect(() => {
    if (isPutAway) tabStorage.setItem(CHAT_HIDDEN, 'true');
  }, [isPutAway]);
  const View = chatViews[state.value];
  return <View {...{ state, send: (event: EventFrom<typeof chat>) => actor.send(event), children: {} }} />;
}

/** The chat after the first press of the button: open or hidden. */
export function Chat({ first }: { first: EventFrom<typeof chat> }) {
  const { run } = useStarted();
  const { unsaved } = useDrafts();
  const machine = useMemo(() => provideEffects(chat, run), [run]);
  return <RunningChat {...{ machine, input: { isOpened: false, isPutAway: false }, first, unsaved }} />;
}
