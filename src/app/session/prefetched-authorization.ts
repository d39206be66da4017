/** Access to the provider's response to the script in the document (`authorization-prefetch.ts`). */
import type { ProviderResponse } from './authorization.ts';
import type { SignInRequest } from './requests.ts';

/** Maximum age of a response, in milliseconds. Its code expires after a minute and still has to be exchanged. */
export const PREFETCHED_AUTHORIZATION_LIFETIME = 20_000;

/** The provider's response, and the values that it must match. */
export interface PrefetchedAuthorization {
  /** The time of the request, by `performance.now()`. */
  readonly since: number;
  readonly request: SignInRequest;
  readonly answer: ProviderResponse;
}

declare global {
  interface Window {
    prefetchedAuthorization?: Promise<PrefetchedAuthorization>;
  }
}

/**
 * Returns the prefetched response, once. Returns undefined if the document has no such script, if the request failed, or if the
 * scripts took so long that the code may have expired; the caller then sends a new request.
 */
export async function takePrefetchedAuthorization(): Promise<PrefetchedAuthorization | undefined> {
  const { prefetchedAuthorization } = window;
  delete window.prefetchedAuthorization;
  try {
    const early = await prefetchedAuthorization;
    return early !== undefined && performance.now() - early.since <= PREFETCHED_AUTHORIZATION_LIFETIME
      ? early
      : undefined;
  } catch {
    return undefined;
  }
}
