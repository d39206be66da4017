import type { ReactNode } from 'react';

export interface SummaryLayoutProps {
  children: ReactNode;
  /** What the fields come to, kept in sight beside them where there is room. */
  summary: ReactNode;
  /** What the summary is called, for screen readers. */
  label: string;
  /** The one figure of the summary that stays in sight on a narrow screen, beside the button. */
  figure: ReactNode;
  /** The button that goes on. */
  action: ReactNode;
}

/**
 * Fields with what they come to: a sidebar that stays in sight on a wide screen; on a narrow one below the fields, with a
 * bar at the foot of the window that holds figure and button. Nothing stays in sight where the window is too low for it.
 */
export function SummaryLayout({ children, summary, label, figure, action }: SummaryLayoutProps) {
  return (
    <div className="ui-summary-layout">
      <div className="ui-summary-layout__main">{children}</div>
      <section className="ui-summary-layout__side" aria-label={label}>
        {summary}
        <div className="ui-summary-layout__bar">
          {/* The summary says it already. */}
          <span className="ui-summary-layout__figure" aria-hidden="true">
            {figure}
          </span>
          {action}
        </div>
      </section>
    </div>
  );
}
