/**
 * Opens uploaded documents in separate processes, because a malicious file can consume much memory or time, or crash a
 * decoder.
 */
import * as v from 'valibot';
import { logError } from '../log.ts';
import { paths } from '../paths.ts';
import { PoolBusy, type TimeLimits, WorkerPool } from '../worker-pool.ts';
import { type DocumentToRead, type Reading, ReadingResult, readDocument } from './read-document.ts';

/** How long a document waits for the process, and how long it may take to open. */
const LIMITS: TimeLimits = { wait: 60_000, work: 30_000 };

// Processes cannot load the sources.
const pool =
  paths.readingWorker === undefined
    ? undefined
    : new WorkerPool(paths.readingWorker, { workers: 1, queue: 16, areProcesses: true, megabytes: 256 });

/**
 * Returns whether a document can be read. One that takes too long to open or ends its process counts as damaged. Throws
 * `PoolBusy` if too many documents wait, or if the ones before it take too long.
 */
export async function reading(
  document: DocumentToRead,
  workers: WorkerPool | undefined = pool,
  limits: TimeLimits = LIMITS,
): Promise<Reading> {
  if (workers === undefined) return readDocument(document);
  try {
    return v.parse(ReadingResult, await workers.run(document, undefined, limits));
  } catch (error) {
    if (error instanceof PoolBusy) throw error;
    logError('the process that opens documents', error);
    return 'damaged';
  }
}
