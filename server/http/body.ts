/** Reads request bodies up to a limit. */
import type { HttpProblem } from './problems.ts';

/**
 * The maximum number of bytes of a body with `Content-Length` to read and discard beyond a limit. If the server closed the
 * connection while the client was still sending, the client would not receive the 413 response. Browsers announce the
 * length of their bodies. A chunked body ends at its limit.
 */
export const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * Yields at most `limit` bytes of a body. If the body is longer, reads and discards up to `discarded` more bytes and then
 * throws `refusal`. The request timeout in `CONNECTION_LIMITS` applies to the whole read.
 */
export async function* atMost(
  content: AsyncIterable<Uint8Array>,
  limit: number,
  refusal: () => HttpProblem,
  discarded = 0,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size <= limit) yield chunk;
    else if (size > limit + discarded) throw refusal();
  }
  if (size > limit) throw refusal();
}

/** Throws `refusal` if `Content-Length` exceeds `limit`. Discards the body first, as {@link atMost} does. */
export async function refuseAnnounced(request: Request, limit: number, refusal: () => HttpProblem): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced <= limit) return;
  if (announced <= limit + MAX_DISCARDED && request.body !== null) {
    // Yields nothing. If the client disconnects, `refusal` is thrown all the same.
    await atMost(request.body, 0, refusal, limit + MAX_DISCARDED)
      .next()
      .catch(() => undefined);
  }
  throw refusal();
}

/** Returns the content of a body. When its reader stops, the connection stays open for the response. */
export const getContent = ({ body }: Request): AsyncIterable<Uint8Array> | undefined =>
  body?.values({ preventCancel: true });
