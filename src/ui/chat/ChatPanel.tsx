import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { ChatPlace } from './ChatButton.tsx';

export interface ChatPanelProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  place?: ChatPlace | undefined;
}

/** Focuses the button that opens the chat, after it has replaced the panel. */
const focusChatButton = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('.ui-chat-button')?.focus());
};

/**
 * Panel of the live chat. It is not modal: the page remains usable. In the corner the panel takes focus when it opens,
 * and Escape closes it. If it contained focus, focus moves to the button that replaces it.
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
    // The panel is still in the document when the cleanup runs.
    return () => {
      if (isOver && element?.contains(document.activeElement) === true) focusChatButton();
    };
  }, [isOver]);
  return (
    // Escape closes the panel from any element in it.
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
 * The conversation page in a sandboxed frame. It may run scripts, submit its form and open links in new tabs, but
 * cannot access the portal. It has an opaque origin on the portal's host, and keeps its origin on another host.
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
