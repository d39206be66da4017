/**
 * Reading multipart/form-data as it arrives. Texts are short and kept in memory; the file is handed on piece by piece, so
 * that memory does not grow with it, and nothing is read beyond what it may have.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BusboyFileStream, Busboy } from '@fastify/busboy';
import type { ArrivingFile } from '#domain/call.ts';
import { atMost, refuseAnnounced } from './body.ts';
import { HttpProblem } from './problems.ts';

/** The most bytes of everything beside the file: names, texts and what stands between the parts. */
const BESIDE_FILE = 16 * 1024;

/** The most of each part that is no file. */
const LIMITS = {
  fields: 20,
  fieldSize: 1000,
  fieldNameSize: 100,
  files: 1,
  parts: 21,
  headerPairs: 10,
  headerSize: 4096,
};

/** How to read a body. */
export interface MultipartReading<Kept> {
  /** The name of the part that is the file. */
  readonly file: string;
  /** The most bytes of the file. */
  readonly limit: number;
  readonly take: (file: ArrivingFile) => Promise<Kept>;
  readonly discard: (kept: Kept) => Promise<void>;
}

/** The parts of a body. */
export interface MultipartParts<Kept> {
  readonly fields: Readonly<Record<string, string>>;
  /** What was made of the file; undefined where there was none. */
  readonly kept: Kept | undefined;
}

const wrong = (detail: string): HttpProblem => new HttpProblem(400, detail);

// If it is longer than what is discarded, no other request can follow on this connection.
const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, `The file may have at most ${limit} bytes.`, { headers: { connection: 'close' } });

/** What arrives; whoever hangs up in the midst of it makes no error of the server's. */
async function* arriving(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content) yield chunk;
  } catch (error) {
    throw error instanceof HttpProblem ? error : wrong('The body was broken off.');
  }
}

/** Errors are told by the pipeline; what comes after its end is no news. */
const ignore = (): void => undefined;

/**
 * Reads a body to its end. Refuses another type (415), a file or a body that is too large (413), and what is no such form
 * (400); what was made of the file is then thrown away.
 */
export async function readMultipart<Kept>(
  request: Request,
  { file: nameOfFile, limit, take, discard }: MultipartReading<Kept>,
): Promise<MultipartParts<Kept>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) {
    throw new HttpProblem(415, 'The body must be multipart/form-data.');
  }
  await refuseAnnounced(request, limit + BESIDE_FILE, () => tooLarge(limit));

  const fields = new Map<string, string>();
  let taking: Promise<Kept> | undefined;
  let source: BusboyFileStream | undefined;
  const parser = new Busboy({ headers: { 'content-type': type }, limits: { ...LIMITS, fileSize: limit + 1 } });
  const refuse = (error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error)));
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || fields.has(name) || name === nameOfFile)
      refuse(wrong(`A part of the form is wrong.`));
    else fields.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    source = stream;
    stream.on('error', ignore);
    if (name !== nameOfFile) {
      refuse(wrong('The form has a file in a place that takes none.'));
      return;
    }
    taking = take({ name: fileName ?? '', content: atMost(arriving(stream), limit, () => tooLarge(limit)) });
    taking.catch(refuse);
  });
  parser.on('error', ignore);
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => refuse(wrong('The form has too many parts.')));
  }
  try {
    await pipeline(
      Readable.from(atMost(arriving(request.body ?? Readable.from([])), limit + BESIDE_FILE, () => tooLarge(limit))),
      parser,
    );
    return { fields: Object.fromEntries(fields), kept: await taking };
  } catch (error) {
    source?.destroy(error instanceof Error ? error : undefined);
    const [taken] = await Promise.allSettled([taking]);
    if (taken.status === 'fulfilled' && taken.value !== undefined) await discard(taken.value);
    if (error instanceof HttpProblem) throw error;
    // What takes the file may have failed for a reason of the server's; everything else is the form's.
    if (taken.status === 'rejected') throw taken.reason;
    throw wrong('The body is no form that can be read.');
  }
}
