/** The documents that demo people have uploaded: one-page PDFs with a line of text, generated when needed. */
import { createHash } from 'node:crypto';
import type { DocumentUploads } from '../documents/document-uploads.ts';
import type { DemoPerson } from './format.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns a PDF with one line of text, which is limited to letters, digits, spaces and basic punctuation. */
export function createPdf(text: string): Buffer {
  const page = `BT /F1 14 Tf 72 720 Td (${text.replaceAll(/[^\w .,-]/g, ' ')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let written = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(`${written}${table}${end}`, 'latin1');
}

/**
 * Returns the file id and encryption key of a demo document. Both are derived from its text, so that each load uses the
 * same values. The key is not secret.
 */
export const toDemoFile = (text: string) => ({
  fileId: `demo-${hash(`name ${text}`).toString('hex').slice(0, 32)}`,
  contentKey: hash(`key ${text}`).toString('base64'),
});

/** Writes the contents of all demo documents to the document store. */
export async function storeDemoDocuments(
  documentUploads: DocumentUploads,
  people: readonly DemoPerson[],
): Promise<void> {
  for (const person of people) {
    if (person.role !== 'borrower') continue;
    for (const { text } of person.documents) await documentUploads.putBack(toDemoFile(text), [createPdf(text)]);
  }
}
