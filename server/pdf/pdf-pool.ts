/** Draws PDFs in worker threads, because a table of 184 rows would occupy the event loop for about a second. */
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { log } from '../log.ts';
import { paths } from '../paths.ts';
import { WorkerPool } from '../worker-pool.ts';
import { type PdfContent, drawPdf } from './write-pdf.ts';

const LIMITS = { workers: Math.max(1, Math.min(2, availableParallelism() - 1)), queue: 32 };

// Threads cannot load the sources.
const pool = paths.pdfWorker === undefined ? undefined : new WorkerPool(paths.pdfWorker, LIMITS);

/** Options of a PDF: the servicer in the letterhead, and a signal that aborts drawing. */
interface PdfScope {
  readonly servicer: PdfContent['issuer'];
  readonly signal: AbortSignal;
}

const Drawn = v.object({ bytes: v.instance(Uint8Array), missing: v.array(v.string()) });

/**
 * Returns the bytes of a PDF, drawn in a thread if this is the built server. Logs characters that no font contains.
 * Throws `PoolBusy` if too many PDFs wait, and `AbortError` if `signal` is aborted.
 */
export async function writePdf(
  content: Omit<PdfContent, 'issuer'>,
  { servicer: issuer, signal }: PdfScope,
): Promise<Uint8Array<ArrayBuffer>> {
  const task = { ...content, issuer };
  const { bytes, missing } = pool === undefined ? await drawPdf(task) : v.parse(Drawn, await pool.run(task, signal));
  if (missing.length > 0) log('A PDF has characters that no font contains', { characters: missing.join(' ') }, 'warn');
  return new Uint8Array(bytes);
}
