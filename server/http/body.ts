/** Reading bodies up to a limit, and discarding what is beyond it. */
import type { HttpProblem } from './problems.ts';

/**
 * The most bytes that are read and discarded after a limit. A client that still sends when its connection is closed does not get the
 * answer, so that it would not learn that its body is too large.
 */
export const MOST_DISCARDED = 64 * 1024 * 1024;

/**
 * Yields at most `limit` bytes of a body. Throws `refusal` for a longer one, after the rest has been discarded, or after
 * {@link MOST_DISCARDED} bytes of it. The time limit of requests (`CONNECTION_LIMITS`) holds for all of it.
 */
export async function* atMost(
  content: AsyncIterable<Uint8Array>,
  limit: number,
  refusal: () => HttpProblem,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size <= limit) yield chunk;
    else if (size > limit + MOST_DISCARDED) throw refusal();
  }
  if (size > limit) throw refusal();
}

/** Throws `refusal` if a body announces more than `limit` bytes, after the body has been discarded as {@link atMost} says. */
export async function refuseAnnounced(request: Request, limit: number, refusal: () => HttpProblem): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced <= limit) return;
  if (announced <= limit + MOST_DISCARDED && request.body !== null) {
    // Yields nothing. A client that closes the connection meanwhile is refused like any other.
    await atMost(request.body, 0, refusal)
      .next()
      .catch(() => undefined);
  }
  throw refusal();
}
