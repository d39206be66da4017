import type { ReactNode } from 'react';

export interface SidebarLayoutProps {
  children: ReactNode;
  /**
   * Content beside the main column, or below it on a narrow screen. Without it, the main column keeps its text width.
   */
  sidebar?: ReactNode | undefined;
  sidebarLabel?: string | undefined;
  /** Full-width content below both columns. On a narrow screen it precedes the sidebar. */
  below?: ReactNode | undefined;
}

/**
 * Main column with a sidebar if there is room. The sidebar is a labeled section, because `aside` must not be inside
 * `main`.
 */
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
