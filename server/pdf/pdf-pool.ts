/**
 * Draws PDFs in worker threads, because a table of 184 rows would occupy the event loop for about a second. Threads start
 * with the first PDF and end when none was needed for a while.
 */
import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { paths } from '../paths.ts';
import { type PdfContent, drawPdf } from './write-pdf.ts';

/** Maximum numbers of threads, and of PDFs that wait for one. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
const QUEUE = 32;
/** Time until an unused thread ends, in milliseconds. */
const IDLE = 60_000;

/** Too many PDFs are waiting. */
export class PdfsBusy extends Error {
  override readonly name = 'PdfsBusy';
}

/** Threads that run the script `file`. */
export class PdfPool {
  readonly #pool: Tinypool;

  constructor(file: string, { threads = THREADS, queue = QUEUE } = {}) {
    const limits = { minThreads: 0, maxThreads: threads, maxQueue: queue, idleTimeout: IDLE };
    this.#pool = new Tinypool({ filename: file, runtime: 'worker_threads', ...limits });
  }

  /**
   * Returns the bytes of a PDF. Throws {@link PdfsBusy} if the queue is full. If `signal` is aborted, drawing stops, and an
   * `AbortError` is thrown.
   */
  async write(content: PdfContent, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#pool.queueSize >= this.#pool.options.maxQueue) throw new PdfsBusy('Too many PDFs are waiting');
    const bytes: unknown = await this.#pool.run(content, signal && { signal });
    if (!(bytes instanceof Uint8Array)) throw new TypeError('A worker returned no bytes');
    return new Uint8Array(bytes);
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

let pool: PdfPool | undefined;

/** For whom a PDF is made: the servicer whose letterhead it has, and a signal that is aborted when it is not wanted any more. */
interface PdfScope {
  readonly servicer: PdfContent['issuer'];
  readonly signal: AbortSignal;
}

/** Returns the bytes of a PDF like {@link PdfPool.write}, drawn in a thread if this is the built server. */
export function writePdf(
  content: Omit<PdfContent, 'issuer'>,
  { servicer: issuer, signal }: PdfScope,
): Promise<Uint8Array<ArrayBuffer>> {
  // Threads cannot load the sources.
  if (paths.pdfWorker === undefined) return drawPdf({ ...content, issuer });
  return (pool ??= new PdfPool(paths.pdfWorker)).write({ ...content, issuer }, signal);
}

/** Ends the threads when the server stops. */
export async function closePdfPool(): Promise<void> {
  await pool?.close();
  pool = undefined;
}
