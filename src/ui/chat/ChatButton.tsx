import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

/**
 * `corner` floats over the corner of the page, or follows its content on a narrow screen. `page` places the button in
 * the content.
 */
export type ChatPlace = 'corner' | 'page';

export interface ChatButtonProps {
  children: ReactNode;
  onClick: () => void;
  place?: ChatPlace | undefined;
  /** Hides the button. Without it, the button cannot be hidden. */
  onPutAway?: (() => void) | undefined;
}

/**
 * Button that opens the chat. It covers no text: it is in the gutter on a wide screen and at the end of the page on a
 * narrow one.
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
