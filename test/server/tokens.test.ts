/** The cache of verified access tokens. */
import { createLocalJWKSet } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyTokens } from '#server/http/tokens.ts';
import { createIssuer } from '#test/support/tokens.ts';

const ISSUER = 'https://sign-in.example';
const AUDIENCE = 'api';
const CLAIMS = {
  sub: 'web-avery',
  given_name: 'Avery',
  family_name: 'Lane',
  nds_application_id: 'borrower',
  nds_web_account_id: 'web-avery',
};

afterEach(() => {
  vi.useRealTimers();
});

async function verifier() {
  const issuer = await createIssuer(ISSUER, AUDIENCE);
  const keys = vi.fn(createLocalJWKSet(issuer.jwks));
  return { issuer, keys, verify: verifyTokens({ keys, issuer: ISSUER, audience: AUDIENCE }) };
}

describe('a repeated token', () => {
  it('has its signature verified once', async () => {
    const { issuer, keys, verify } = await verifier();
    const token = await issuer.mint(CLAIMS);
    const first = await verify(token);
    expect(first).toMatchObject({ sub: 'web-avery' });
    expect(await verify(token)).toEqual(first);
    expect(keys).toHaveBeenCalledTimes(1);
    // A token with one different signature character is another token. (The last character has unused bits.)
    const other = token.at(-2) === 'A' ? 'B' : 'A';
    expect(await verify(`${token.slice(0, -2)}${other}${token.slice(-1)}`)).toBeUndefined();
  });

  it('is rejected after it has expired', async () => {
    const { issuer, verify } = await verifier();
    const token = await issuer.mint(CLAIMS, { expiresIn: 60 });
    expect(await verify(token)).toBeDefined();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 70_000 });
    expect(await verify(token)).toBeUndefined();
  });

  it('is rejected within minutes after its issuer has revoked its key', async () => {
    const { issuer, keys, verify } = await verifier();
    const token = await issuer.mint(CLAIMS, { expiresIn: 3600 });
    expect(await verify(token)).toBeDefined();
    keys.mockImplementation(createLocalJWKSet({ keys: [] }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
    expect(await verify(token)).toBeUndefined();
  });

  it('is cached individually: invalid tokens are verified each time', async () => {
    const { keys, verify } = await verifier();
    const stranger = await createIssuer(ISSUER, AUDIENCE);
    const token = await stranger.mint(CLAIMS);
    expect(await verify(token)).toBeUndefined();
    expect(await verify(token)).toBeUndefined();
    expect(keys).toHaveBeenCalledTimes(2);
  });
});
