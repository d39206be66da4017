/** Access to the provider's answer to the script in the document (`early-authorization.ts`). */
import type { ProviderAnswer } from './authorization.ts';
import type { SignInRequest } from './requests.ts';

/** How old an answer may be, in milliseconds: the code in it lasts a minute, and still has to be exchanged. */
export const EARLY_LIMIT = 20_000;

/** The provider's answer, and the values that it must match. */
export interface EarlyAuthorization {
  /** The time of the request, by `performance.now()`. */
  readonly since: number;
  readonly request: SignInRequest;
  readonly answer: ProviderAnswer;
}

declare global {
  interface Window {
    earlyAuthorization?: Promise<EarlyAuthorization>;
  }
}

/**
 * Returns the early answer, once. Returns undefined if the document has no such script, if no answer came, or if the
 * scripts took so long that the code may have expired; the caller then sends a new request.
 */
export async function takeEarlyAuthorization(): Promise<EarlyAuthorization | undefined> {
  const { earlyAuthorization } = window;
  delete window.earlyAuthorization;
  try {
    const early = await earlyAuthorization;
    return early !== undefined && performance.now() - early.since <= EARLY_LIMIT ? early : undefined;
  } catch {
    return undefined;
  }
}
