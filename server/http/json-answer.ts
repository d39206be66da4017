/** Answers in JSON: written and compressed in one piece, and once where the same answer is given again. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** An answer as bytes, and compressed as soon as somebody takes it so. */
interface Written {
  readonly plain: Uint8Array<ArrayBuffer>;
  compressed?: Promise<Uint8Array<ArrayBuffer>>;
}

const compress = promisify(gzip);

/** Bytes from which on compressing gains something. */
const WORTH_COMPRESSING = 1024;

/** Browsers name gzip without a weight; who weighs it is answered by the general compression. */
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|$)/i;

/** Whether who asks takes an answer that is compressed. */
export const takesGzip = ({ method, headers }: Request): boolean =>
  method !== 'HEAD' && TAKES_GZIP.test(headers.get('accept-encoding') ?? '');

/** What has been written of frozen answers: they are the same whenever they are given. */
const written = new WeakMap<object, Written>();

function write(answer: unknown): Written {
  const isKept = typeof answer === 'object' && answer !== null && Object.isFrozen(answer);
  const known = isKept ? written.get(answer) : undefined;
  if (known !== undefined) return known;
  const made: Written = { plain: Buffer.from(JSON.stringify(answer)) };
  if (isKept) written.set(answer, made);
  return made;
}

/** The answer in JSON to a request. `cacheControl` says how long it may be kept. */
export async function jsonAnswer(request: Request, answer: unknown, cacheControl: string): Promise<Response> {
  const made = write(answer);
  const headers = { 'content-type': 'application/json', 'cache-control': cacheControl };
  const { length } = made.plain;
  if (length < WORTH_COMPRESSING) {
    return new Response(made.plain, { headers: { ...headers, 'content-length': String(length) } });
  }
  const varying = { ...headers, vary: 'Accept-Encoding' };
  if (!takesGzip(request)) return new Response(made.plain, { headers: varying });
  const compressed = await (made.compressed ??= compress(made.plain));
  return new Response(compressed, {
    headers: { ...varying, 'content-encoding': 'gzip', 'content-length': String(compressed.length) },
  });
}
