/** Writes a ZIP file while it is read: one file at a time, without holding a whole file in memory. */
import { createHash } from 'node:crypto';
import { ZipWriter } from '@zip.js/zip.js';
import { toStream } from '../../../streams.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** A file to add. */
export interface ZippedFile {
  /** Its path in the ZIP file, with `/` between folders. */
  readonly path: string;
  readonly content: Bytes;
  /** Whether compression would not make it smaller, such as a picture. */
  readonly isCompressed?: boolean;
}

/** A file that has been added. */
export interface FileSum {
  readonly path: string;
  /** Its size in bytes. */
  readonly size: number;
  /** SHA-256 of its content, in hexadecimal. */
  readonly sha256: string;
}

const utf8 = new TextEncoder();

/** Returns the content of a text file. */
export async function* streamText(text: string | Promise<string>): Bytes {
  yield utf8.encode(await text);
}

/** Returns the content of a JSON file with one value. */
export const streamJson = (value: unknown): Bytes => streamText(`${JSON.stringify(value, null, 2)}\n`);

/** Returns the content of a JSON file with an array, one item at a time. */
export async function* jsonLines(items: AsyncIterable<unknown>): Bytes {
  let before = '[\n';
  for await (const item of items) {
    yield utf8.encode(`${before}${JSON.stringify(item, null, 2)}`);
    before = ',\n';
  }
  yield utf8.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

/** Passes a content on and adds its size and sum to `sums` at its end. */
export async function* summed({ path, content }: ZippedFile, sums: FileSum[]): Bytes {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of content) {
    hash.update(bytes);
    size += bytes.length;
    yield bytes;
  }
  sums.push({ path, size, sha256: hash.digest('hex') });
}

/**
 * Returns the bytes of a ZIP file with these files. `sums` receives the sum of each file once it has been read, so that
 * a later file can list the earlier ones. An error of a file ends the ZIP file with this error. When the reader stops,
 * `files` is closed.
 */
export async function* streamZip(files: AsyncIterable<ZippedFile>, sums: FileSum[], modified: Date): Bytes {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { useWebWorkers: false, lastModDate: modified });
  const write = async (): Promise<void> => {
    for await (const file of files) {
      await zip.add(file.path, toStream(summed(file, sums)), { level: file.isCompressed === true ? 0 : 6 });
    }
    await zip.close();
  };
  let failure: unknown;
  const written = write().catch(async (error: unknown) => {
    failure = error;
    await writable.abort(error).catch(() => undefined);
  });
  try {
    for await (const bytes of readable) yield bytes;
  } catch (error) {
    throw failure ?? error;
  }
  await written;
  if (failure !== undefined) throw failure;
}
