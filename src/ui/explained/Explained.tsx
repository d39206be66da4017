import { Disclosure } from '../disclosure/Disclosure.tsx';
import { SummaryList } from '../summary-list/SummaryList.tsx';

/** One step of a computation. */
export interface ExplainedLine {
  readonly text: string;
  readonly value: string;
  /** The rule that it follows. */
  readonly source?: string | undefined;
}

export interface ExplainedProps {
  /** The figure: 'Interest each day'. */
  label: string;
  /** The formatted value. */
  value: string;
  /** The calculation steps; the last one is the figure. */
  steps: readonly ExplainedLine[];
}

/** A figure that opens its own computation, with the borrower's numbers. */
export function Explained({ label, value, steps }: ExplainedProps) {
  return (
    <Disclosure
      variant="row"
      summary={
        <>
          {label}
          <span className="ui-sr">: how we get this figure</span>
        </>
      }
      aside={<span className="ui-money">{value}</span>}
    >
      <SummaryList
        rows={steps.map(({ text, value: amount, source }, index) => ({
          key: `${index}`,
          label: text,
          note: source,
          value: amount,
          money: true,
          total: index === steps.length - 1,
        }))}
      />
    </Disclosure>
  );
}
