/**
 * Generates PDFs with headings, paragraphs and tables: letters, statements, forms and records. They are tagged, have a
 * language and a title, and embed their fonts, so that screen readers read them in order (PDF/UA).
 */
import { PDFDocument } from 'pdfkit';
import { type DocumentBlock, sharesText } from '#domain/accounts/loan-documents/shapes.ts';
import { Sheets } from './sheets.ts';
import { writeShares } from './shares.ts';
import { writeTable } from './table.ts';
import { type PdfTexts, typefaceFor } from './typeface.ts';
import { type TextStyle, Typesetter } from './typesetter.ts';

/** The issuer of a document with contact details, for the letterhead. */
export interface Issuer {
  readonly name: string;
  readonly address: readonly string[];
  readonly phone: string;
}

export interface PdfContent {
  readonly title: string;
  readonly blocks: readonly DocumentBlock[];
  readonly issuer: Issuer;
}

/** A PDF, with the characters that no font contains: `U+1F600`. */
export interface DrawnPdf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly missing: readonly string[];
}

const BODY: TextStyle = { weight: 'regular', size: 11 };
const SMALL: TextStyle = { weight: 'regular', size: 9 };
const HEADING: TextStyle = { weight: 'bold', size: 13 };
const TITLE: TextStyle = { weight: 'bold', size: 18 };
/** The space that must remain below a heading: the head of a table and two rows. */
const BELOW_HEADING = 72;

/** Returns all texts, to find their fonts. */
function listTexts({ title, blocks, issuer }: PdfContent): PdfTexts {
  const [regular, bold] = [
    [title, ...issuer.address, issuer.phone],
    [title, issuer.name],
  ];
  for (const block of blocks) {
    if (block.kind === 'table') {
      bold.push(...block.columns.map(({ header }) => header));
      regular.push(...block.rows.flat());
    } else if (block.kind === 'shares') {
      regular.push(sharesText(block));
    } else {
      (block.kind === 'heading' ? bold : regular).push(block.text);
    }
  }
  return { regular, bold };
}

function writeBlock(sheets: Sheets, typesetter: Typesetter, block: DocumentBlock): Promise<void> | undefined {
  switch (block.kind) {
    case 'heading':
      sheets.paragraph(block.text, { role: 'H2', style: HEADING, after: 5, spaceForNext: BELOW_HEADING });
      return undefined;
    case 'paragraph':
      sheets.paragraph(block.text, { role: 'P', style: BODY, after: 8 });
      return undefined;
    case 'shares':
      writeShares(sheets, typesetter, block);
      return undefined;
    case 'table':
      return writeTable(sheets, typesetter, block);
  }
}

/**
 * Draws a PDF. The server calls it in worker threads (pdf-pool.ts); without them, drawing a long document yields to other
 * requests.
 */
export async function drawPdf(content: PdfContent): Promise<DrawnPdf> {
  const { title, blocks, issuer } = content;
  const typeface = await typefaceFor(listTexts(content));
  const doc = new PDFDocument({
    size: 'LETTER',
    // `Sheets` starts the pages.
    margin: 0,
    font: null,
    bufferPages: true,
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
  const typesetter = new Typesetter(doc, typeface);
  const sheets = new Sheets(doc, typesetter);
  sheets.paragraph(issuer.name, { role: 'P', style: HEADING, after: 2 });
  sheets.paragraph([...issuer.address, issuer.phone].join('\n'), { role: 'P', style: SMALL, after: 22 });
  sheets.paragraph(title, { role: 'H1', style: TITLE, after: 10 });
  for (const block of blocks) await writeBlock(sheets, typesetter, block);
  sheets.end(title);
  doc.end();
  return { bytes: await written, missing: typeface.missing };
}
