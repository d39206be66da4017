import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface MessageBannerProps {
  headline: ReactNode;
  /** Message, visible while `open`. */
  children: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Uses the servicer's colors instead of the warning colors. */
  themed?: boolean | undefined;
}

/**
 * Message to all users above the header, on one line if it is short. It collapses to its headline, but cannot be
 * dismissed.
 */
export function MessageBanner({ headline, children, open, onToggle, themed = false }: MessageBannerProps) {
  const id = useId();
  return (
    <section className="ui-message-banner" data-themed={themed || undefined} aria-labelledby={id}>
      <div className="ui-message-banner__frame">
        <Icon name={themed ? 'info' : 'warning'} />
        <div className="ui-message-banner__line">
          <strong className="ui-message-banner__headline" id={id}>
            {headline}
          </strong>{' '}
          {open ? <div className="ui-message-banner__text">{children}</div> : null}
        </div>
        <button
          type="button"
          className="ui-message-banner__toggle"
          aria-expanded={open}
          aria-describedby={id}
          onClick={onToggle}
        >
          {open ? 'Hide' : 'Show'}
        </button>
      </div>
    </section>
  );
}
