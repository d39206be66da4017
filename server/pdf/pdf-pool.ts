/** Draws PDFs in worker threads, because a table of 184 rows would occupy the event loop for about a second. */
import { availableParallelism } from 'node:os';
import { paths } from '../paths.ts';
import { WorkerPool } from '../worker-pool.ts';
import { type PdfContent, drawPdf } from './write-pdf.ts';

const LIMITS = { workers: Math.max(1, Math.min(2, availableParallelism() - 1)), queue: 32 };

// Threads cannot load the sources.
const pool = paths.pdfWorker === undefined ? undefined : new WorkerPool(paths.pdfWorker, LIMITS);

/** For whom a PDF is made: the servicer whose letterhead it has, and a signal that is aborted when it is not wanted any more. */
interface PdfScope {
  readonly servicer: PdfContent['issuer'];
  readonly signal: AbortSignal;
}

/**
 * Returns the bytes of a PDF, drawn in a thread if this is the built server. Throws `PoolBusy` if too many PDFs wait, and
 * `AbortError` if `signal` is aborted.
 */
export async function writePdf(
  content: Omit<PdfContent, 'issuer'>,
  { servicer: issuer, signal }: PdfScope,
): Promise<Uint8Array<ArrayBuffer>> {
  if (pool === undefined) return drawPdf({ ...content, issuer });
  const bytes = await pool.run({ ...content, issuer }, signal);
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A worker returned no bytes');
  return new Uint8Array(bytes);
}
