/** Prepared statements of the embedded engine have the same results as its normal queries. */
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

  it('keeps at most two hundred statements prepared', async () => {
    for (let other = 0; other < 250; other += 1) await db.query(`select ${other} as other from kept`);
    expect(await preparedReads()).toBe(200);
    for (let time = 0; time < 5; time += 1) await expect(db.query('select 1 / $1::integer', [0])).rejects.toThrow();
    expect(await preparedReads()).toBeLessThanOrEqual(200);
  });
});

describe('a repeated change', () => {
  const ADD = 'insert into kept (id, day, facts) values ($1, $2, $3) returning id, facts';
  const REMOVE = 'delete from kept where id = $1';

  it('returns the same as the engine, and is saved', async () => {
    for (const params of [
      [11, '2026-11-20', { a: [null] }],
      [11, null, null],
    ]) {
      const own = await PGlite.prototype.query.call(db, ADD, params);
      expect(await PGlite.prototype.query.call(db, REMOVE, [11])).toMatchObject({ affectedRows: 1 });
      expect(await db.query(ADD, params)).toEqual(own);
      expect(await db.query(REMOVE, [11])).toMatchObject({ affectedRows: 1, rows: [] });
    }
  });

  it('is sent in one message in a transaction', async () => {
    await db.query(ADD, [12, null, null]);
    await db.query(REMOVE, [12]);
    await db.transaction(async (transaction) => {
      const sent = vi.spyOn(db, 'execProtocolStream');
      await transaction.query(ADD, [12, null, null]);
      await transaction.query(REMOVE, [12]);
      expect(sent).toHaveBeenCalledTimes(2);
      sent.mockRestore();
    });
  });

  it('that fails has its own error, and has no effect on later statements', async () => {
    const isTwice = { code: '23505' };
    await expect(db.query(ADD, [1, null, null])).rejects.toMatchObject(isTwice);
    await db.transaction(async (transaction) => {
      await transaction.query(ADD, [13, null, null]);
      await transaction.exec('savepoint before_failure');
      await expect(transaction.query(ADD, [13, null, null])).rejects.toMatchObject(isTwice);
      await expect(transaction.query(REMOVE, [13])).rejects.toMatchObject({ code: '25P02' });
      await transaction.query('rollback to savepoint before_failure');
      await transaction.query(ADD, [14, null, null]);
    });
    expect((await db.query('select id from kept where id > 12 order by id')).rows).toEqual([{ id: 13 }, { id: 14 }]);
    const failed = db.transaction(async (transaction) => {
      await transaction.query(REMOVE, [13]);
      await transaction.query(ADD, [14, null, null]);
    });
    await expect(failed).rejects.toMatchObject(isTwice);
    expect((await db.query('delete from kept where id > 12')).affectedRows).toBe(2);
  });

  it('uses the table as it is after a change in the same transaction', async () => {
    await db.exec('create table growing (id integer)');
    const add = 'insert into growing values (1) returning *';
    await db.query(add);
    await db.transaction(async (transaction) => {
      await transaction.query('alter table growing add column more text');
      expect((await transaction.query(add)).rows).toEqual([{ id: 1, more: null }]);
    });
  });

  it('is refused after its transaction', async () => {
    const closed = await db.transaction(async (transaction) => transaction);
    await expect(closed.query(REMOVE, [1])).rejects.toThrow('Transaction is closed');
  });
});
