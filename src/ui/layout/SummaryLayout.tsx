import type { ReactNode } from 'react';

export interface SummaryLayoutProps {
  children: ReactNode;
  /** Summary of the fields, sticky beside them if there is room. */
  summary: ReactNode;
  /** Accessible name of the summary. */
  label: string;
  /** Main amount of the summary, which stays visible beside the button on a narrow screen. */
  figure: ReactNode;
  /** Button that continues to the next step. */
  action: ReactNode;
}

/**
 * Fields with a summary: a sticky sidebar on a wide screen, or below the fields on a narrow one, with a sticky bar for
 * amount and button at the bottom of the window. Nothing is sticky if the window is too low.
 */
export function SummaryLayout({ children, summary, label, figure, action }: SummaryLayoutProps) {
  return (
    <div className="ui-summary-layout">
      <div className="ui-summary-layout__main">{children}</div>
      <section className="ui-summary-layout__side" aria-label={label}>
        {summary}
        <div className="ui-summary-layout__bar">
          {/* Screen readers read the amount in the summary. */}
          <span className="ui-summary-layout__figure" aria-hidden="true">
            {figure}
          </span>
          {action}
        </div>
      </section>
    </div>
  );
}
