/**
 * A cookie by which a browser is known in which somebody has logged in before (OWASP: device cookies). Wrong passwords from
 * elsewhere reach the limit of a username; this browser has a count of its own, and stays able to log in. It holds the
 * username as a hash, signed with the provider's secret, and is worth nothing without the password.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import * as v from 'valibot';
import { normalizedUsername } from '#domain/credentials/rules.ts';

const ALGORITHM = 'HS256';
const TYPE = 'device+jwt';
/** How long a browser is known after its last log-in, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

const Claims = v.object({ sub: v.string(), jti: v.string() });

/** The names of a browser's cookie: where the portal is reached by https, no other site or path can set it. */
export const deviceCookieName = (isSecure: boolean): string => (isSecure ? '__Host-device' : 'device');

const subjectOf = (loginName: string): string =>
  createHash('sha256').update(normalizedUsername(loginName)).digest('base64url');

/** The key of these cookies, derived from the provider's secret so that neither stands for the other. */
const keyOf = (secret: string): Uint8Array => createHmac('sha256', secret).update('device cookie').digest();

/** The cookie for a browser in which somebody has just logged in. */
export const deviceCookieFor = (secret: string, loginName: string): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(subjectOf(loginName))
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(Date.now() / 1000) + DEVICE_SECONDS)
    .sign(keyOf(secret));

/** The browser's id, where its cookie is one of ours and for this username; undefined otherwise. */
export async function deviceOf(
  secret: string,
  cookie: string | undefined,
  loginName: string,
): Promise<string | undefined> {
  if (cookie === undefined) return undefined;
  const verified = await jwtVerify(cookie, keyOf(secret), { algorithms: [ALGORITHM], typ: TYPE }).catch(
    () => undefined,
  );
  const claims = v.safeParse(Claims, verified?.payload);
  return claims.success && claims.output.sub === subjectOf(loginName) ? claims.output.jti : undefined;
}
