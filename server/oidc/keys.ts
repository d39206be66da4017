/**
 * The provider's keys: a key pair for signing and a secret for cookies. They are created once and stored encrypted in
 * the database, so that sessions survive a restart and all instances accept each other's tokens and cookies.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';
import { SEALED_SETTINGS } from '../db/columns.ts';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { serverSettings } from '../db/schema/index.ts';

export const SIGNING_ALGORITHM = 'ES256';

const text = v.string();
const Key = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: text,
  y: text,
  d: text,
  kid: text,
  use: v.literal('sig'),
  alg: text,
});
const Keys = v.object({ signing: Key, cookie: text });
export type ProviderKeys = v.InferOutput<typeof Keys>;

const SETTING = 'signInKeys' satisfies keyof typeof SEALED_SETTINGS;

const sealed = (keys: ProviderKeys): string => presentKeys().seal(JSON.stringify(keys), SEALED_SETTINGS[SETTING]);

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return {
    signing: v.parse(Key, { ...key, kid, use: 'sig', alg: SIGNING_ALGORITHM }),
    cookie: randomBytes(32).toString('base64url'),
  };
}

async function storedKeys(db: Database): Promise<ProviderKeys | undefined> {
  const [row] = await db.select().from(serverSettings).where(eq(serverSettings.key, SETTING));
  if (row === undefined) return undefined;
  const value = presentKeys().open(v.parse(v.string(), row.value), SEALED_SETTINGS[SETTING]);
  return v.parse(Keys, JSON.parse(value));
}

/**
 * Returns the keys from the database, and creates them if there are none. If two instances create them concurrently,
 * both use the first instance's keys.
 */
export async function providerKeys(db: Database): Promise<ProviderKeys> {
  const stored = await storedKeys(db);
  if (stored !== undefined) return stored;
  await db
    .insert(serverSettings)
    .values({ key: SETTING, value: sealed(await makeKeys()) })
    .onConflictDoNothing();
  const known = await storedKeys(db);
  if (known === undefined) throw new Error('The sign-in keys could not be stored');
  return known;
}

/** Returns the public part of the signing key. */
export function toPublicKey({ signing }: ProviderKeys): JWK {
  const { d: _secret, ...shown } = signing;
  return shown;
}
