/** PDFs for tests of uploads. They open, as uploads must (ruling 108). */
import { randomBytes } from 'node:crypto';
import { createPdf } from '#server/demo/documents.ts';

/** Returns a PDF of one page with a line of text. With `size`, it is filled up to this number of bytes with random digits. */
export function samplePdf(text = 'A document', size?: number): Buffer<ArrayBuffer> {
  const pdf = Buffer.from(createPdf(text));
  if (size === undefined) return pdf;
  const end = pdf.subarray(pdf.lastIndexOf('startxref'));
  const rest = size - pdf.length - end.length - 2;
  if (rest < 0) throw new RangeError(`A PDF has more than ${size} bytes`);
  const filling = randomBytes(Math.ceil(rest / 2))
    .toString('hex')
    .slice(0, rest);
  return Buffer.concat([pdf, Buffer.from(`%${filling}\n`), end]);
}

/** Returns a file with such a PDF. */
export const samplePdfFile = (name = 'lease.pdf', text?: string, size?: number): File =>
  new File([samplePdf(text, size)], name, { type: 'application/pdf' });
