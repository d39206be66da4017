import type { ReactNode } from 'react';

export interface SummaryRow {
  label: string;
  value: ReactNode;
  /** The row's value is an amount: figures align at the end of the line. */
  money?: boolean | undefined;
  /** The sum of the rows above. */
  total?: boolean | undefined;
}

/** Facts as labels and values. */
export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="ui-summary">
      {rows.map(({ label, value, money, total }) => (
        <div className="ui-summary__row" key={label} data-money={money || undefined} data-total={total || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
