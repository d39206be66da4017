/** The OpenID Connect client: requests to the sign-in provider, and the responses that it rejects. */
import { SignJWT, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProvider, isRefusal } from '#src/app/session/oidc.ts';
import { storeRequest, popRequest } from '#src/app/session/requests.ts';

const ISSUER = 'https://sign-in.example';
const CLIENT = 'portal';
const SERVER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  end_session_endpoint: `${ISSUER}/session/end`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['ES256'],
};
const SETTINGS = {
  issuer: ISSUER,
  clientId: CLIENT,
  apiAudience: 'https://api.example',
  payerApplicationId: 'payer',
  impersonatorRole: 'urn:impersonator',
  keepsAccounts: true,
};

const provider = (known: typeof SERVER | undefined = SERVER) => createProvider(SETTINGS, known);
type Request = Awaited<ReturnType<Awaited<ReturnType<typeof provider>>['signIn']>>['request'];

const { privateKey } = await generateKeyPair('ES256');

interface IdToken {
  readonly nonce: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuedAt?: Date;
}

const idToken = ({ nonce, issuer = ISSUER, audience = CLIENT, issuedAt = new Date() }: IdToken): Promise<string> =>
  new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('person')
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + 600_000))
    .sign(privateKey);

const GRANTED = { access_token: 'access', token_type: 'Bearer', expires_in: 600 };

/** Mocks the token endpoint. Returns the list of received request bodies. */
function answering(body: unknown, status = 200): string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body: sent }: { body: URLSearchParams }) => {
    requested.push(sent.toString());
    return Response.json(body, { status });
  });
  return requested;
}

const answerTo = ({ state }: Request, more: Readonly<Record<string, string>> = { code: 'code' }): URL =>
  new URL(`https://portal.example/auth/callback?${new URLSearchParams({ state, iss: ISSUER, ...more }).toString()}`);

beforeEach(() => vi.stubGlobal('location', { origin: 'https://portal.example' }));
afterEach(() => vi.unstubAllGlobals());

describe('a request to the provider', () => {
  it('asks for a code with a unique state, nonce and challenge', async () => {
    const asking = await provider();
    const [first, second] = [await asking.signIn({}), await asking.signIn({ prompt: 'login' })];
    const { state, nonce, verifier } = first.request;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(Object.fromEntries(first.address.searchParams)).toEqual({
      client_id: CLIENT,
      redirect_uri: 'https://portal.example/auth/callback',
      response_type: 'code',
      scope: 'openid profile',
      resource: 'https://api.example',
      state,
      nonce,
      code_challenge: Buffer.from(digest).toString('base64url'),
      code_challenge_method: 'S256',
    });
    expect(first.address.href.startsWith(`${ISSUER}/auth?`)).toBe(true);
    expect(second.address.searchParams.get('prompt')).toBe('login');
    for (const name of ['state', 'nonce', 'verifier'] as const)
      expect(first.request[name]).not.toBe(second.request[name]);
  });

  it("loads the provider's metadata if it is missing; the issuer must match", async () => {
    const described = vi.fn<(address: string) => Promise<Response>>(async () => Response.json(SERVER));
    vi.stubGlobal('fetch', described);
    const asking = await createProvider(SETTINGS, undefined);
    expect((await asking.signIn({})).address.href.startsWith(`${ISSUER}/auth?`)).toBe(true);
    expect(described.mock.calls[0]?.[0]).toBe(`${ISSUER}/.well-known/openid-configuration`);
    vi.stubGlobal('fetch', async () => Response.json({ ...SERVER, issuer: 'https://other.example' }));
    await expect(createProvider(SETTINGS, undefined)).rejects.toThrow();
  });

  it('for sign-out includes the id token and the URL to return to', async () => {
    const asking = await provider();
    const after = 'post_logout_redirect_uri=https%3A%2F%2Fportal.example%2Fwelcome';
    expect(asking.signOut('token').href).toBe(`${ISSUER}/session/end?${after}&id_token_hint=token`);
    expect(asking.signOut(undefined).href).toBe(`${ISSUER}/session/end?${after}&client_id=portal`);
  });
});

describe("the provider's response", () => {
  it('is exchanged for tokens with the secret of the request', async () => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    const token = await idToken(request);
    const requested = answering({ ...GRANTED, id_token: token });
    const before = Date.now();
    const { accessToken, idToken: given, expiresAt } = await asking.exchange(answerTo(request), request);
    expect([accessToken, given]).toEqual(['access', token]);
    expect(expiresAt - before).toBeGreaterThanOrEqual(600_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(600_000);
    const sent = Object.fromEntries(new URLSearchParams(requested[0]));
    expect(sent).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code',
      code_verifier: request.verifier,
      redirect_uri: 'https://portal.example/auth/callback',
      client_id: CLIENT,
    });
  });

  it.each(['2001-01-01', '2090-01-01'])('is valid even if the clock of this browser is wrong (%s)', async (day) => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    answering({ ...GRANTED, id_token: await idToken({ ...request, issuedAt: new Date(day) }) });
    expect((await asking.exchange(answerTo(request), request)).accessToken).toBe('access');
  });

  it.each<[string, Partial<IdToken>]>([
    ['another request', { nonce: 'another' }],
    ['another provider', { issuer: 'https://other.example' }],
    ['another client', { audience: 'other' }],
  ])('with an id token for %s is rejected', async (_, wrong) => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    answering({ ...GRANTED, id_token: await idToken({ ...request, ...wrong }) });
    await expect(asking.exchange(answerTo(request), request)).rejects.toThrow();
  });

  it.each([
    ['no id token', GRANTED],
    ['no life of the token', { access_token: 'access', token_type: 'Bearer' }],
  ])('with %s is rejected', async (what, granted) => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    answering(what === 'no id token' ? granted : { ...granted, id_token: await idToken(request) });
    await expect(asking.exchange(answerTo(request), request)).rejects.toThrow();
  });

  it.each([
    ['another state', { code: 'code', state: 'another' }],
    ['another issuer', { code: 'code', iss: 'https://other.example' }],
  ])('with %s is rejected without an exchange', async (_, wrong) => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    const requested = answering({});
    await expect(asking.exchange(answerTo(request, wrong), request)).rejects.toThrow();
    expect(requested).toEqual([]);
  });

  it('is a refusal if no session exists or the code was already used, but not if the provider fails', async () => {
    const asking = await provider();
    const { request } = await asking.signIn({});
    const catchError = (answer: URL) => asking.exchange(answer, request).catch((error: unknown) => error);
    expect(isRefusal(await catchError(answerTo(request, { error: 'login_required' })))).toBe(true);
    answering({ error: 'invalid_grant' }, 400);
    expect(isRefusal(await catchError(answerTo(request)))).toBe(true);
    answering('away', 503);
    expect(isRefusal(await catchError(answerTo(request)))).toBe(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(isRefusal(await catchError(answerTo(request)))).toBe(false);
  });
});

describe('the stored request of a sign-in in progress', () => {
  /** A storage in memory whose keys are own properties, like a browser's. */
  function memoryStorage(): Storage {
    const methods = {
      getItem(this: Record<string, string>, key: string) {
        return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    };
    return Object.create(methods);
  }
  const request = (state: string): Request => ({
    redirectUri: 'https://portal.example/',
    state,
    nonce: 'n',
    verifier: 'v',
  });
  const NOW = Date.parse('2026-11-20T15:00:00Z');

  it('is returned once, only to the response with its state', () => {
    const storage = memoryStorage();
    storeRequest(storage, request('one'), '/dashboard', NOW);
    storeRequest(storage, request('two'), '/inbox', NOW);
    expect(popRequest(storage, answerTo(request('three')))).toBeUndefined();
    expect(popRequest(storage, new URL('https://portal.example/auth/callback?code=1'))).toBeUndefined();
    expect(popRequest(storage, answerTo(request('one')))).toMatchObject({
      request: request('one'),
      returnTo: '/dashboard',
    });
    expect(popRequest(storage, answerTo(request('one')))).toBeUndefined();
    expect(popRequest(storage, answerTo(request('two')))).toMatchObject({ returnTo: '/inbox' });
  });

  it('is deleted by a new request an hour later, like unreadable ones; other entries stay', () => {
    const storage = memoryStorage();
    storeRequest(storage, request('old'), '/', NOW - 3_600_001);
    storeRequest(storage, request('young'), '/', NOW - 3_600_000);
    storage.setItem('sign-in.broken', 'no JSON');
    storage.setItem('other', 'kept');
    storeRequest(storage, request('new'), '/', NOW);
    expect(Object.keys(storage).sort()).toEqual(['other', 'sign-in.new', 'sign-in.young']);
  });
});
