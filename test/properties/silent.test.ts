/** How a provider of the portal's own origin is asked who is signed in. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorizationRequest,
  fetchAuthorization,
  silentAuthorizationRequest,
} from '#src/app/session/authorization.ts';
import { EARLY_LIMIT, takeEarlyAuthorization } from '#src/app/session/early-answer.ts';
import { whereLed } from '#src/app/session/silent.ts';

const FACTS = { endpoint: 'https://portal.example/oidc/auth', clientId: 'portal', apiAudience: 'urn:portal:api' };
const REACHED = 'https://portal.example/auth/silent.html?code=1&state=2';

/** An answer that stands at the end of a redirect. */
const answer = (status: number): Response =>
  Object.defineProperty(new Response('', { status }), 'url', { value: REACHED });

/** Asks as the portal does. */
async function askedAs(given: () => Response) {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  vi.stubGlobal('fetch', async () => given());
  return fetchAuthorization(await silentAuthorizationRequest(FACTS));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('asks for a code that only whoever asked can use, with nothing shown', async () => {
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

it('asks for what is wished beside the usual, and leads where it is to lead', async () => {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  const { address, request } = await authorizationRequest(FACTS, '/auth/callback', { prompt: 'login' });
  expect(address.searchParams.get('prompt')).toBe('login');
  expect(request.redirectUri).toBe('https://portal.example/auth/callback');
});

it('brings the address to which the provider leads, asked with the cookies of this origin and past any cache', async () => {
  vi.stubGlobal('location', new URL('https://portal.example/dashboard'));
  const fetched = vi.fn(async () => answer(200));
  vi.stubGlobal('fetch', fetched);
  const asked = await silentAuthorizationRequest(FACTS);
  expect(whereLed(await fetchAuthorization(asked))).toBe(REACHED);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(asked.address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: expect.any(AbortSignal),
  });
});

it('takes the address from an answer that says it', async () => {
  expect(whereLed(await askedAs(() => Response.json({ location: REACHED })))).toBe(REACHED);
  const other = await askedAs(() => Response.json({ other: REACHED }));
  expect(() => whereLed(other)).toThrow('location');
});

it.each([199, 300, 503])('fails where the provider answers with %i', async (status) => {
  const { url, type, body } = await askedAs(() => answer(200));
  expect(() => whereLed({ status, url, type, body })).toThrow(String(status));
});

describe('what the document has asked', () => {
  const early = (since: number) => ({
    since,
    request: { redirectUri: REACHED, state: '1', nonce: '2', verifier: '3' },
    answer: { status: 200, url: REACHED, type: '', body: '' },
  });
  const stand = (earlyAuthorization?: Promise<unknown>) => vi.stubGlobal('window', { earlyAuthorization });
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(100_000);
  });

  it('is given once', async () => {
    const asked = early(100_000 - EARLY_LIMIT);
    stand(Promise.resolve(asked));
    expect(await takeEarlyAuthorization()).toBe(asked);
    expect(await takeEarlyAuthorization()).toBeUndefined();
  });

  it.each([
    ['nothing was asked', () => undefined],
    ['nothing was answered', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['its code may not last', () => Promise.resolve(early(100_000 - EARLY_LIMIT - 1))],
  ])('is none where %s', async (_, asked) => {
    stand(asked());
    expect(await takeEarlyAuthorization()).toBeUndefined();
  });
});
