/** The worker thread that draws PDFs. */
export { drawPdf as default } from './write-pdf.ts';
