/** Where uploaded documents are kept: encrypted files under random names. A folder on this machine, or a bucket. */
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../db/lock.ts';
import { syncPath } from '../db/durable-files.ts';

/** A store that can't be used just now, or that has no file where a row names one. `isMissing` tells the second from the first. */
export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable';
  readonly isMissing: boolean;

  constructor(message: string, options: { readonly isMissing?: boolean; readonly cause?: unknown } = {}) {
    super(message, options);
    this.isMissing = options.isMissing ?? false;
  }
}

export interface DocumentStore {
  /** Takes over a whole file of this machine's under a name. Once this settles, it survives the end of the process. */
  put(name: string, file: string): Promise<void>;
  /** Returns the bytes of a file. Throws {@link DocumentsUnavailable} where there is none of that name. */
  get(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Deletes a file; nothing happens where there is none of that name. */
  delete(name: string): Promise<void>;
}

/** Only the owner may look into the folder. */
const FOLDER_MODE = 0o700;

/** A folder that is for its owner only, made where it is not there. */
export async function privateFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  return folder;
}

/** No other names reach the store, whatever a row says. */
const NAME = /^[\w-]{1,64}$/;

/** A folder as a store. The files that it takes over must be on the same disk. */
export function folderStore(folder: string): DocumentStore {
  const placeOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error('No document has a name of that form');
    return join(folder, name);
  };
  return {
    put: async (name, file) => {
      const place = placeOf(name);
      await privateFolder(folder);
      await rename(file, place);
      syncPath(folder);
    },
    get: async (name) => {
      const place = placeOf(name);
      const file = await open(place).catch((cause: unknown) => {
        if (codeOf(cause) !== 'ENOENT') throw cause;
        throw new DocumentsUnavailable(`The folder of documents has no file ${name}`, { isMissing: true, cause });
      });
      return file.createReadStream();
    },
    delete: (name) => rm(placeOf(name), { force: true }),
  };
}
