/** Where the keys of a database come from: the environment, or a file of its own beside the embedded database. */
import { randomUUID } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from './durable-files.ts';
import { KeyProblem, KeyRing, keyBytesOf, newKey } from './keys.ts';
import { codeOf } from './lock.ts';

/** Only the owner may read it. */
const MODE = 0o600;

/** Where the embedded database in `dataDir` has its key: beside the folder, so that a copy of it has none. */
export const keyFileOf = (dataDir: string): string => `${dataDir}.key`;

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts a new key into `file`. It is whole and on the disk before anything is encrypted by it. */
async function makeKey(file: string): Promise<string> {
  const key = newKey();
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', MODE);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  syncPath(dirname(file));
  return key;
}

/** What decides which keys a database has. */
export interface KeyFacts {
  /** `PORTAL_KEY`. */
  readonly key: Buffer | undefined;
  /** `PORTAL_OLD_KEYS`. */
  readonly oldKeys: readonly Buffer[];
  /** The file beside the embedded database, which holds the key where `PORTAL_KEY` does not. */
  readonly file: string;
  /** Whether the database holds encrypted values already: a new key would open none of them. */
  readonly isSealed: boolean;
}

/**
 * The keys of a database; a file of its own is made with the database, whose folder must be locked meanwhile. Refuses a file
 * that is gone or holds no key (`KeyProblem`).
 */
export async function keysFrom({ key, oldKeys, file, isSealed }: KeyFacts): Promise<KeyRing> {
  if (key !== undefined) return new KeyRing(key, oldKeys);
  const text = await textOf(file);
  if (text === undefined && isSealed) {
    throw new KeyProblem(
      `${file} is gone, the key by which the database is encrypted. Put it back from a copy, set PORTAL_KEY, or remove the database`,
    );
  }
  const bytes = keyBytesOf(text ?? (await makeKey(file)));
  if (bytes === undefined) {
    throw new KeyProblem(`${file} holds no key. Put it back from a copy, set PORTAL_KEY, or remove the database`);
  }
  await chmod(file, MODE);
  return new KeyRing(bytes, oldKeys);
}
