import type { ReactNode } from 'react';

export interface CardProps {
  heading?: ReactNode | undefined;
  headingLevel?: 2 | 3 | 4 | undefined;
  /** Content beside the heading, such as a status or an amount. */
  aside?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** Links or buttons at the bottom. */
  actions?: ReactNode | undefined;
  /** Places heading and content on one line if there is room. */
  compact?: boolean | undefined;
  /** For a card that contains cards or framed options. It has no frame on a narrow screen. */
  divided?: boolean | undefined;
  /** `attention` for amounts that are due or late, `quiet` for sidebars, `accent` for the main amount of the screen. */
  tone?: 'plain' | 'attention' | 'quiet' | 'accent' | undefined;
}

/** A card with one topic, its facts and the available actions. */
export function Card({
  heading,
  headingLevel = 2,
  aside,
  children,
  actions,
  divided,
  compact,
  tone = 'plain',
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      className="ui-card"
      data-tone={tone}
      data-divided={divided || undefined}
      data-compact={compact || undefined}
    >
      {heading ? (
        <div className="ui-card__head">
          <Heading className="ui-card__heading">{heading}</Heading>
          {aside ? <div className="ui-card__aside">{aside}</div> : null}
        </div>
      ) : null}
      {children ? <div className="ui-card__body">{children}</div> : null}
      {actions ? <div className="ui-card__actions">{actions}</div> : null}
    </section>
  );
}
