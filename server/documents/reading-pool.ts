/**
 * Opens uploaded documents in processes of their own: a file can be made so that it needs much memory or time, or makes a
 * decoder crash.
 */
import * as v from 'valibot';
import { logError } from '../log.ts';
import { paths } from '../paths.ts';
import { PoolBusy, WorkerPool } from '../worker-pool.ts';
import { type DocumentToRead, type Reading, ReadingResult, readDocument } from './read-document.ts';

/** Time for opening a document, its wait for a process included, in milliseconds. */
const TIME_LIMIT = 30_000;

// Processes cannot load the sources.
const pool =
  paths.readingWorker === undefined
    ? undefined
    : new WorkerPool(paths.readingWorker, { workers: 1, queue: 16, areProcesses: true, megabytes: 256 });

/**
 * Returns whether a document can be read. One that takes too long or ends its process counts as damaged. Throws `PoolBusy` if
 * too many documents wait.
 */
export async function reading(document: DocumentToRead, workers: WorkerPool | undefined = pool): Promise<Reading> {
  if (workers === undefined) return readDocument(document);
  try {
    return v.parse(ReadingResult, await workers.run(document, AbortSignal.timeout(TIME_LIMIT)));
  } catch (error) {
    if (error instanceof PoolBusy) throw error;
    logError('the process that opens documents', error);
    return 'damaged';
  }
}
