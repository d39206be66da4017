import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

/** Over the corner of a page (on a narrow screen at its end), or in the page as one of its parts. */
export type ChatPlace = 'corner' | 'page';

export interface ChatButtonProps {
  children: ReactNode;
  onClick: () => void;
  place?: ChatPlace | undefined;
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
