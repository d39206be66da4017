/** Bulk inserts and updates. */
import { type InferInsertModel, type SQL, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { type PgColumn, PgJsonb, type PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Maximum number of rows per statement. The embedded database never releases the memory of its largest statement. */
const AT_ONCE = 1000;

/** Converts values that JSON cannot represent. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Returns the rows as a JSON array of records by column name, for use as a single statement parameter. Missing
 * properties become null.
 */
function toRecords<T extends PgTable>(table: T, rows: readonly InferInsertModel<T>[]): string {
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
 * Inserts `rows` in batches with one JSON parameter each, which avoids the protocol's limit on parameters and slow
 * tuple building. The caller's transaction makes it atomic. A column that all rows omit gets its default; a column that
 * some rows omit becomes null in those rows.
 */
export const insertMany = <T extends PgTable>(
  db: Database,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> => insertWith(db, table, rows, sql``);

/** Returns the names of columns, separated by commas. */
const toNames = (columns: readonly PgColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

/** Returns the columns of a table's primary key. */
function getKeys(table: PgTable): readonly PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)];
}

/** Inserts rows as {@link insertMany} does. Of a row whose key is stored already, it updates the `changed` columns. */
export const upsertMany = <T extends PgTable>(
  db: Database,
  table: T,
  changed: readonly PgColumn[],
  rows: readonly InferInsertModel<T>[],
): Promise<void> => {
  const set = changed.map(({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  return insertWith(
    db,
    table,
    rows,
    sql` on conflict (${toNames(getKeys(table))}) do update set ${sql.join(set, sql`, `)}`,
  );
};

async function insertWith<T extends PgTable>(
  db: Database,
  table: T,
  rows: readonly InferInsertModel<T>[],
  onConflict: SQL,
): Promise<void> {
  if (rows.length === 0) return;
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = Object.entries(getTableColumns(table))
    .filter(([key]) => given.has(key))
    .map(([, column]) => sql.identifier(column.name));
  const columns = sql.join(names, sql`, `);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const records = toRecords(table, rows.slice(from, from + AT_ONCE));
    await db.execute(
      sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${records})${onConflict}`,
    );
  }
}

/** Returns the new value of a column in {@link updateMany}. */
const newValue = ({ name }: PgColumn) => sql`given.${sql.identifier(name)}`;

type OfBorrowers = PgTable & { readonly borrowerKey: PgColumn };

/**
 * Updates the `changed` columns of `rows`, which their primary keys identify, with one statement. It is limited to the
 * borrowers of the rows, so that it targets one shard if there is one borrower.
 */
export async function updateMany<T extends OfBorrowers>(
  db: Database,
  table: T,
  changed: readonly PgColumn[],
  rows: readonly (InferInsertModel<T> & { readonly borrowerKey: string })[],
): Promise<void> {
  const [borrower, ...others] = new Set(rows.map(({ borrowerKey }) => borrowerKey));
  if (borrower === undefined) return;
  const within =
    others.length === 0 ? eq(table.borrowerKey, borrower) : inArray(table.borrowerKey, [borrower, ...others]);
  await db.execute(
    sql`update ${table}
      set ${sql.join(
        changed.map((column) => sql`${sql.identifier(column.name)} = ${newValue(column)}`),
        sql`, `,
      )}
      from json_populate_recordset(null::${table}, ${toRecords(table, rows)}) as given
      where ${sql.join([within, ...getKeys(table).map((column) => sql`${column} = ${newValue(column)}`)], sql` and `)}`,
  );
}
