/** What the script in the document (`early-authorization.ts`) has asked the provider. */
import type { ProviderAnswer } from './authorization.ts';
import type { SignInRequest } from './requests.ts';

/** The provider's answer, and what it must fit. */
export interface EarlyAuthorization {
  readonly request: SignInRequest;
  readonly answer: ProviderAnswer;
}

declare global {
  interface Window {
    earlyAuthorization?: Promise<EarlyAuthorization>;
  }
}

/** What has been asked, once; undefined where the document has no such script. */
export function takeEarlyAuthorization(): Promise<EarlyAuthorization> | undefined {
  const { earlyAuthorization } = window;
  delete window.earlyAuthorization;
  return earlyAuthorization;
}
