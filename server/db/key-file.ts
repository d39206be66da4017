/** Where the keys of a database come from: the environment, or a file of its own beside the embedded database. */
import { chmod } from 'node:fs/promises';
import { KeyProblem, KeyRing, keyBytesOf, newKey } from './keys.ts';
import { PRIVATE, readPrivateText, writePrivateText } from './private-file.ts';

/** Where the embedded database in `dataDir` has its key: beside the folder, so that a copy of it has none. */
export const keyFileOf = (dataDir: string): string => `${dataDir}.key`;

/** Puts a new key into `file`. It is whole and on the disk before anything is encrypted by it. */
async function makeKey(file: string): Promise<string> {
  const key = newKey();
  await writePrivateText(file, key);
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
  const text = await readPrivateText(file);
  if (text === undefined && isSealed) {
    throw new KeyProblem(
      `${file} is gone, the key by which the database is encrypted. Put it back from a copy, set PORTAL_KEY, or remove the database`,
    );
  }
  const bytes = keyBytesOf(text ?? (await makeKey(file)));
  if (bytes === undefined) {
    throw new KeyProblem(`${file} holds no key. Put it back from a copy, set PORTAL_KEY, or remove the database`);
  }
  await chmod(file, PRIVATE);
  return new KeyRing(bytes, oldKeys);
}
