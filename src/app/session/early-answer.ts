/** What the script in the document (`early-authorization.ts`) has asked the provider. */
import type { ProviderAnswer } from './authorization.ts';
import type { SignInRequest } from './requests.ts';

/** How old an answer may be, in milliseconds: the code in it lasts a minute, and still has to be exchanged. */
export const EARLY_LIMIT = 20_000;

/** The provider's answer, and what it must fit. */
export interface EarlyAuthorization {
  /** When it was asked for, by `performance.now()`. */
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
 * What has been asked, once. Undefined where the document has no such script, where nothing was answered, or where the scripts
 * took so long that the code may not last: then the provider is asked anew.
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
