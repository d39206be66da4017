/** JSON responses, encoded, serialized and compressed once for each frozen object. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A handler's result, and the function that converts it to the wire format of its call. */
export interface Answer {
  readonly answer: unknown;
  readonly encode: (answer: unknown) => unknown;
}

/** A serialized response. It is compressed when the first client accepts gzip. */
interface Written {
  readonly encode: Answer['encode'];
  readonly plain: Uint8Array<ArrayBuffer>;
  compressed?: Promise<Uint8Array<ArrayBuffer>>;
}

const compress = promisify(gzip);

/** Minimum size in bytes at which compression is worthwhile. */
const WORTH_COMPRESSING = 1024;

/** Matches gzip without a quality value, as browsers send it. Other clients get the general compression middleware. */
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|$)/i;

/** Returns whether the client accepts a gzip response. */
export const takesGzip = ({ method, headers }: Request): boolean =>
  method !== 'HEAD' && TAKES_GZIP.test(headers.get('accept-encoding') ?? '');

/** The serialized form of frozen responses, which never change. */
const written = new WeakMap<object, Written>();

function write({ answer, encode }: Answer): Written {
  const isCacheable = typeof answer === 'object' && answer !== null && Object.isFrozen(answer);
  const known = isCacheable ? written.get(answer) : undefined;
  // Two calls can return the same object.
  if (known?.encode === encode) return known;
  const made: Written = { encode, plain: Buffer.from(JSON.stringify(encode(answer))) };
  if (isCacheable) written.set(answer, made);
  return made;
}

/** Returns the JSON response to a request. `cacheControl` is the value of its `Cache-Control` header. */
export async function jsonResponse(request: Request, answer: Answer, cacheControl: string): Promise<Response> {
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
