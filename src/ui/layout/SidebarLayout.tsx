import type { ReactNode } from 'react';

export interface SidebarLayoutProps {
  children: ReactNode;
  /** What stands beside the main column, below it on a narrow screen. Without it the column stays as wide as text should be. */
  sidebar?: ReactNode | undefined;
  sidebarLabel?: string | undefined;
  /** What takes the whole width below both; on a narrow screen it stands before the sidebar. */
  below?: ReactNode | undefined;
}

/** A main column and, where there is room, a sidebar. A labelled section, since `aside` is no child of `main`. */
export function SidebarLayout({ children, sidebar, sidebarLabel = 'More information', below }: SidebarLayoutProps) {
  return (
    <div className="ui-sidebar-layout">
      <div className="ui-sidebar-layout__main">{children}</div>
      {below ? <div className="ui-sidebar-layout__below">{below}</div> : null}
      {sidebar ? (
        <section className="ui-sidebar-layout__side" aria-label={sidebarLabel}>
          {sidebar}
        </section>
      ) : null}
    </div>
  );
}
