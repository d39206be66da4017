/** Idempotency keys of submissions without signing in: separation by kind, first request wins, and expiry. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { oidcRecords } from '#server/db/schema/index.ts';
import { OncePerKey } from '#server/submissions/once-per-key.ts';
import { PublicKeys, type Source } from '#server/submissions/public-keys.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const Parcel = v.object({ weight: v.number() });

/** Submissions of one kind, processed once per key. */
function publicSubmissions<Recorded extends object>(model: string, schema: v.GenericSchema<unknown, Recorded>) {
  const keys = new PublicKeys(model, schema);
  const once = new OncePerKey<Source, Recorded>(keys);
  return {
    read: (db: Database, key: string) => keys.read(db, undefined, key),
    /** Returns whether the key was unused. */
    record: async (db: Database, key: string, recorded: Recorded) => {
      const { outcome } = await once.submit(db, undefined, { key, isSame: () => true }, async () => recorded);
      return outcome === 'recorded';
    },
    settle: (db: Database, key: string, source: Source) => once.settle(db, source, key),
  };
}
const parcels = publicSubmissions('Parcel', Parcel);
const letters = publicSubmissions('Letter', Parcel);

/** Returns the hours until a key expires. */
async function readHours(model: string, id: string): Promise<number> {
  const [row] = await server.opened.db
    .select()
    .from(oidcRecords)
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.id, id)));
  return ((row?.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
}

describe('a key', () => {
  it('keeps its first record for a day', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    expect(await parcels.read(db, key)).toBeUndefined();
    expect([await parcels.record(db, key, { weight: 1 }), await parcels.record(db, key, { weight: 2 })]).toEqual([
      true,
      false,
    ]);
    expect([await parcels.read(db, key), await parcels.settle(db, key, undefined)]).toEqual([
      { weight: 1 },
      { weight: 1 },
    ]);
    expect(await readHours('Parcel', key)).toBeGreaterThan(23.9);
    expect(await readHours('Parcel', key)).toBeLessThanOrEqual(24);
  });

  it('without a record is closed for an hour', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    expect([
      await parcels.settle(db, key, undefined),
      await parcels.settle(db, key, undefined),
      await parcels.read(db, key),
    ]).toEqual(['closed', 'closed', 'closed']);
    expect(await parcels.record(db, key, { weight: 1 })).toBe(false);
    expect(await readHours('Parcel', key)).toBeGreaterThan(0.9);
    expect(await readHours('Parcel', key)).toBeLessThanOrEqual(1);
  });

  it('is separate for each kind of submission', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    await parcels.record(db, key, { weight: 1 });
    expect(await letters.read(db, key)).toBeUndefined();
    expect(await letters.record(db, key, { weight: 2 })).toBe(true);
    expect([await parcels.read(db, key), await letters.read(db, key)]).toEqual([{ weight: 1 }, { weight: 2 }]);
  });

  it('is not readable if its record has another format', async () => {
    const { db } = server.opened;
    const key = randomUUID();
    await publicSubmissions('Parcel', v.object({ color: v.string() })).record(db, key, { color: 'red' });
    await expect(parcels.read(db, key)).rejects.toThrow('weight');
  });
});

describe('closing keys', () => {
  const FLOODING = '192.0.2.1';

  it('is rejected for an address that closes more than 100 in an hour, and for no other', async () => {
    const { db } = server.opened;
    const known = randomUUID();
    await parcels.record(db, known, { weight: 1 });
    for (let index = 0; index < 100; index += 1) await parcels.settle(db, randomUUID(), FLOODING);
    await expect(parcels.settle(db, randomUUID(), FLOODING)).rejects.toMatchObject({ status: 429 });
    expect(await parcels.settle(db, randomUUID(), '198.51.100.7')).toBe('closed');
    // Recorded keys can still be settled.
    expect(await parcels.settle(db, known, FLOODING)).toEqual({ weight: 1 });
  });
});
