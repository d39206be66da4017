/** The silent authorization request to a provider on the portal's own origin. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorizationRequest,
  fetchAuthorization,
  silentAuthorizationRequest,
} from '#src/app/session/authorization.ts';
import {
  PREFETCHED_AUTHORIZATION_LIFETIME,
  takePrefetchedAuthorization,
} from '#src/app/session/prefetched-authorization.ts';
import { getRedirectTarget } from '#src/app/session/silent.ts';

const FACTS = { endpoint: 'https://portal.example/oidc/auth', clientId: 'portal', apiAudience: 'urn:portal:api' };
const REACHED = 'https://portal.example/auth/silent.html?code=1&state=2';

/** A response at the end of a redirect. */
const answer = (status: number): Response =>
  Object.defineProperty(new Response('', { status }), 'url', { value: REACHED });

/** Makes the request like the portal. */
async function requestedAs(given: () => Response) {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  vi.stubGlobal('fetch', async () => given());
  return fetchAuthorization(await silentAuthorizationRequest(FACTS));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('silentAuthorizationRequest asks for a code with a proof key and without user interaction', async () => {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  const { address, request } = await silentAuthorizationRequest(FACTS);
  const { state, nonce, verifier } = request;
  expect(address.origin + address.pathname).toBe(FACTS.endpoint);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'portal',
    redirect_uri: 'https://portal.example/auth/silent.html',
    response_type: 'code',
    scope: 'openid profile',
    resource: 'urn:portal:api',
    prompt: 'none',
    state,
    nonce,
    // RFC 7636, section 4.2.
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const secret of [state, nonce, verifier]) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set([state, nonce, verifier]).size).toBe(3);
  const again = await silentAuthorizationRequest(FACTS);
  expect(again.request.verifier).not.toBe(verifier);
});

it('authorizationRequest adds the given parameters and the redirect URL', async () => {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  const { address, request } = await authorizationRequest(FACTS, '/auth/callback', { prompt: 'login' });
  expect(address.searchParams.get('prompt')).toBe('login');
  expect(request.redirectUri).toBe('https://portal.example/auth/callback');
});

it("the request returns the provider's redirect target, with same-origin cookies and without cache", async () => {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  const fetched = vi.fn(async () => answer(200));
  vi.stubGlobal('fetch', fetched);
  const requested = await silentAuthorizationRequest(FACTS);
  expect(getRedirectTarget(await fetchAuthorization(requested))).toBe(REACHED);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(requested.address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: expect.any(AbortSignal),
  });
});

it('getRedirectTarget reads the target from a JSON response', async () => {
  expect(getRedirectTarget(await requestedAs(() => Response.json({ location: REACHED })))).toBe(REACHED);
  const other = await requestedAs(() => Response.json({ other: REACHED }));
  expect(() => getRedirectTarget(other)).toThrow('location');
});

it.each([199, 300, 503])('getRedirectTarget throws if the provider responds with %i', async (status) => {
  const { url, type, body } = await requestedAs(() => answer(200));
  expect(() => getRedirectTarget({ status, url, type, body })).toThrow(String(status));
});

describe("the document's own request", () => {
  const early = (since: number) => ({
    since,
    request: { redirectUri: REACHED, state: '1', nonce: '2', verifier: '3' },
    answer: { status: 200, url: REACHED, type: '', body: '' },
  });
  const stand = (prefetchedAuthorization?: Promise<unknown>) => vi.stubGlobal('window', { prefetchedAuthorization });
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(100_000);
  });

  it('is returned once', async () => {
    const requested = early(100_000 - PREFETCHED_AUTHORIZATION_LIFETIME);
    stand(Promise.resolve(requested));
    expect(await takePrefetchedAuthorization()).toBe(requested);
    expect(await takePrefetchedAuthorization()).toBeUndefined();
  });

  it.each([
    ['there was no request', () => undefined],
    ['there was no response', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the code may expire soon', () => Promise.resolve(early(100_000 - PREFETCHED_AUTHORIZATION_LIFETIME - 1))],
  ])('is undefined if %s', async (_, requested) => {
    stand(requested());
    expect(await takePrefetchedAuthorization()).toBeUndefined();
  });
});
