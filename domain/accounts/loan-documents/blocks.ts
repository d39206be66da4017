/** Parts that documents share: headings, paragraphs and tables. */
import { formatUsd } from '../../money.ts';
import { type Parts, sumAllParts } from '../../parts.ts';
import type { DocumentBlock } from './shapes.ts';

/** The recipient of a document. */
export interface Recipient {
  readonly name: string;
  /** The lines of the postal address; none if unknown. */
  readonly address: readonly string[];
  /** Null if unknown. */
  readonly ssnLastFour: string | null;
}

export const heading = (text: string): DocumentBlock => ({ kind: 'heading', text });
export const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', text });

export const addressBlock = ({ name, address }: Pick<Recipient, 'name' | 'address'>): DocumentBlock =>
  paragraph([name, ...address].join('\n'));

/** The headers of a table: its columns with texts, then those with amounts. */
export interface Headers {
  readonly texts: readonly string[];
  readonly amounts: readonly string[];
}

export const table = (
  caption: string,
  { texts, amounts }: Headers,
  rows: readonly (readonly string[])[],
): DocumentBlock => ({
  kind: 'table',
  caption,
  columns: [
    ...texts.map((header) => ({ header, isAmount: false })),
    ...amounts.map((header) => ({ header, isAmount: true })),
  ],
  rows,
});

/** Returns {@link table}, or no block without rows. */
export const tableIfAny = (...[caption, headers, rows]: Parameters<typeof table>): DocumentBlock[] =>
  rows.length === 0 ? [] : [table(caption, headers, rows)];

/** Facts as a table of two columns. */
export const facts = (caption: string, rows: readonly (readonly [string, string])[]): DocumentBlock =>
  table(caption, { texts: ['Item'], amounts: ['Detail'] }, rows);

/** The headers of {@link partCells}. */
export const PART_HEADERS = ['Principal', 'Interest', 'Fees', 'Total'] as const;

/** Returns the cells of an amount's parts, followed by their sum. */
export const partCells = (parts: Parts): string[] =>
  [parts.principal, parts.interest, parts.fees, sumAllParts(parts)].map(formatUsd);
