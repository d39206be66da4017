import type { ReactNode } from 'react';

export interface HeroProps {
  /** Heading, text and buttons. */
  children: ReactNode;
  /** Decorative picture, beside the text or below it on a phone. */
  picture: ReactNode;
}

/** Top section of a landing page. */
export function Hero({ children, picture }: HeroProps) {
  return (
    <div className="ui-hero">
      <div className="ui-hero__text">{children}</div>
      <div className="ui-hero__picture">{picture}</div>
    </div>
  );
}
