import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface TextLinkProps {
  href: string;
  children: ReactNode;
  /** Opens in a new tab, and says so. */
  newTab?: boolean | undefined;
  /** The portal itself opens what the link leads to in a new tab, as it does for addresses elsewhere: the link says so. */
  opensElsewhere?: boolean | undefined;
  /** `standalone` has no underline until pointed at; use it outside running text only. */
  variant?: 'inline' | 'standalone' | 'back' | undefined;
}

/** A link in text, on its own, or back to where the person came from. */
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
