/** Token issuer for tests: mints access tokens like a sign-in provider, and invalid ones. */
import { type JSONWebKeySet, type JWK, SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { IdentityClaims } from '#domain/session/identity/shapes.ts';

const ALGORITHM = 'ES256';

export interface TokenIssuer {
  readonly jwks: JSONWebKeySet;
  /** Mints a token with these claims. Issuer, audience and expiry are valid by default. */
  mint(claims: Omit<IdentityClaims, 'aud'>, wrong?: Wrong): Promise<string>;
}

export interface Wrong {
  readonly issuer?: string;
  readonly audience?: string | string[];
  /** Seconds from now; negative for an expired token. */
  readonly expiresIn?: number;
  /** Token type in the header. */
  readonly typ?: string;
}

/** Creates an issuer. Without a private key it generates one, whose signatures no server accepts. */
export async function createIssuer(issuer: string, audience: string, key?: JWK): Promise<TokenIssuer> {
  const own = key ?? (await exportJWK((await generateKeyPair(ALGORITHM, { extractable: true })).privateKey));
  const kid = own.kid ?? 'test';
  const privateKey = await importJWK({ ...own, alg: ALGORITHM }, ALGORITHM);
  const { kty, crv, x, y } = own;
  if (kty === undefined || crv === undefined || x === undefined || y === undefined) throw new Error('Not an EC key');
  return {
    jwks: { keys: [{ kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' }] },
    mint: ({ sub, ...claims }, wrong = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: wrong.typ ?? 'at+jwt' })
        .setSubject(sub)
        .setIssuer(wrong.issuer ?? issuer)
        .setAudience(wrong.audience ?? [audience])
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + (wrong.expiresIn ?? 600))
        .sign(privateKey),
  };
}
