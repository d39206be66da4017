/**
 * File encryption. Each file is encrypted before it is written to disk, with its own key, which is stored encrypted in
 * the database. AES-256-GCM in chunks, so that files are neither buffered in memory nor returned before verification.
 * The nonce of a chunk contains its index and whether it is the last one, so omitted, reordered or truncated chunks are
 * detected. Each key encrypts one file only.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CannotOpen } from '../db/keys.ts';

const CIPHER = 'aes-256-gcm';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Length of a file key in bytes. */
export const FILE_KEY_BYTES = 32;

function createNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, 0);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Splits bytes into chunks of equal size. There is always a last chunk, which may be shorter or empty. */
async function* inPieces(content: AsyncIterable<Uint8Array>, size: number) {
  let rest = Buffer.alloc(0);
  let index = 0;
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    // Hold back a full chunk until more data arrives, because it may be the last.
    for (; rest.length > size; index += 1) {
      yield { piece: rest.subarray(0, size), index, isLast: false };
      rest = rest.subarray(size);
    }
  }
  yield { piece: rest, index, isLast: true };
}

/** Encrypts a file. */
export async function* sealFile(content: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
  for await (const { piece, index, isLast } of inPieces(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, createNonce(index, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts a file. Throws {@link CannotOpen} before it yields anything of a modified chunk. */
export async function* openFile(sealed: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
  for await (const { piece, index, isLast } of inPieces(sealed, CHUNK_BYTES + TAG_BYTES)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, createNonce(index, isLast), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(piece.subarray(-TAG_BYTES));
      yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new CannotOpen('An uploaded document was modified', { cause });
    }
  }
}
