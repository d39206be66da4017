/**
 * The request for an authorization code, with PKCE, a state and a nonce (OpenID Connect Core 1.0, section 3.1.2.1; RFC
 * 7636). It is separate from the rest of the protocol, so that the script that sends the request before the portal's code
 * has loaded is small.
 */
import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi';
import { TIME_LIMITS } from '#domain/call.ts';
import type { SignInRequest } from './requests.ts';

/** The redirect address of requests without user interaction. */
const SILENT_PATH = '/auth/silent.html';

/** The client of an authorization request, and its provider. */
export interface AuthorizationInput {
  /** The provider's authorization endpoint, an address. */
  readonly endpoint: string;
  readonly clientId: string;
  /** The audience of the access token. */
  readonly apiAudience: string;
}

/** An authorization request: its address, and the values that the response must match. */
export interface RequestedAuthorization {
  readonly address: URL;
  readonly request: SignInRequest;
}

/** Creates an authorization request whose response redirects to a path of the portal. `wish` adds parameters. */
export async function authorizationRequest(
  { endpoint, clientId, apiAudience }: AuthorizationInput,
  path: string,
  wish: Readonly<Record<string, string>>,
): Promise<RequestedAuthorization> {
  const request: SignInRequest = {
    redirectUri: location.origin + path,
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const address = new URL(endpoint);
  const parameters = {
    client_id: clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    resource: apiAudience,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...wish,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address, request };
}

/** Creates an authorization request without user interaction: the provider responds immediately whether it has a session. */
export const silentAuthorizationRequest = (facts: AuthorizationInput): Promise<RequestedAuthorization> =>
  authorizationRequest(facts, SILENT_PATH, { prompt: 'none' });

/** The response of a provider of the portal's own origin, after its body has been read. */
export interface ProviderResponse {
  readonly status: number;
  /** The final address, after all redirects. */
  readonly url: string;
  /** The media type; '' if there is none. */
  readonly type: string;
  readonly body: string;
}

/**
 * Sends a request to a provider on the portal's own origin. The server's own provider returns the redirect address in
 * its response; others redirect.
 */
export async function fetchAuthorization({ address }: RequestedAuthorization): Promise<ProviderResponse> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIME_LIMITS.read),
  });
  const { status, url, headers } = answer;
  return { status, url, type: headers.get('content-type') ?? '', body: await answer.text() };
}
