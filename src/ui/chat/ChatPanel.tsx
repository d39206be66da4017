import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { ChatPlace } from './ChatButton.tsx';

export interface ChatPanelProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  place?: ChatPlace | undefined;
}

/** Gives focus to the button that opens the chat, once the panel has given way to it. */
const focusChatButton = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('.ui-chat-button')?.focus());
};

/**
 * The panel of the live chat. It is not modal: the page beside it stays usable. In the corner it takes focus when it
 * opens, Escape in it closes it, and the button in its place has focus again if it was in the panel.
 */
export function ChatPanel({ title, children, onClose, place = 'corner' }: ChatPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  const isOver = place === 'corner';
  useEffect(() => {
    if (isOver) heading.current?.focus();
  }, [isOver]);
  useLayoutEffect(() => {
    const element = panel.current;
    // The panel still stands when this is called.
    return () => {
      if (isOver && element?.contains(document.activeElement) === true) focusChatButton();
    };
  }, [isOver]);
  return (
    // Escape is a way out beside the button, for whoever is anywhere in the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="ui-chat"
      ref={panel}
      data-place={place}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (isOver && event.key === 'Escape') onClose();
      }}
    >
      <div className="ui-chat__head">
        <h2 className="ui-chat__title" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="ui-icon-button" onClick={onClose}>
          <Icon name="close" />
          <span className="ui-sr">Close chat</span>
        </button>
      </div>
      <div className="ui-chat__body">{children}</div>
    </section>
  );
}

/**
 * The conversation page: it may run its own scripts, send its form and open links in new tabs, and reaches nothing of the
 * portal. On the portal's own host it has no origin; on another one it keeps its own.
 */
export function ChatFrame({ title, src }: { title: string; src: string }) {
  const isElsewhere = new URL(src, location.href).origin !== location.origin;
  const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
  return (
    <iframe
      className="ui-chat__frame"
      title={title}
      src={src}
      sandbox={isElsewhere ? `${sandbox} allow-same-origin` : sandbox}
      referrerPolicy="no-referrer"
    />
  );
}
