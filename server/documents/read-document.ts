/** Opens uploaded documents to verify that a person can read them (ruling 108). */
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import * as v from 'valibot';

/** Whether a document can be read: it opens, it needs a password, or it is damaged, cut or has no page. */
export const READINGS = ['opens', 'locked', 'damaged'] as const;
export type Reading = (typeof READINGS)[number];

/** A document to open. */
export interface DocumentToRead {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Pages of a document that are opened. */
const MAX_PAGES = 200;
/** Pixels of a picture: a sheet of A3 at 600 dots per inch has 70 million. */
const MAX_PIXELS = 200_000_000;
/** A PDF ends with these marks; readers look for them in its last bytes. */
const END_MARKS = ['%%EOF', 'startxref'];
const END_BYTES = 2048;

const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
};

/** Returns whether a PDF has its end. Some programs add zeros or blanks after it. */
function hasEnd(content: Uint8Array): boolean {
  const last = content.findLastIndex((byte) => byte > 0x20);
  const end = Buffer.from(content.subarray(Math.max(0, last + 1 - END_BYTES), last + 1)).toString('latin1');
  return END_MARKS.some((mark) => end.includes(mark));
}

const isPasswordNeeded = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'PasswordException';

/** Opens a PDF and its pages. Accepts PDFs with restricted copying or printing, whose password for opening is empty. */
async function readPdf(content: Uint8Array): Promise<Reading> {
  if (!hasEnd(content)) return 'damaged';
  try {
    const pdf = await getDocumentProxy(Uint8Array.from(content), { stopAtErrors: true, verbosity: 0 });
    try {
      for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
        const page = await pdf.getPage(number);
        await page.getOperatorList();
        page.cleanup();
      }
      return pdf.numPages > 0 ? 'opens' : 'damaged';
    } finally {
      await pdf.destroy();
    }
  } catch (thrown) {
    return isPasswordNeeded(thrown) ? 'locked' : 'damaged';
  }
}

/** Decodes all pages of a picture. */
async function readPicture(content: Uint8Array, format: string): Promise<Reading> {
  const options = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true } as const;
  try {
    const found = await sharp(content, options).metadata();
    if (found.format !== format) return 'damaged';
    for (let page = 0; page < Math.min(found.pages ?? 1, MAX_PAGES); page += 1) {
      await sharp(content, { ...options, page })
        .resize({ width: 16 })
        .raw()
        .toBuffer();
    }
    return 'opens';
  } catch {
    return 'damaged';
  }
}

/** Opens a document. Never throws for its content. */
export function readDocument({ mediaType, content }: DocumentToRead): Promise<Reading> {
  const format = FORMATS[mediaType];
  if (format !== undefined) return readPicture(content, format);
  return mediaType === 'application/pdf' ? readPdf(content) : Promise.resolve('damaged');
}

/** The result of a worker. */
export const ReadingResult = v.picklist(READINGS);
