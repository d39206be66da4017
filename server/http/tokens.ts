/** Access token verification. Token expiry uses real time, not the business clock. */
import { type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { IdentityClaims } from '#domain/session/identity/shapes.ts';
import { logError } from '../log.ts';
import { HttpProblem } from './problems.ts';

/** Returns the claims of a valid token, or undefined. Throws 503 if the signing keys are unreachable. */
export type TokenVerifier = (token: string) => Promise<IdentityClaims | undefined>;

export interface TokenDeps {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
}

/** Returns whether the failure occurred while fetching the keys and is unrelated to the token. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';

/**
 * Size of the token cache, and the maximum age of an entry in milliseconds. The age is limited because the issuer may
 * revoke a key.
 */
const REMEMBERED = { max: 2000, ms: 5 * 60 * 1000 };

/**
 * Verifies signature, issuer, audience and expiry of access tokens. Accepts asymmetric signatures only, whatever the
 * token's header says. Caches the claims of a valid token until it expires. Session status is checked elsewhere for
 * every request.
 */
export function verifyTokens({ keys, issuer, audience }: TokenDeps): TokenVerifier {
  const remembered = new LRUCache<string, { readonly claims: IdentityClaims; readonly until: number }>({
    max: REMEMBERED.max,
  });
  return async (token) => {
    const known = remembered.get(token);
    if (known !== undefined && known.until > Date.now()) return known.claims;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        // Rejects id tokens and other token types of the same provider (RFC 9068).
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub'],
        algorithms: ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'],
        clockTolerance: 5,
      });
      const claims = v.safeParse(IdentityClaims, payload);
      if (!claims.success) return undefined;
      const until = Math.min((payload.exp ?? 0) * 1000, Date.now() + REMEMBERED.ms);
      remembered.set(token, { claims: claims.output, until });
      return claims.output;
    } catch (error) {
      if (!isUnreachable(error)) return undefined;
      logError('looking up the sign-in keys', error);
      throw new HttpProblem(503, "We couldn't check your log-in. Please try again in a moment.");
    }
  };
}

const Discovered = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/**
 * Returns the key set that an issuer publishes. Discovery runs for the first token, and the keys are reloaded if a
 * token names an unknown key.
 */
export function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const discover = async (): Promise<JWTVerifyGetKey> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`The sign-in provider returned ${answer.status} for its discovery document`);
    const found = v.parse(Discovered, await answer.json());
    if (found.issuer !== issuer)
      throw new Error('The discovery document of the sign-in provider has a different issuer');
    return createRemoteJWKSet(new URL(found.jwks_uri));
  };
  return async (header, token) => {
    keys ??= discover().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return (await keys)(header, token);
  };
}
