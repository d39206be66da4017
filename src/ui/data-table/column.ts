/** A column of a table. */
import type { ReactNode } from 'react';

export type Order = 'asc' | 'desc';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Use `end` for amounts. */
  align?: 'start' | 'end' | undefined;
  /** Marks the cells as row headers. */
  names?: boolean | undefined;
  /** Hides the column header visually (for a column of buttons). */
  headerHidden?: boolean | undefined;
  /** Hides the column header visually in the stacked layout, for values that need no label. */
  stackedLabelHidden?: boolean | undefined;
  /** In the stacked layout, its place in the first line of a row. The other columns have a line each. */
  stackedPlace?: 'start' | 'middle' | 'end' | undefined;
  /** The only layout that has this column; the other one shows the same differently. Paper has the columns of the table. */
  onlyIn?: 'table' | 'stacked' | undefined;
  /** For a column of checkboxes, which the stacked layout places beside the rest of the row. */
  ticks?: boolean | undefined;
  /** Lets long words wrap, such as file names and email addresses. */
  breaks?: boolean | undefined;
  /** The rows can be sorted by it; each order in words, for the stacked form: 'Newest first'. */
  sorts?: Readonly<Record<Order, string>> | undefined;
}
