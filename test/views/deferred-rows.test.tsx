/** `useDeferredRows` renders the first rows immediately and defers the rest. */
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { DataTable, useDeferredRows } from '#src/ui/index.ts';

const createRows = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index + 1}`);

function List({ rows }: { rows: readonly string[] }) {
  return (
    <ul>
      {useDeferredRows(rows).map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  );
}

const itemsIn = (html: string): number => html.match(/<li>/g)?.length ?? 0;

afterEach(cleanup);

it.each([
  [0, 0],
  [8, 8],
  [9, 8],
  [40, 8],
])('for %i rows, it renders %i at first', (count, drawn) => {
  expect(itemsIn(renderToString(<List rows={createRows(count)} />))).toBe(drawn);
});

it('renders all rows a moment later, including those of an update', async () => {
  const { rerender } = render(<List rows={createRows(40)} />);
  expect(await screen.findByText('Row 40')).toBeTruthy();
  rerender(<List rows={createRows(60)} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
});

it('works for the rows of a table', async () => {
  const columns = [{ key: 'name', header: 'Name', cell: (row: string) => row }];
  render(<DataTable caption="Rows" columns={columns} rows={createRows(30)} rowKey={(row) => row} />);
  expect(await screen.findByText('Row 30')).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(31);
});
