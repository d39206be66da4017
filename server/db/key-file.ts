/** Loads the encryption keys of a database: from the environment, or from a file next to the embedded database. */
import { chmod } from 'node:fs/promises';
import { KeyProblem, KeyRing, parseKey, newKey } from './keys.ts';
import { PRIVATE, readPrivateText, writePrivateText } from './private-file.ts';

/**
 * Returns the path of the key file of the embedded database in `dataDir`. It is outside the folder, so that a copy of
 * the folder does not contain the key.
 */
export const getKeyFile = (dataDir: string): string => `${dataDir}.key`;

/** Writes a new key to `file`. The file is complete and on disk before the key encrypts anything. */
async function makeKey(file: string): Promise<string> {
  const key = newKey();
  await writePrivateText(file, key);
  return key;
}

/** The settings that determine the keys. */
export interface KeyDeps {
  /** `PORTAL_KEY`. */
  readonly key: Buffer | undefined;
  /** `PORTAL_OLD_KEYS`. */
  readonly oldKeys: readonly Buffer[];
  /** The key file next to the embedded database, used if `PORTAL_KEY` is not set. */
  readonly file: string;
  /** Whether the database contains encrypted values, which a new key could not decrypt. */
  readonly isSealed: boolean;
}

/**
 * Returns the keys of a database. Creates the key file of a new database; the caller must hold the lock on its folder.
 * Throws `KeyProblem` if the file is missing or contains no key.
 */
export async function keysFrom({ key, oldKeys, file, isSealed }: KeyDeps): Promise<KeyRing> {
  if (key !== undefined) return new KeyRing(key, oldKeys);
  const text = await readPrivateText(file);
  if (text === undefined && isSealed) {
    throw new KeyProblem(
      `${file}, the encryption key of the database, is missing. Restore it from a backup, set PORTAL_KEY, or remove the database`,
    );
  }
  const bytes = parseKey(text ?? (await makeKey(file)));
  if (bytes === undefined) {
    throw new KeyProblem(`${file} contains no key. Restore it from a backup, set PORTAL_KEY, or remove the database`);
  }
  await chmod(file, PRIVATE);
  return new KeyRing(bytes, oldKeys);
}
