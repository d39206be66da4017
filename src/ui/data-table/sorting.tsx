/** Sorting a table by its columns: buttons in the headers and, where rows are stacked, a list to choose from. */
import { Select } from '../select/Select.tsx';
import type { Column, Order } from './column.ts';

export interface TableSorting {
  /** The key of the column by which the rows are sorted. */
  column: string;
  order: Order;
  onSort: (column: string, order: Order) => void;
  /** A name for the list of the stacked form, unique on the page. */
  name: string;
}

const ARROWS = { asc: '↑', desc: '↓' } as const;

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

/** Returns the `aria-sort` value of a header; undefined for a column that cannot be sorted. */
export const getAriaSort = <Row,>({ key, sorts }: Column<Row>, sorting: TableSorting | undefined) => {
  if (sorts === undefined || sorting === undefined) return undefined;
  return sorting.column === key ? ARIA[sorting.order] : 'none';
};

/**
 * The header of a column that can be sorted. The first press sorts the largest or newest first; another press reverses the
 * order.
 */
export function SortButton<Row>({ column, sorting }: { column: Column<Row>; sorting: TableSorting }) {
  const { key, header } = column;
  const isSorted = sorting.column === key;
  const next = isSorted && sorting.order === 'desc' ? 'asc' : 'desc';
  return (
    <button type="button" className="ui-table__sort" onClick={() => sorting.onSort(key, next)}>
      {header}
      <span className="ui-table__order" aria-hidden="true">
        {isSorted ? ARROWS[sorting.order] : '↕'}
      </span>
    </button>
  );
}

const toValue = (key: string, order: Order): string => `${key} ${order}`;

/** The same choices as a list, visible when the headers are not. */
export function SortSelect<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: TableSorting }) {
  const options = columns.flatMap(({ key, sorts }) =>
    sorts === undefined ? [] : (['desc', 'asc'] as const).map((order) => ({ key, order, label: sorts[order] })),
  );
  return (
    <div className="ui-table-sort">
      <Select
        name={sorting.name}
        label="Sort by"
        width="medium"
        value={toValue(sorting.column, sorting.order)}
        options={options.map(({ key, order, label }) => ({ value: toValue(key, order), label }))}
        onChange={(value) => {
          const chosen = options.find(({ key, order }) => toValue(key, order) === value);
          if (chosen !== undefined) sorting.onSort(chosen.key, chosen.order);
        }}
      />
    </div>
  );
}
