/** Limits on pending sign-ins, which unauthenticated visitors can create. */
import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '#server/db/open.ts';
import { oidcRecords } from '#server/db/schema/index.ts';
import { withSource } from '#server/http/source.ts';
import { Records, forgetSignIns } from '#server/oidc/records.ts';
import { openEmpty } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
}, 60_000);
afterAll(() => opened.close());
beforeEach(() => forgetSignIns(opened.db));

const records = () => new Records(opened.db, 'Interaction', 1200, { ofSource: 3, inAll: 7 });
const begin = (id: string, source: string | undefined, seconds = 1800) =>
  withSource(source, () => records().upsert(id, { jti: id, kind: 'Interaction' }, seconds));
const begun = async (ids: readonly string[]) => {
  const found = await Promise.all(ids.map(async (id) => ((await records().find(id)) === undefined ? [] : [id])));
  return found.flat();
};
/** Starts sign-ins one second apart. */
const beginAll = async (ids: readonly string[], source: string | undefined) => {
  for (const [at, id] of ids.entries()) await begin(id, source, 1800 + at);
};

it('evicts the oldest sign-ins of the same source only', async () => {
  await beginAll(['other'], '198.51.100.7');
  const ids = ['1', '2', '3', '4', '5'];
  await beginAll(ids, '203.0.113.5');
  expect(await begun(['other', ...ids])).toEqual(['other', '3', '4', '5']);
});

it('evicts the oldest sign-ins of all sources beyond the total limit', async () => {
  const ids = Array.from({ length: 10 }, (_, at) => String(at));
  for (const [at, id] of ids.entries()) await begin(id, `203.0.113.${at}`, 1800 + at);
  expect(await begun(ids)).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  await beginAll(['unknown'], undefined);
  const [stored] = await opened.db.select({ n: count() }).from(oidcRecords);
  expect(stored?.n).toBe(7);
});

it('attributes a continued sign-in to its original source, and stores the source as a hash', async () => {
  await begin('1', '203.0.113.5');
  const row = () =>
    opened.db
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, 'Interaction')));
  const [first] = await row();
  expect(first?.uid).toMatch(/^[0-9a-f]{8}\./);
  expect(JSON.stringify(first)).not.toContain('203.0.113');
  await begin('1', undefined);
  expect((await row()).map(({ uid }) => uid)).toEqual([first?.uid]);
});

it('does not affect other records', async () => {
  const sessions = new Records(opened.db, 'Session', 1200, { ofSource: 1, inAll: 1 });
  for (const id of ['a', 'b', 'c'])
    await withSource('203.0.113.5', () => sessions.upsert(id, { jti: id, uid: id }, 60));
  await beginAll(['1', '2', '3', '4'], '203.0.113.5');
  const [stored] = await opened.db.select({ n: count() }).from(oidcRecords).where(eq(oidcRecords.model, 'Session'));
  expect(stored?.n).toBe(3);
});
