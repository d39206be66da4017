/** Prepared reads of the embedded engine return the same results as its normal queries. */
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedDatabase } from '#server/db/embedded.ts';
import { preparedFile } from '#test/support/database.ts';

let db: EmbeddedDatabase;
beforeAll(async () => {
  db = await EmbeddedDatabase.open({ loadDataDir: new Blob([await readFile(await preparedFile())]) });
  await db.exec(`create table kept (id integer primary key, day date, owed bigint, facts jsonb, is_paid boolean)`);
  await db.exec(
    `insert into kept values (1, '2026-11-20', 12345, '{"a": [1, null]}', true), (2, null, null, null, null)`,
  );
}, 60_000);
afterAll(() => db.close());

const ROWS = 'select * from kept where id = any($1) and ($2::text is null or facts is not null) order by id';
const preparedReads = async (): Promise<number> => {
  const { rows } = await db.query<{ n: number }>('select count(*)::integer as n from pg_prepared_statements');
  return rows[0]?.n ?? 0;
};

describe('a repeated read', () => {
  it('returns the same values, fields and rows, in both row formats', async () => {
    for (const rowMode of ['object', 'array'] as const) {
      for (const params of [
        [[1, 2], null],
        [[1, 2], 'x'],
        [[], null],
      ]) {
        const [first, again] = [await db.query(ROWS, params, { rowMode }), await db.query(ROWS, params, { rowMode })];
        const own = await PGlite.prototype.query.call(db, ROWS, params, { rowMode });
        expect(first).toEqual(own);
        expect(again).toEqual(own);
      }
    }
  });

  it('is sent to the engine in one message', async () => {
    const text = 'select id from kept where id = $1';
    await db.query(text, [1]);
    const sent = vi.spyOn(db, 'execProtocolStream');
    expect((await db.query(text, [2])).rows).toEqual([{ id: 2 }]);
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });

  it('sees nothing of an open transaction', async () => {
    const count = async () => (await db.query('select id from kept')).rows.length;
    await count();
    let during: Promise<number> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.query('insert into kept (id) values (3)');
      during = count();
      await transaction.rollback();
    });
    expect(await during).toBe(2);
  });

  it('works after its table has changed, and after an error', async () => {
    await db.exec('create table changing (id integer)');
    expect((await db.query('select * from changing')).fields).toHaveLength(1);
    await db.exec('alter table changing add column more text');
    expect((await db.query('select * from changing')).fields).toHaveLength(2);
    const wrong = db.query('select 1 / id as part from changing where 1 / $1 > 0', [0]);
    await expect(wrong).rejects.toMatchObject({ code: '22012', query: expect.stringContaining('1 / $1') });
    await expect(db.query('select nothing from changing')).rejects.toMatchObject({ code: '42703' });
    expect((await db.query('select * from changing')).rows).toEqual([]);
  });

  it('keeps at most a hundred statements prepared', async () => {
    for (let other = 0; other < 150; other += 1) await db.query(`select ${other} as other from kept`);
    expect(await preparedReads()).toBe(100);
    for (let time = 0; time < 5; time += 1) await expect(db.query('select 1 / $1::integer', [0])).rejects.toThrow();
    expect(await preparedReads()).toBeLessThanOrEqual(100);
  });
});
