/**
 * Device cookies (OWASP): a cookie identifies a browser in which a user has logged in before. Wrong passwords from
 * other browsers may exhaust the limit of a username; this browser has a separate counter and can still log in. The
 * cookie contains a hash of the username, signed with the provider's secret, and is useless without the password.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import * as v from 'valibot';
import { normalizedUsername } from '#domain/session/credentials/rules.ts';

const ALGORITHM = 'HS256';
const TYPE = 'device+jwt';
/** Lifetime of a device cookie after the last log-in, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

const Claims = v.object({ sub: v.string(), jti: v.string() });

/** Returns the cookie's name. With HTTPS, the `__Host-` prefix prevents other sites and paths from setting it. */
export const deviceCookieName = (isSecure: boolean): string => (isSecure ? '__Host-device' : 'device');

const hashSubject = (loginName: string): string =>
  createHash('sha256').update(normalizedUsername(loginName)).digest('base64url');

/**
 * Returns the signing key for these cookies. It is derived from the provider's secret, so that neither replaces the
 * other.
 */
const deriveKey = (secret: string): Uint8Array => createHmac('sha256', secret).update('device cookie').digest();

/** Creates the device cookie after a log-in. */
export const deviceCookieFor = (secret: string, loginName: string): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(hashSubject(loginName))
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(Date.now() / 1000) + DEVICE_SECONDS)
    .sign(deriveKey(secret));

/** Returns the browser's id if its cookie is valid for this username, and undefined otherwise. */
export async function readDevice(
  secret: string,
  cookie: string | undefined,
  loginName: string,
): Promise<string | undefined> {
  if (cookie === undefined) return undefined;
  const verified = await jwtVerify(cookie, deriveKey(secret), { algorithms: [ALGORITHM], typ: TYPE }).catch(
    () => undefined,
  );
  const claims = v.safeParse(Claims, verified?.payload);
  return claims.success && claims.output.sub === hashSubject(loginName) ? claims.output.jti : undefined;
}
