/**
 * Files are encrypted before they reach a disk, each by a key of its own, which stands sealed in the database. AES-256-GCM in
 * chunks, so that a file is neither held in memory nor handed on before it has been checked: a chunk's nonce counts the
 * chunks and says whether it is the last, so that none can be left out, moved or cut off unnoticed. A key seals one file.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CannotOpen } from '../db/keys.ts';

const CIPHER = 'aes-256-gcm';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** How many bytes the key of a file has. */
export const FILE_KEY_BYTES = 32;

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, 0);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts bytes into pieces of one size; the last one, which is always there, may be shorter or empty. */
async function* inPieces(content: AsyncIterable<Uint8Array>, size: number) {
  let rest = Buffer.alloc(0);
  let index = 0;
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    // One that is full may be the last: it waits for what follows.
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
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts a file. Throws {@link CannotOpen} where it was changed, before anything of the changed chunk is handed on. */
export async function* openFile(sealed: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
  for await (const { piece, index, isLast } of inPieces(sealed, CHUNK_BYTES + TAG_BYTES)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(piece.subarray(-TAG_BYTES));
      yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new CannotOpen('An uploaded document was changed', { cause });
    }
  }
}
