/** Small files that only their owner may read: the key of a database, the id of a folder of documents. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from './durable-files.ts';
import { codeOf } from './lock.ts';

/** Only the owner may read and write it. */
export const PRIVATE = 0o600;

/** Returns the text of a file without the space around it; undefined where there is no such file. */
export async function readPrivateText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes one line into a file. When this settles, the file is whole and on the disk. */
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
