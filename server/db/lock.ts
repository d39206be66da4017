/**
 * A lock on a folder that holds an embedded database, which itself would let a second process in and be damaged. The
 * holder listens on a socket: the system closes it when the process ends, however it ends, so a killed process never
 * keeps anyone out.
 */
import { createHash, randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another running process has the folder open. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  readonly folder: string;
  constructor(folder: string) {
    super(`The database in ${folder} is open in another process. Stop that one first, or choose another folder.`);
    this.folder = folder;
  }
}

/** Where the holder of a folder listens. */
export function lockAddress(folder: string): string {
  const name = `portal-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** The code of a failed system call; undefined for another error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Listens on `address`; undefined when something is already there. */
const listen = (address: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });

/** Whether a live process answers at `address`. */
const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(address);
    caller.once('connect', () => {
      caller.destroy();
      resolve(true);
    });
    caller.once('error', () => resolve(false));
  });

/**
 * Takes away a socket that nobody answers. It is moved aside before it is asked once more, so that of two processes
 * that find it dead, none removes the socket which the other has just made.
 */
async function clearAway(address: string, folder: string): Promise<void> {
  const aside = `${address}.${randomUUID()}`;
  try {
    await rename(address, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (await isAnswered(aside)) {
    await rename(aside, address);
    throw new FolderInUse(folder);
  }
  await rm(aside, { force: true });
}

/** Locks `folder`, given by its real path, for this process. Gives the function that releases it; throws {@link FolderInUse}. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const address = lockAddress(folder);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const server = await listen(address);
    if (server !== undefined) return () => new Promise((resolve) => server.close(() => resolve()));
    if (await isAnswered(address)) throw new FolderInUse(folder);
    await clearAway(address, folder);
  }
  throw new FolderInUse(folder);
}
