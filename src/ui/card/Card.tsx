import type { ReactNode } from 'react';

export interface CardProps {
  heading?: ReactNode | undefined;
  headingLevel?: 2 | 3 | 4 | undefined;
  /** What stands beside the heading: a status, an amount. */
  aside?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** Links or buttons at the bottom. */
  actions?: ReactNode | undefined;
  /** Heading and content in one line, where there is room. */
  compact?: boolean | undefined;
  /** Holds cards or framed choices: on a narrow screen it has no frame of its own. */
  divided?: boolean | undefined;
  /** `attention` for what is due or late, `quiet` for sidebars, `accent` for the one figure that matters. */
  tone?: 'plain' | 'attention' | 'quiet' | 'accent' | undefined;
}

/** A sheet of paper on the page: one subject, its facts and what can be done about it. */
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
