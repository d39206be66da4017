/**
 * Streaming parser for multipart/form-data. Text fields are short and held in memory; the file is passed on in chunks,
 * so memory use does not grow with the file, and reading stops at the size limit.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BusboyFileStream, Busboy } from '@fastify/busboy';
import type { ArrivingFile } from '#domain/call.ts';
import { atMost, getContent, refuseAnnounced } from './body.ts';
import { HttpProblem } from './problems.ts';

/** Maximum number of bytes outside the file: names, text fields and boundaries. */
const BESIDE_FILE = 16 * 1024;

/** Limits for the parts other than the file. */
const LIMITS = {
  fields: 20,
  fieldSize: 1000,
  fieldNameSize: 100,
  files: 1,
  parts: 21,
  headerPairs: 10,
  headerSize: 4096,
};

/** Options for reading a body. */
export interface MultipartReading<Stored> {
  /** The field name of the file. */
  readonly file: string;
  /** Maximum size of the file in bytes. */
  readonly limit: number;
  readonly take: (file: ArrivingFile) => Promise<Stored>;
  readonly discard: (stored: Stored) => Promise<void>;
}

/** The parsed parts of a body. */
export interface MultipartParts<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  /** The result of `take`. Undefined if the form has no file. */
  readonly stored: Stored | undefined;
}

const wrong = (detail: string): HttpProblem => new HttpProblem(400, detail);

// The rest of a body beyond the discard limit stays unread, so the connection cannot be reused.
const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, `The file may have at most ${limit} bytes.`, { headers: { connection: 'close' } });

/** Yields the chunks of a body. A client that disconnects causes a 400, not a server error. */
async function* arriving(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content) yield chunk;
  } catch (error) {
    throw error instanceof HttpProblem ? error : wrong('The body is incomplete.');
  }
}

const ESCAPED = new Map([
  ['%22', '"'],
  ['%0A', '\n'],
  ['%0D', '\r'],
]);

/** Decodes a file name. Browsers escape only these three characters (HTML, 4.10.21.8). */
const unescaped = (fileName: string): string =>
  fileName.replaceAll(/%(?:22|0A|0D)/gi, (escaped) => ESCAPED.get(escaped.toUpperCase()) ?? escaped);

/** The pipeline reports errors. Errors after its end are irrelevant. */
const ignore = (): void => undefined;

/**
 * Reads a whole body. Throws 415 for another media type, 413 if the file or body is too large, and 400 if the form is
 * malformed. On failure, discards the result of `take`.
 */
export async function readMultipart<Stored>(
  request: Request,
  { file: nameOfFile, limit, take, discard }: MultipartReading<Stored>,
): Promise<MultipartParts<Stored>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) {
    throw new HttpProblem(415, 'The body must be multipart/form-data.');
  }
  await refuseAnnounced(request, limit + BESIDE_FILE, () => tooLarge(limit));

  const fields = new Map<string, string>();
  let taking: Promise<Stored> | undefined;
  let source: BusboyFileStream | undefined;
  const parser = new Busboy({ headers: { 'content-type': type }, limits: { ...LIMITS, fileSize: limit + 1 } });
  const refuse = (error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error)));
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || fields.has(name) || name === nameOfFile)
      refuse(wrong(`A part of the form is invalid.`));
    else fields.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    source = stream;
    stream.on('error', ignore);
    if (name !== nameOfFile) {
      refuse(wrong('The form has a file in a field that does not accept one.'));
      return;
    }
    taking = take({
      name: unescaped(fileName ?? ''),
      content: atMost(arriving(stream), limit, () => tooLarge(limit), BESIDE_FILE),
    });
    taking.catch(refuse);
  });
  parser.on('error', ignore);
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => refuse(wrong('The form has too many parts.')));
  }
  try {
    await pipeline(
      Readable.from(
        atMost(arriving(getContent(request) ?? Readable.from([])), limit + BESIDE_FILE, () => tooLarge(limit)),
      ),
      parser,
    );
    return { fields: Object.fromEntries(fields), stored: await taking };
  } catch (error) {
    source?.destroy(error instanceof Error ? error : undefined);
    const [taken] = await Promise.allSettled([taking]);
    if (taken.status === 'fulfilled' && taken.value !== undefined) await discard(taken.value);
    if (error instanceof HttpProblem) throw error;
    // `take` may have failed because of a server error. All other errors are the client's.
    if (taken.status === 'rejected') throw taken.reason;
    throw wrong('The body cannot be parsed as a form.');
  }
}
