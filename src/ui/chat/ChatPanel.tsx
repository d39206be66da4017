import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface ChatPanelProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Over the corner of a page (on a narrow screen at its end), or in the page as one of its parts. */
  place?: 'corner' | 'page' | undefined;
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

export interface ChatButtonProps {
  children: ReactNode;
  onClick: () => void;
  place?: ChatPanelProps['place'];
  /** Puts the button out of the way; without it, it stays. */
  onPutAway?: (() => void) | undefined;
}

/**
 * Opens the chat, from the edge of a page or from within it. It covers nothing that is read: on a wide screen it stands in
 * the gutter, on a narrow one at the end of the page.
 */
export function ChatButton({ children, onClick, place = 'corner', onPutAway }: ChatButtonProps) {
  return (
    <div className="ui-chat-opener" data-place={place}>
      <button type="button" className="ui-chat-button" data-place={place} onClick={onClick}>
        <Icon name="chat" />
        <span>{children}</span>
      </button>
      {onPutAway ? (
        <button type="button" className="ui-chat-opener__hide" onClick={onPutAway}>
          <Icon name="close" />
          <span className="ui-sr">Hide chat</span>
        </button>
      ) : null}
    </div>
  );
}
