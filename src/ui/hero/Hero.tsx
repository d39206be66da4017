import type { ReactNode } from 'react';

export interface HeroProps {
  /** Heading, text and buttons. */
  children: ReactNode;
  /** A picture that only adorns: beside the text where there is room, below it on a phone. */
  picture: ReactNode;
}

/** The top of a first page. */
export function Hero({ children, picture }: HeroProps) {
  return (
    <div className="ui-hero">
      <div className="ui-hero__text">{children}</div>
      <div className="ui-hero__picture">{picture}</div>
    </div>
  );
}
