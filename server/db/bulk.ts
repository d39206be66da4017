/** Inserts and updates many rows at once. */
import { type InferInsertModel, type SQL, getTableColumns, sql } from 'drizzle-orm';
import { type PgColumn, PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './open.ts';

/** The most rows of one statement: the embedded database keeps the memory that its largest statement took. */
const AT_ONCE = 1000;

/** What JSON has no form for, in a form that the database reads. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** Rows as the one parameter of a statement: a JSON array of records by column name. What a row leaves out becomes null. */
function recordsOf<T extends PgTable>(table: T, rows: readonly InferInsertModel<T>[]): string {
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
  return JSON.stringify(records, plain);
}

/**
 * Inserts `rows` in large parts, each with one parameter, so that neither the number of parameters that the protocol
 * allows nor the building of ten thousand tuples stands in the way. The caller's transaction makes it all or nothing. A
 * column that all rows leave out gets its default, one that some rows leave out becomes null there.
 */
export async function insertMany<T extends PgTable>(
  db: Database,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = Object.entries(getTableColumns(table))
    .filter(([key]) => given.has(key))
    .map(([, column]) => sql.identifier(column.name));
  const columns = sql.join(names, sql`, `);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const records = recordsOf(table, rows.slice(from, from + AT_ONCE));
    await db.execute(
      sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${records})`,
    );
  }
}

/** A column of the rows that {@link updateMany} is given. */
const newValue = ({ name }: PgColumn) => sql`given.${sql.identifier(name)}`;

/**
 * Updates `changed` columns of `rows` with one statement; `keys` say which row is which. `within` limits the rows further: to
 * one borrower, so that the statement names the shard.
 */
export async function updateMany<T extends PgTable>(
  db: Database,
  table: T,
  {
    keys,
    changed,
    within,
  }: { readonly keys: readonly PgColumn[]; readonly changed: readonly PgColumn[]; readonly within: SQL },
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    sql`update ${table}
      set ${sql.join(
        changed.map((column) => sql`${sql.identifier(column.name)} = ${newValue(column)}`),
        sql`, `,
      )}
      from json_populate_recordset(null::${table}, ${recordsOf(table, rows)}) as given
      where ${sql.join([within, ...keys.map((column) => sql`${column} = ${newValue(column)}`)], sql` and `)}`,
  );
}
