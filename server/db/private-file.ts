/** Small files that only their owner may read: the key of a database, and the id of a document folder. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from './durable-files.ts';
import { getErrorCode } from './lock.ts';

/** Read and write permission for the owner only. */
export const PRIVATE = 0o600;

/** Returns the trimmed text of a file, or undefined if the file does not exist. */
export async function readPrivateText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes one line to a file. When the promise resolves, the file is complete and on disk. */
export async function writePrivateText(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', PRIVATE);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  syncPath(dirname(file));
}
