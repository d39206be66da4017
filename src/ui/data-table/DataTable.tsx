import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { fieldId } from '../field/field-id.ts';
import { useDeferredRows } from '../layout/use-deferred-rows.ts';
import type { Column } from './column.ts';
import { SkipTable } from './SkipTable.tsx';
import { SortButton, SortSelect, type TableSorting, getAriaSort } from './sorting.tsx';

/** Adds a first column of radio buttons to select one row. */
export interface RowSelection<Row> {
  name: string;
  header: string;
  selected: string | undefined;
  onSelect: (key: string) => void;
  /** Returns the accessible name of a row's radio button. */
  label: (row: Row) => string;
}

export interface DataTableProps<Row> {
  caption: ReactNode;
  captionHidden?: boolean | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: RowSelection<Row> | undefined;
  /** Stacks the rows in a window under 600 px instead of by the width of the table. */
  stacksByWindow?: boolean | undefined;
  /** Whether all cells are short, such as dates and amounts, so that one more column fits on a tablet and on paper. */
  isShort?: boolean | undefined;
  /** Key of the row whose header cell receives focus when this value changes. */
  focusedRow?: string | undefined;
  /** The current order of the rows, and the handler for choosing another. The caller sorts the rows. */
  sorting?: TableSorting | undefined;
}

/** Largest number of columns of a table that is not stacked on a tablet. */
const MAX_ON_TABLET = 5;

/** Table that becomes blocks of labeled values on a narrow screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, selection, stacksByWindow, isShort, focusedRow, sorting } =
    props;
  const tableColumns = columns.filter(({ onlyIn }) => onlyIn !== 'stacked');
  const drawn = useDeferredRows(rows);
  const focused = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    if (focusedRow !== undefined) focused.current?.focus();
  }, [focusedRow]);
  return (
    <div className="ui-table-box">
      <SkipTable rowCount={rows.length}>
        {sorting === undefined ? null : <SortSelect columns={columns} sorting={sorting} />}
        <table
          className="ui-table"
          data-wide={tableColumns.length > (isShort ? MAX_ON_TABLET + 1 : MAX_ON_TABLET) || undefined}
          data-stacks-by-window={stacksByWindow || undefined}
        >
          <caption className={captionHidden ? 'ui-sr' : 'ui-table__caption'}>{caption}</caption>
          <thead>
            <tr>
              {selection ? <th scope="col">{selection.header}</th> : null}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  data-align={column.align}
                  data-only-in={column.onlyIn}
                  aria-sort={getAriaSort(column, sorting)}
                >
                  {column.sorts !== undefined && sorting !== undefined ? (
                    <SortButton column={column} sorting={sorting} />
                  ) : null}
                  <span className={column.headerHidden ? 'ui-sr' : undefined}>{column.header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row, index) => {
              const key = rowKey(row);
              return (
                <tr key={key} data-selected={selection?.selected === key || undefined}>
                  {selection ? (
                    <td className="ui-table__select">
                      <RowRadio row={row} rowKey={key} first={index === 0} selection={selection} />
                    </td>
                  ) : null}
                  {columns.map((column) => (
                    <Cell
                      key={column.key}
                      column={column}
                      row={row}
                      focusRef={key === focusedRow ? focused : undefined}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </SkipTable>
    </div>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** Set for the row that receives focus. */
  focusRef?: Ref<HTMLTableCellElement> | undefined;
}

function Cell<Row>({ column, row, focusRef }: CellProps<Row>) {
  // The stacked layout repeats the label, because the header row is hidden there.
  const label = column.headerHidden || column.ticks ? undefined : column.header;
  const value = <span className="ui-table__value">{column.cell(row)}</span>;
  const look = {
    'data-label': label,
    'data-label-hidden': column.stackedLabelHidden || undefined,
    'data-align': column.align,
    'data-breaks': column.breaks || undefined,
    'data-stacked-place': column.stackedPlace,
    'data-only-in': column.onlyIn,
  };
  return column.names ? (
    <th scope="row" {...look} ref={focusRef} tabIndex={focusRef === undefined ? undefined : -1}>
      {value}
    </th>
  ) : (
    <td {...look} data-ticks={column.ticks || undefined}>
      {value}
    </td>
  );
}

interface RowRadioProps<Row> {
  row: Row;
  rowKey: string;
  first: boolean;
  selection: RowSelection<Row>;
}

/** Radio button that selects a row. Its label is visible in the stacked layout only. */
function RowRadio<Row>({ row, rowKey, first, selection }: RowRadioProps<Row>) {
  const { name, selected, onSelect, label } = selection;
  const id = fieldId(name);
  return (
    <div className="ui-choice" data-kind="radio">
      <input
        className="ui-choice__input"
        type="radio"
        id={first ? id : `${id}-${rowKey}`}
        name={name}
        checked={selected === rowKey}
        onChange={() => onSelect(rowKey)}
      />
      <label className="ui-choice__label" htmlFor={first ? id : `${id}-${rowKey}`}>
        <span className="ui-table__choice">{label(row)}</span>
      </label>
    </div>
  );
}
