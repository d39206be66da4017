import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface TextLinkProps {
  href: string;
  children: ReactNode;
  /** Opens in a new tab, and announces it. */
  newTab?: boolean | undefined;
  /** The portal opens this address in a new tab, as it does for external addresses. The link announces it. */
  opensElsewhere?: boolean | undefined;
  /** `standalone` is underlined on hover only. Use it outside running text. */
  variant?: 'inline' | 'standalone' | 'back' | undefined;
}

/** Link in text, on its own, or back to the previous page. */
export function TextLink({
  href,
  children,
  newTab = false,
  opensElsewhere = false,
  variant = 'inline',
}: TextLinkProps) {
  return (
    <a
      className="ui-link"
      data-variant={variant}
      href={href}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {variant === 'back' ? <Icon name="arrow-back" /> : null}
      {children}
      {newTab || opensElsewhere ? (
        <>
          <Icon name="launch" />
          <span className="ui-sr"> (opens in a new tab)</span>
        </>
      ) : null}
    </a>
  );
}
