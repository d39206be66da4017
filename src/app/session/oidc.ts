/**
 * The provider of the sign-in, by OpenID Connect: authorization code with PKCE, a state and a nonce. Its library is loaded
 * with this file, when the sign-in is first needed.
 */
import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { TIME_LIMITS } from '#domain/call.ts';
import type { Connection } from '#domain/portal/connection.ts';
import {
  type AuthorizationInput,
  authorizationRequest,
  fetchAuthorization,
  silentAuthorizationRequest,
} from './authorization.ts';
import { takePrefetchedAuthorization } from './prefetched-authorization.ts';
import { CALLBACK_PATH, type SignInRequest } from './requests.ts';
import { silentFrame, getRedirectTarget } from './silent.ts';

export { decodeJwt };

/** The tokens of a sign-in. */
export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  /** When the access token expires by this browser's clock, an instant in milliseconds. */
  readonly expiresAt: number;
}

/**
 * Returns whether the provider refused to sign the person in, for example because it has no session for this browser.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError;

export interface Provider {
  /** Returns the address for a sign-in, and the values that the response must match. `wish` adds parameters. */
  signIn(wish: Readonly<Record<string, string>>): Promise<{ address: URL; request: SignInRequest }>;
  /** Exchanges the code in the redirect's address for tokens. Rejects if the response does not match the request. */
  exchange(answer: URL, request: SignInRequest): Promise<Tokens>;
  /**
   * Renews the tokens without user interaction. Rejects with a refusal (`isRefusal`) if the provider has no session.
   */
  renew(): Promise<Tokens>;
  /** Returns the address for signing out; the id token identifies the person. */
  signOut(idToken: string | undefined): URL;
}

const inTime = (): AbortSignal => AbortSignal.timeout(TIME_LIMITS.read);

/**
 * Creates the client of the configured provider. `known` is the provider's metadata from the document; without it, the
 * client fetches the metadata.
 */
export async function createProvider(
  { issuer, clientId, apiAudience }: Connection['signIn'],
  known: oauth.AuthorizationServer | undefined,
): Promise<Provider> {
  const overHttp = {
    signal: inTime,
    // Browsers provide the cryptography for PKCE only with TLS or on localhost.
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  };
  const discovered = async () => {
    const address = new URL(issuer);
    return oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, overHttp));
  };
  const server = known ?? (await discovered());
  // The id token comes from the provider itself over the same connection, so a browser with a wrong clock can still
  // sign in.
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER };
  const isOwn = new URL(issuer).origin === location.origin;

  const endpoint = (name: 'authorization_endpoint' | 'end_session_endpoint'): URL => {
    const address = server[name];
    if (address === undefined) throw new Error(`The metadata of the sign-in provider has no ${name}`);
    return new URL(address);
  };
  const facts = (): AuthorizationInput => ({
    endpoint: endpoint('authorization_endpoint').href,
    clientId,
    apiAudience,
  });
  /** Requests authorization without user interaction. The document may have sent this request already. */
  const silently = async () => {
    const early = isOwn ? await takePrefetchedAuthorization() : undefined;
    if (early !== undefined) return { request: early.request, answer: getRedirectTarget(early.answer) };
    const requested = await silentAuthorizationRequest(facts());
    const { request, address } = requested;
    return {
      request,
      answer: isOwn ? getRedirectTarget(await fetchAuthorization(requested)) : await silentFrame(address, inTime()),
    };
  };
  const exchange: Provider['exchange'] = async (answer, { state, nonce, redirectUri, verifier }) => {
    const code = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      code,
      redirectUri,
      verifier,
      overHttp,
    );
    const granted = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const { access_token: accessToken, id_token: idToken, expires_in: seconds } = granted;
    if (idToken === undefined || seconds === undefined)
      throw new Error('The token response has no id token or no expiry');
    return { accessToken, idToken, expiresAt: Date.now() + seconds * 1000 };
  };
  return {
    signIn: (wish) => authorizationRequest(facts(), CALLBACK_PATH, wish),
    exchange,
    async renew() {
      const { request, answer } = await silently();
      return exchange(new URL(answer), request);
    },
    signOut(idToken) {
      const address = endpoint('end_session_endpoint');
      address.searchParams.set('post_logout_redirect_uri', `${location.origin}/welcome`);
      // Without an id token, the provider does not know the person and asks for confirmation.
      const [name, value] = idToken === undefined ? ['client_id', clientId] : ['id_token_hint', idToken];
      address.searchParams.set(name, value);
      return address;
    },
  };
}
