import type { ReactNode } from 'react';

export interface MainProps {
  children: ReactNode;
  /** The whole content is loading. */
  busy?: boolean | undefined;
  /** `page` has the full page width, `column` the width of a form with its text. */
  width?: 'page' | 'column' | undefined;
}

/** Main landmark of the page and target of the skip link. */
export function Main({ children, busy, width = 'page' }: MainProps) {
  return (
    <main className="ui-main" id="main" tabIndex={-1} aria-busy={busy} data-width={width}>
      {children}
    </main>
  );
}
