import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface SummaryRow {
  label: string;
  /** What tells the row apart where another one has the same label. */
  key?: string | undefined;
  value: ReactNode;
  /** What has to be said about the row, below its label. */
  note?: string | undefined;
  /** What the person should know of the row before going on, below it. */
  warnings?: readonly string[] | undefined;
  /** The row's value is an amount: figures align at the end of the line. */
  money?: boolean | undefined;
  /** The sum of the rows above. */
  total?: boolean | undefined;
}

export interface SummaryListProps {
  rows: readonly SummaryRow[];
  /** `columns` sets short facts side by side, each value under its label. */
  layout?: 'rows' | 'columns' | undefined;
}

/** Facts as labels and values. */
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
