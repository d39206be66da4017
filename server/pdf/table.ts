/** Tables of PDFs. A table that continues on another page repeats its head. */
import { setImmediate } from 'node:timers/promises';
import type { DocumentBlock } from '#domain/accounts/loan-documents/shapes.ts';
import type { Sheets } from './sheets.ts';
import type { Line, TextStyle, Typesetter } from './typesetter.ts';

type PdfTable = Extract<DocumentBlock, { kind: 'table' }>;

const HEAD: TextStyle = { weight: 'bold', size: 10 };
const CELL: TextStyle = { weight: 'regular', size: 10 };
/** Between columns, and above and below the text of a cell. */
const GAP = 12;
const PADDING = 3;
/** The largest share of the width that an unbroken part of a text may claim. */
const LARGEST_PART = 0.5;
/** The number of table rows after which other requests get their turn: about ten milliseconds of work. */
const ROWS_IN_TURN = 10;

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, each) => whole + each, 0);

/** Returns the widths of columns: as wide as their texts, or narrower down to their longest words. */
function columnWidths(typesetter: Typesetter, { columns: named, rows }: PdfTable, width: number): readonly number[] {
  const columns = named.map(({ header: title }, index) => {
    const cells = [...new Set(rows.map((row) => row[index] ?? ''))];
    const parts = cells.map((text) => Math.min(typesetter.getLongestPart(text, CELL), width * LARGEST_PART));
    const least = Math.max(typesetter.getLongestPart(title, HEAD), ...parts);
    const wholes = cells.map((text) => typesetter.getWidth(text, CELL));
    return { least, most: Math.max(least, typesetter.getWidth(title, HEAD), ...wholes) };
  });
  const room = width - GAP * (columns.length - 1);
  const [least, most] = [sum(columns.map((each) => each.least)), sum(columns.map((each) => each.most))];
  if (most <= room) return columns.map((each) => (each.most / most) * room);
  if (least >= room) return columns.map((each) => (each.least / least) * room);
  const share = (room - least) / (most - least);
  return columns.map((each) => each.least + (each.most - each.least) * share);
}

type Cells = readonly (readonly Line[])[];

const getHeight = (cells: Cells): number =>
  Math.max(...cells.map((lines) => sum(lines.map(({ height }) => height)))) + 2 * PADDING;

/** Writes a table: its first row and its first column are headers. */
export async function writeTable(sheets: Sheets, typesetter: Typesetter, table: PdfTable): Promise<void> {
  const { columns, rows, caption } = table;
  const header = columns.map((column) => column.header);
  const widths = columnWidths(typesetter, table, sheets.width);
  const toCells = (texts: readonly string[], style: TextStyle): Cells =>
    widths.map((width, index) => typesetter.toLines(texts[index] ?? '', style, width + 0.01));
  const draw = (lines: readonly Line[], column: number) => {
    const left = sheets.left + sum(widths.slice(0, column)) + GAP * column;
    let top = sheets.y + PADDING;
    for (const line of lines) {
      const indent = columns[column]?.isAmount === true ? (widths[column] ?? 0) - line.width : 0;
      typesetter.draw(line, left + indent, top);
      top += line.height;
    }
  };
  const element = sheets.element('Table', { title: caption });
  const write = (
    texts: readonly string[],
    cells: Cells,
    getScope: (column: number) => 'Column' | 'Row' | undefined,
  ) => {
    const row = sheets.element('TR', {}, element);
    for (const [column, lines] of cells.entries()) {
      const scope = getScope(column);
      const role = scope === undefined ? 'TD' : 'TH';
      const cell = sheets.element(role, { scope, actual: typesetter.actualText(texts[column] ?? '') }, row);
      sheets.content(cell, role, () => draw(lines, column));
    }
    sheets.space(getHeight(cells));
    sheets.rule(getScope(1) === 'Column' ? '#1b1b1b' : '#c9c9c9');
  };
  const head = toCells(header, HEAD);
  const [first = []] = rows;
  sheets.ensure(getHeight(head) + getHeight(toCells(first, CELL)));
  write(header, head, () => 'Column');
  for (const [number, texts] of rows.entries()) {
    if (number % ROWS_IN_TURN === ROWS_IN_TURN - 1) await setImmediate();
    const cells = toCells(texts, CELL);
    if (sheets.ensure(getHeight(cells))) {
      sheets.artifact('Pagination', () => head.forEach(draw));
      sheets.space(getHeight(head));
      sheets.rule('#1b1b1b');
    }
    write(texts, cells, (column) => (column === 0 ? 'Row' : undefined));
  }
  element.end();
  sheets.space(12);
}
