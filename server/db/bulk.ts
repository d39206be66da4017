/** Inserts many rows at once. */
import { type InferInsertModel, getTableColumns, sql } from 'drizzle-orm';
import { PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './open.ts';

/** What JSON has no form for, in a form that the database reads. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Inserts `rows` with one statement and one parameter, so that neither the number of parameters that the protocol
 * allows nor the building of ten thousand tuples stands in the way. A column that a row leaves out becomes null.
 */
export async function insertMany<T extends PgTable>(
  db: Database,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(table));
  const records = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(
      columns.map(([key, column]) => {
        const value = values.get(key) ?? null;
        const stored = value === null || column instanceof PgJsonb ? value : column.mapToDriverValue(value);
        return [column.name, stored];
      }),
    );
  });
  await db.execute(
    sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(records, plain)})`,
  );
}
