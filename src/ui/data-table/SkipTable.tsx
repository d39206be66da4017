import { type ReactNode, useId } from 'react';

/** Largest number of rows without a link. */
const SHORT = 20;

export interface SkipTableProps {
  readonly rowCount: number;
  readonly children: ReactNode;
}

/**
 * A table. If it is long, a link before it skips it. The link is visible while it has focus; the app moves focus to the
 * target, as for all links within a page.
 */
export function SkipTable({ rowCount, children }: SkipTableProps) {
  const id = useId();
  if (rowCount <= SHORT) return children;
  return (
    <>
      <a className="ui-skip-table" href={`#${id}`}>
        Skip the table
      </a>
      {children}
      <p className="ui-sr" id={id} tabIndex={-1}>
        End of the table
      </p>
    </>
  );
}
