/**
 * Encryption at rest. Values are encrypted with AES-256-GCM by the newest key and prefixed with the key's id; older
 * keys in the ring can still decrypt their values. A keyed hash next to an encrypted value makes it searchable.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface SealingKey {
  /** The prefix of values that this key encrypted. */
  readonly id: string;
  readonly sealing: Buffer;
  readonly hashing: Buffer;
}

/** The key of a database is missing or wrong. The message contains instructions and nothing of the key. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem';
}

/** An encrypted value cannot be decrypted, because it was changed or belongs to another place. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** A value was encrypted by a key that is not in the ring. */
export class UnknownKey extends CannotOpen {}

/** Returns the key for 32 bytes in base64, as `openssl rand -base64 32` prints it. Undefined for any other text. */
export function parseKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return /^[\w+/-]{43}=?$/.test(text) && bytes.length === KEY_BYTES ? bytes : undefined;
}

/** Returns a new key in the format that {@link parseKey} reads. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');

function toSealingKey(master: Buffer): SealingKey {
  // A separate key for each purpose, so that none can be derived from another.
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `portal ${purpose}`, KEY_BYTES));
  const id = createHash('sha256').update(derived('id')).digest('hex').slice(0, 8);
  return { id, sealing: derived('sealing'), hashing: derived('hashing') };
}

/** The keys of a server: the newest encrypts, and all of them decrypt. */
export class KeyRing {
  readonly #newest: SealingKey;
  readonly #all: ReadonlyMap<string, SealingKey>;

  constructor(newest: Buffer, older: readonly Buffer[] = []) {
    this.#newest = toSealingKey(newest);
    this.#all = new Map([this.#newest, ...older.map(toSealingKey)].map((key) => [key.id, key]));
  }

  /** The prefix of values that the newest key encrypts. */
  get prefix(): string {
    return `${this.#newest.id}.`;
  }

  /** Whether the ring contains older keys. */
  get hasOlder(): boolean {
    return this.#all.size > 1;
  }

  /**
   * Encrypts a text for one place, such as a setting or a column of a row. It cannot be decrypted for any other place.
   */
  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#newest.sealing, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return this.prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts a value of `place`. Throws {@link CannotOpen}. */
  open(sealed: string, place: string): string {
    const [id = '', body = ''] = sealed.split('.');
    const key = this.#all.get(id);
    if (key === undefined) throw new UnknownKey(`The value of ${place} is encrypted with an unknown key`);
    const bytes = Buffer.from(body, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, key.sealing, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new CannotOpen(`The value of ${place} was changed or moved`, { cause });
    }
  }

  /** Returns a keyed hash for searching encrypted values. Without the key, birth dates cannot be brute-forced. */
  hash(text: string): string {
    return this.prefix + createHmac('sha256', this.#newest.hashing).update(text).digest('base64url');
  }
}

/** Returns random keys that exist only in this process, for databases in memory. */
export const passingKeys = (): KeyRing => new KeyRing(randomBytes(KEY_BYTES));

let ring: KeyRing | undefined;

/** Sets the keys of this process, which all columns use. */
export function setKeys(keys: KeyRing): void {
  ring = keys;
}

/** Returns the keys of this process. Throws before {@link setKeys}. */
export function presentKeys(): KeyRing {
  if (ring === undefined) throw new Error('The database keys are not set');
  return ring;
}
