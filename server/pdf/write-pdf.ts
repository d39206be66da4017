/**
 * Generates PDFs with headings, paragraphs and tables: letters, forms and records of submissions. They are tagged, have
 * a language and a title, and embed their fonts, so that screen readers read them in order (PDF/UA).
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PDFDocument } from 'pdfkit';
import { paths } from '../paths.ts';

/** A part of a document, in reading order. */
export type PdfBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  /** A line to fill in by hand on paper. */
  | { readonly kind: 'blank'; readonly label: string }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Which columns are amounts, which align at the end; none where it is left out. */
      readonly amounts?: readonly boolean[];
    };

/** The issuer of a document with contact details, for the letterhead. */
export interface Issuer {
  readonly name: string;
  readonly address: readonly string[];
  readonly phone: string;
}

export interface PdfContent {
  readonly title: string;
  readonly blocks: readonly PdfBlock[];
  readonly issuer: Issuer;
}

const FONTS = {
  regular: join(paths.pdfFonts, 'PublicSans-Regular.ttf'),
  bold: join(paths.pdfFonts, 'PublicSans-Bold.ttf'),
};
/** One inch, in points. The page is US Letter. */
const MARGIN = 72;
const BODY = { size: 11, lineGap: 3 } as const;

type Doc = PDFDocument;
type Element = ReturnType<Doc['struct']>;

/** Writes a text as a structure element, with space below. */
function write(doc: Doc, parent: Element, type: string, text: string, font = FONTS.regular, size: number = BODY.size) {
  parent.add(
    doc.struct(type, {}, () => {
      doc.font(font).fontSize(size).text(text, { lineGap: BODY.lineGap });
    }),
  );
  doc.moveDown(0.6);
}

function writeBlank(doc: Doc, parent: Element, label: string): void {
  write(doc, parent, 'P', label);
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveDown(0.8)
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.5)
    .stroke('#71767a');
  doc.endMarkedContent();
  doc.moveDown(0.8);
}

/** The number of table rows after which other requests get their turn: about ten milliseconds of work. */
const ROWS_IN_TURN = 10;

async function writeTable(
  doc: Doc,
  parent: Element,
  { header, rows, amounts = [] }: Omit<Extract<PdfBlock, { kind: 'table' }>, 'kind'>,
): Promise<void> {
  const alignment = (index: number) => (amounts[index] === true ? { align: { x: 'right' as const } } : {});
  const table = doc.struct('Table');
  parent.add(table);
  doc.font(FONTS.regular).fontSize(BODY.size);
  const written = doc.table({ structParent: table });
  written.row(
    header.map((text, index) => ({
      text,
      type: 'TH' as const,
      font: { src: FONTS.bold, size: BODY.size },
      ...alignment(index),
    })),
  );
  for (const [number, row] of rows.entries()) {
    if (number % ROWS_IN_TURN === ROWS_IN_TURN - 1) await setImmediate();
    written.row(row.map((text, index) => ({ text, ...alignment(index) })));
  }
  written.end();
  doc.moveDown(0.6);
}

async function writeBlock(doc: Doc, parent: Element, block: PdfBlock): Promise<void> {
  switch (block.kind) {
    case 'heading':
      return write(doc, parent, 'H2', block.text, FONTS.bold, 13);
    case 'paragraph':
      return write(doc, parent, 'P', block.text);
    case 'blank':
      return writeBlank(doc, parent, block.label);
    case 'table':
      return writeTable(doc, parent, block);
  }
}

/** Returns the bytes of a PDF. The server calls it in worker threads (pdf-pool.ts); without them, a long document lets other requests run in between. */
export async function drawPdf({ title, blocks, issuer }: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    font: FONTS.regular,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: issuer.name },
  });
  const written = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  write(doc, root, 'P', issuer.name, FONTS.bold, 13);
  write(doc, root, 'P', [...issuer.address, issuer.phone].join('\n'), FONTS.regular, 9);
  doc.moveDown(1);
  write(doc, root, 'H1', title, FONTS.bold, 18);
  for (const block of blocks) await writeBlock(doc, root, block);
  root.end();
  doc.end();
  return written;
}
