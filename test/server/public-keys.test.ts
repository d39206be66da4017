/** The keys of submissions by people who are not signed in: each kind by itself, the first counts, and how long it does. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { credentials } from '#domain/credentials/calls.ts';
import { oidcRecords } from '#server/db/schema.ts';
import { MOST_CLOSED, PublicKeys } from '#server/portal/public-keys.ts';
import { type TestServer, jsonOf, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const Parcel = v.object({ weight: v.number() });
const parcels = new PublicKeys('Parcel', Parcel);
const letters = new PublicKeys('Letter', Parcel);

/** In how many hours what stands under a key goes. */
async function hoursOf(model: string, id: string): Promise<number> {
  const [row] = await server.opened.db
    .select()
    .from(oidcRecords)
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.id, id)));
  return ((row?.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
}

describe('a key', () => {
  it('keeps what was first recorded under it, for a day', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    expect(await parcels.read(db, key)).toBeUndefined();
    expect([await parcels.record(db, key, { weight: 1 }), await parcels.record(db, key, { weight: 2 })]).toEqual([
      true,
      false,
    ]);
    expect([await parcels.read(db, key), await parcels.settle(db, key)]).toEqual([{ weight: 1 }, { weight: 1 }]);
    expect(await hoursOf('Parcel', key)).toBeGreaterThan(23.9);
    expect(await hoursOf('Parcel', key)).toBeLessThanOrEqual(24);
  });

  it('under which nothing was recorded is closed for an hour', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    expect([await parcels.settle(db, key), await parcels.settle(db, key), await parcels.read(db, key)]).toEqual([
      'closed',
      'closed',
      'closed',
    ]);
    expect(await parcels.record(db, key, { weight: 1 })).toBe(false);
    expect(await hoursOf('Parcel', key)).toBeGreaterThan(0.9);
    expect(await hoursOf('Parcel', key)).toBeLessThanOrEqual(1);
  });

  it('is another for another kind of submission', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    await parcels.record(db, key, { weight: 1 });
    expect(await letters.read(db, key)).toBeUndefined();
    expect(await letters.record(db, key, { weight: 2 })).toBe(true);
    expect([await parcels.read(db, key), await letters.read(db, key)]).toEqual([{ weight: 1 }, { weight: 2 }]);
  });

  it('is not read where something else stands under it', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    await new PublicKeys('Parcel', v.object({ colour: v.string() })).record(db, key, { colour: 'red' });
    await expect(parcels.read(db, key)).rejects.toThrow('weight');
  });
});

it('registrations are settled no more where too many are closed', async () => {
  const { db } = server.opened;
  await db.execute(sql`
    insert into oidc_records (model, id, payload, expires_at)
    select 'Registration', 'closed-' || n, '{"isClosed":true}'::jsonb, now() + interval '1 hour'
    from generate_series(1, ${MOST_CLOSED}) n`);
  const settle = () => server.make(credentials.settle, { body: { idempotencyKey: randomUUID() } });
  const refused = await settle();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await jsonOf(refused, Problem)).detail).toBe(
    'Too much is being settled just now. Please try again in a moment.',
  );
  await db.delete(oidcRecords).where(eq(oidcRecords.id, 'closed-1'));
  expect(await (await settle()).json()).toEqual({ outcome: 'closed' });
});
