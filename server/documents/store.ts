/** The document store: encrypted files under random names, in a local folder or a bucket. */
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../db/lock.ts';
import { syncPath } from '../db/durable-files.ts';

/** The store is unavailable, or (`isMissing`) it lacks a file that a row references. */
export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable';
  readonly isMissing: boolean;

  constructor(message: string, options: { readonly isMissing?: boolean; readonly cause?: unknown } = {}) {
    super(message, options);
    this.isMissing = options.isMissing ?? false;
  }
}

export interface DocumentStore {
  /**
   * Takes over a complete local file under a name. After the promise resolves, the file survives a crash of the
   * process.
   */
  put(name: string, file: string): Promise<void>;
  /** Returns the content of a file. Throws {@link DocumentsUnavailable} if it does not exist. */
  get(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Deletes a file, if it exists. */
  delete(name: string): Promise<void>;
}

/** Access for the owner only. */
const FOLDER_MODE = 0o700;

/** Creates a folder if needed and restricts it to its owner. Returns the folder. */
export async function privateFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  return folder;
}

/** Valid file names. Rejecting all others prevents path traversal. */
const NAME = /^[\w-]{1,64}$/;

/** Creates a document store in a folder. Files to store must be on the same disk. */
export function folderStore(folder: string): DocumentStore {
  const toPath = (name: string): string => {
    if (!NAME.test(name)) throw new Error('Invalid document name');
    return join(folder, name);
  };
  return {
    put: async (name, file) => {
      const place = toPath(name);
      await privateFolder(folder);
      await rename(file, place);
      syncPath(folder);
    },
    get: async (name) => {
      const place = toPath(name);
      const file = await open(place).catch((cause: unknown) => {
        if (getErrorCode(cause) !== 'ENOENT') throw cause;
        throw new DocumentsUnavailable(`The document folder has no file ${name}`, { isMissing: true, cause });
      });
      return file.createReadStream();
    },
    delete: (name) => rm(toPath(name), { force: true }),
  };
}
