import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface SummaryRow {
  label: string;
  /** Distinguishes rows with the same label. */
  key?: string | undefined;
  value: ReactNode;
  /** Note about the row, below its label. */
  note?: string | undefined;
  /** Warnings about the row, below it. */
  warnings?: readonly string[] | undefined;
  /** Marks the value as an amount and aligns its figures at the end of the line. */
  money?: boolean | undefined;
  /** Sum of the rows above. */
  total?: boolean | undefined;
}

export interface SummaryListProps {
  rows: readonly SummaryRow[];
  /** `columns` places short facts side by side, each value below its label. */
  layout?: 'rows' | 'columns' | undefined;
}

/** List of labels and values. */
export function SummaryList({ rows, layout = 'rows' }: SummaryListProps) {
  return (
    <dl className="ui-summary" data-layout={layout}>
      {rows.map(({ label, key = label, value, note, warnings = [], money, total }) => (
        <div className="ui-summary__row" key={key} data-money={money || undefined} data-total={total || undefined}>
          <dt>
            {label}
            {note ? <span className="ui-summary__note">{note}</span> : null}
          </dt>
          <dd>{value}</dd>
          {warnings.map((warning) => (
            <dd className="ui-summary__warning" key={warning}>
              <Icon name="warning" />
              <span>
                <span className="ui-sr">Warning: </span>
                {warning}
              </span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
