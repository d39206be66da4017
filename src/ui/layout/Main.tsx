import type { ReactNode } from 'react';

export interface MainProps {
  children: ReactNode;
  /** All of it is still on its way. */
  busy?: boolean | undefined;
  /** As wide as the whole page, or a column in its middle, as wide as a form with its text. */
  width?: 'page' | 'column' | undefined;
}

/** The page's main part, the target of the skip link. */
export function Main({ children, busy, width = 'page' }: MainProps) {
  return (
    <main className="ui-main" id="main" tabIndex={-1} aria-busy={busy} data-width={width}>
      {children}
    </main>
  );
}
