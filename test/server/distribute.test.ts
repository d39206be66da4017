/**
 * The statements that `npm run distribute` sends to Citus. A function simulates the extension according to its
 * documentation (docs/scale.md describes the run on a cluster).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISTRIBUTION, TRIGGERS_TO_DROP } from '#server/db/distribution.ts';
import { DistributeProblem, distributeDatabase, distributeTables } from '#server/distribute.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import * as v from 'valibot';
import { sql } from 'drizzle-orm';
import { openEmpty } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
}, 60_000);
afterAll(() => opened.close());

/** Simulates a cluster that has distributed these tables by these columns; `null` is a reference table. */
function cluster(known: Record<string, string | null> = {}) {
  const statements: string[] = [];
  const run = (statement: string) => {
    statements.push(statement);
    const made = /create_(?:distributed|reference)_table\('(\w+)'(?:, '(\w+)')?/.exec(statement);
    if (made?.[1] !== undefined) known[made[1]] = made[2] ?? null;
    if (statement.includes('pg_extension')) return Promise.resolve({ rows: [{}] });
    if (statement.includes('pg_dist_partition')) {
      return Promise.resolve({ rows: Object.entries(known).map(([name, column]) => ({ name, column })) });
    }
    return Promise.resolve({ rows: [] });
  };
  const creating = () => statements.filter((each) => each.includes('select create_'));
  return { run, known, statements, creating };
}

it('distributes each table by its column, co-located with the borrowers', async () => {
  const { run, known, creating, statements } = cluster();
  await distributeTables(run);
  const expected = Object.entries(DISTRIBUTION).flatMap(([table, placement]) =>
    placement.kind === 'local' ? [] : [[table, placement.kind === 'reference' ? null : placement.column] as const],
  );
  expect(known).toEqual(Object.fromEntries(expected));
  expect(creating().slice(0, 2)).toEqual([
    `select create_distributed_table('borrowers', 'borrower_key', colocate_with => 'none')`,
    `select create_distributed_table('accounts', 'borrower_key', colocate_with => 'borrowers')`,
  ]);
  expect(creating()).toContain(
    `select create_distributed_table('security_events', 'event_id', colocate_with => 'none')`,
  );
  expect(creating()).toContain(`select create_reference_table('web_accounts')`);
  const lastDrop = statements.findLastIndex((each) => each.startsWith('drop trigger'));
  expect(lastDrop).toBeLessThan(statements.findIndex((each) => each.includes('select create_')));
});

it('does nothing on the second run, and continues if some tables are distributed', async () => {
  const all = cluster();
  await distributeTables(all.run);
  const again = cluster({ ...all.known });
  await distributeTables(again.run);
  expect(again.creating()).toEqual([]);
  const { accounts: _, ...others } = all.known;
  const some = cluster(others);
  await distributeTables(some.run);
  expect(some.creating()).toEqual([
    `select create_distributed_table('accounts', 'borrower_key', colocate_with => 'borrowers')`,
  ]);
});

it('rejects a table that is distributed by another column', async () => {
  const { run, creating } = cluster({ accounts: 'account_id' });
  await expect(distributeTables(run)).rejects.toThrow('accounts is distributed by account_id, not by borrower_key.');
  expect(creating()).toEqual([`select create_distributed_table('borrowers', 'borrower_key', colocate_with => 'none')`]);
});

it('rejects a database without Citus, without changes', async () => {
  const triggers = async () =>
    v.parse(
      v.object({ rows: v.array(v.object({ table: v.string(), trigger: v.string() })) }),
      await opened.db.execute(
        sql`select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where not tgisinternal`,
      ),
    ).rows;
  await expect(distributeDatabase(opened.db)).rejects.toThrow(DistributeProblem);
  // All triggers that are dropped on Citus exist, plus the one on the borrowers' own rows.
  const present = await triggers();
  expect(present).toEqual(expect.arrayContaining([...TRIGGERS_TO_DROP]));
  expect(present).toHaveLength(TRIGGERS_TO_DROP.length + 1);
});
