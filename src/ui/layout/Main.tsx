import type { ReactNode } from 'react';

/** The page's main part, the target of the skip link. `busy` while all of it is still on its way. */
export function Main({ children, busy }: { children: ReactNode; busy?: boolean | undefined }) {
  return (
    <main className="ui-main" id="main" tabIndex={-1} aria-busy={busy}>
      {children}
    </main>
  );
}
