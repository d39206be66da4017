import type { ReactNode } from 'react';

/** The page's main part, the target of the skip link. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main className="ui-main" id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
