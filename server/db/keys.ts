/**
 * What is encrypted at rest, and with which keys. A value is sealed with AES-256-GCM by the newest key and says in front which
 * one that was; older keys of the ring still open what they have sealed. Where something must be found by an encrypted value, a
 * keyed hash of it stands beside it.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface SealingKey {
  /** Stands in front of what it has sealed. */
  readonly id: string;
  readonly sealing: Buffer;
  readonly hashing: Buffer;
}

/** The key of a database is missing or another one; the message says what to do, and holds nothing of the key. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem';
}

/** A sealed value cannot be opened: it was changed, or it was sealed for another place. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** A sealed value was sealed by a key that is not in the ring. */
export class UnknownKey extends CannotOpen {}

/** The key that a text of 32 bytes in base64 names, as `openssl rand -base64 32` writes it; undefined for anything else. */
export function keyBytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return /^[\w+/-]{43}=?$/.test(text) && bytes.length === KEY_BYTES ? bytes : undefined;
}

/** A new key, in the form that {@link keyBytesOf} reads. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');

function sealingKeyOf(master: Buffer): SealingKey {
  // One key for each purpose, so that none tells anything of another.
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `portal ${purpose}`, KEY_BYTES));
  const id = createHash('sha256').update(derived('id')).digest('hex').slice(0, 8);
  return { id, sealing: derived('sealing'), hashing: derived('hashing') };
}

/** The keys of a server: the newest seals, all open. */
export class KeyRing {
  readonly #newest: SealingKey;
  readonly #all: ReadonlyMap<string, SealingKey>;

  constructor(newest: Buffer, older: readonly Buffer[] = []) {
    this.#newest = sealingKeyOf(newest);
    this.#all = new Map([this.#newest, ...older.map(sealingKeyOf)].map((key) => [key.id, key]));
  }

  /** What stands in front of everything that the newest key seals. */
  get prefix(): string {
    return `${this.#newest.id}.`;
  }

  /** Whether there are older keys beside the newest. */
  get hasOlder(): boolean {
    return this.#all.size > 1;
  }

  /** Seals a text for one place, such as a setting or the column of a row. It opens at no other place. */
  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#newest.sealing, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return this.prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Opens a value that was sealed for `place`. Throws {@link CannotOpen}. */
  open(sealed: string, place: string): string {
    const [id = '', body = ''] = sealed.split('.');
    const key = this.#all.get(id);
    if (key === undefined) throw new UnknownKey(`The value of ${place} was sealed by an unknown key`);
    const bytes = Buffer.from(body, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, key.sealing, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new CannotOpen(`The value of ${place} was changed or moved here`, { cause });
    }
  }

  /** A keyed hash, by which an encrypted value is found: nobody without the key can try all birthdays. */
  hash(text: string): string {
    return this.prefix + createHmac('sha256', this.#newest.hashing).update(text).digest('base64url');
  }
}

/** Keys that nobody has and that end with the process, as a database in memory does. */
export const passingKeys = (): KeyRing => new KeyRing(randomBytes(KEY_BYTES));

let ring: KeyRing | undefined;

/** Sets the keys of this process. Columns know no other place to look. */
export function setKeys(keys: KeyRing): void {
  ring = keys;
}

/** The keys of this process; an error before {@link setKeys}. */
export function presentKeys(): KeyRing {
  if (ring === undefined) throw new Error('The keys of the database have not been set');
  return ring;
}
