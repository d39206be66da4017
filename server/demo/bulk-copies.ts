/**
 * Creates many copies of demo borrowers for load tests. PostgreSQL copies the rows itself (`insert … select …
 * generate_series`), so the duration depends neither on the network nor on this process. Copy 12 of `avery` is the
 * borrower and sign-in name `avery-12` (as in `copies.ts`). Account numbers, amounts and dates equal those of the
 * original. Copies have no identity data, so registration does not find them. Encrypted values are bound to their row,
 * so this process encrypts them for each copy.
 */
import { type SQL, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { holdStartupLock, isFresh } from '../db/open.ts';
import {
  accounts,
  applications,
  autoDebitChanges,
  autoDebitDrafts,
  autoDebits,
  bills,
  borrowers,
  contactInformation,
  documents,
  groupTerms,
  inboxMessages,
  issuedDocuments,
  loanEntries,
  loanGroups,
  loanPostponements,
  loans,
  paperlessEnrollments,
  paymentHistory,
  paymentInstructions,
  paymentMethods,
  pendingActions,
  scheduledPayments,
  webAccounts,
} from '../db/schema/index.ts';
import { ALL_SEALS, type TableSeals, openInRow, sealForRow } from '../db/seals.ts';

/**
 * The copied tables. Borrowers come last, so that the triggers that update `loans_version` for each change of a
 * borrower's accounts find no row to update.
 */
const TABLES = [
  webAccounts,
  contactInformation,
  accounts,
  loanGroups,
  loans,
  bills,
  groupTerms,
  loanEntries,
  paymentInstructions,
  paymentMethods,
  scheduledPayments,
  autoDebits,
  autoDebitDrafts,
  autoDebitChanges,
  paymentHistory,
  pendingActions,
  documents,
  issuedDocuments,
  paperlessEnrollments,
  inboxMessages,
  applications,
  loanPostponements,
  borrowers,
] as const;

/** Copies cannot be created; `message` contains instructions. */
export class CopyProblem extends Error {
  override readonly name = 'CopyProblem';
}

/** Number of copies per transaction. */
const BATCH = 5000;

/** The result of copying. */
export interface BulkCopies {
  readonly borrowers: number;
  /** The number of inserted rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The SQL equivalent of `toWebAccountId` in load.ts. */
const toWebAccountId = (loginName: SQL): SQL =>
  sql`'web-' || left(encode(sha256(convert_to(${loginName}, 'UTF8')), 'hex'), 12)`;

const toCopy = (value: SQL): SQL => sql`${value} || '-' || copies.number`;

/** Returns the id of the copied web account for an id in `column`, looked up by its sign-in name. */
const accountCopy = (column: SQL): SQL =>
  sql`(select ${toWebAccountId(toCopy(sql`original.login_name`))} from web_accounts as original
       where original.web_account_id = ${column})`;

/**
 * The columns by which registration finds a borrower. Copies leave them empty, so that they are not mistaken for the
 * original.
 */
const RECOGNIZED_BY: readonly PgColumn[] = [borrowers.dateOfBirth, borrowers.ssnLastFour, borrowers.identityHash];

/** Returns the SQL value of a copy's column. `given` are the re-encrypted columns. */
function toValue(column: PgColumn, given: readonly PgColumn[]): SQL {
  const stored = sql`source.${sql.identifier(column.name)}`;
  if (column.name === 'borrower_key' || column === webAccounts.loginName) return toCopy(stored);
  if (column === webAccounts.webAccountId) return toWebAccountId(toCopy(sql`source.login_name`));
  if (column.name === 'web_account_id' || column.name === 'actor_web_account_id') return accountCopy(stored);
  if (column === borrowers.loansVersion) return sql`gen_random_uuid()`;
  if (RECOGNIZED_BY.includes(column)) return sql`null`;
  return given.includes(column) ? sql`given.${sql.identifier(column.name)}` : stored;
}

/** The copies of one statement: numbers `first` through `last`, with the originals in rotation. */
interface Copies {
  readonly originals: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** Returns the original of a copy. The SQL inserts use the same rotation. */
const getOriginal = (originals: readonly string[], number: number): string =>
  originals[(number - 1) % originals.length] ?? '';

/**
 * Encrypted values for the copies of a table's rows: the table's seals, and the values by copy number and primary key.
 */
interface Given {
  readonly of: TableSeals;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the statement that inserts the copies of one table's rows. */
function insertCopies(table: PgTable, { originals, first, last }: Copies, given?: Given): SQL {
  const columns = Object.values(getTableColumns(table)) as PgColumn[];
  const names = columns.map(({ name }) => sql.identifier(name));
  const sealed = given?.of.columns.map(({ column }) => column) ?? [];
  const values = columns.map((column) => toValue(column, sealed));
  const turn = sql`(array[${sql.join(
    originals.map((each) => sql`${each}::text`),
    sql`, `,
  )}])[1 + (number - 1) % ${sql.raw(String(originals.length))}]`;
  return sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    from (select number, ${turn} as like_whom from generate_series(${first}::integer, ${last}::integer) as number) as copies
    join ${table} as source on source.borrower_key = copies.like_whom ${given === undefined ? sql`` : joinGiven(given)}`;
}

/** Joins the encrypted values to the copies' rows. */
function joinGiven({ of: { rowKey, columns }, records }: Given): SQL {
  // The borrower's key follows from the copy number.
  const keys = rowKey.slice(1);
  const types = [...keys, ...columns.map(({ column }) => column)].map(({ name }) => sql`${sql.identifier(name)} text`);
  const isOfRow = keys.map(({ name }) => sql`given.${sql.identifier(name)} = source.${sql.identifier(name)}`);
  return sql`left join json_to_recordset(${JSON.stringify(records)}::json) as given(number integer, ${sql.join(types, sql`, `)})
    on ${sql.join([sql`given.number = copies.number`, ...isOfRow], sql` and `)}`;
}

/** The originals' rows with encrypted values. */
const Encrypted = v.object({
  rows: v.array(v.object({ row_key: v.array(v.string()), stored: v.record(v.string(), v.nullable(v.string())) })),
});

interface OpenedValues {
  /** The primary key without the borrower's key. */
  readonly rest: readonly string[];
  /** The decrypted values of the row. */
  readonly texts: readonly { readonly name: string; readonly column: string; readonly text: string }[];
}

/** Reads and decrypts the values of the originals, by borrower. */
async function openedValues(
  db: Database,
  { table, rowKey, columns }: TableSeals,
  originals: readonly string[],
): Promise<Map<string, OpenedValues[]>> {
  const keys = sql.join(
    rowKey.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const fields = sql.join(
    columns.map(({ column: { name } }) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`),
    sql`, `,
  );
  const found = await db.execute(
    sql`select json_build_array(${keys}) as row_key, json_build_object(${fields}) as stored from ${table}
      where borrower_key in ${[...originals]}`,
  );
  const values = new Map<string, OpenedValues[]>();
  for (const { row_key: key, stored } of v.parse(Encrypted, found).rows) {
    const [borrower = '', ...rest] = key;
    const texts = columns.flatMap(({ name, column }) => {
      const value = stored[column.name] ?? null;
      return value === null ? [] : [{ name, column: column.name, text: openInRow(name, key, value) }];
    });
    if (texts.length > 0) values.set(borrower, [...(values.get(borrower) ?? []), { rest, texts }]);
  }
  return values;
}

/** Maximum number of encrypted rows per statement. */
const ENCRYPTED_AT_ONCE = 20_000;

/** Inserts the copies of a table with encrypted values, in statements of at most {@link ENCRYPTED_AT_ONCE} rows. */
async function insertEncrypted(db: Database, of: TableSeals, { originals, first, last }: Copies): Promise<void> {
  const values = await openedValues(db, of, originals);
  const most = Math.max(1, ...[...values.values()].map((rows) => rows.length));
  const step = Math.max(1, Math.floor(ENCRYPTED_AT_ONCE / most));
  for (let from = first; from <= last; from += step) {
    const to = Math.min(last, from + step - 1);
    const records: Record<string, unknown>[] = [];
    for (let number = from; number <= to; number += 1) {
      const original = getOriginal(originals, number);
      for (const { rest, texts } of values.get(original) ?? []) {
        const key = [`${original}-${number}`, ...rest];
        const names = of.rowKey.map(({ name }) => name);
        records.push({
          number,
          ...Object.fromEntries(rest.map((value, index) => [names[index + 1], value])),
          ...Object.fromEntries(texts.map(({ name, column, text }) => [column, sealForRow(name, key, text)])),
        });
      }
    }
    await db.execute(insertCopies(of.table, { originals, first: from, last: to }, { of, records }));
  }
}

/** Inserts the copies of one table's rows. */
async function copyTable(db: Database, table: PgTable, copies: Copies): Promise<void> {
  const of = ALL_SEALS.find((each) => each.table === table);
  // Copies of borrowers have no encrypted values.
  if (of === undefined || table === borrowers) await db.execute(insertCopies(table, copies));
  else await insertEncrypted(db, of, copies);
}

/** Throws {@link CopyProblem} if `requested` is empty or contains a name that is not a demo borrower. */
async function checkOriginals(db: Database, requested: readonly string[]): Promise<void> {
  if (requested.length === 0) throw new CopyProblem('Name at least one borrower to copy.');
  const found = await db
    .select({ key: borrowers.borrowerKey })
    .from(borrowers)
    .where(inArray(borrowers.borrowerKey, [...requested]));
  const known = new Set(found.map(({ key }) => key));
  const unknown = requested.find((each) => !known.has(each));
  if (unknown !== undefined) throw new CopyProblem(`The database has no demo borrower "${unknown}".`);
}

/** Throws {@link CopyProblem} if the database has not been seeded with demo people. */
async function checkDemo(db: Database): Promise<void> {
  if (await isFresh(db)) throw new CopyProblem('This database has no demo people. Only demo people can be copied.');
}

/**
 * Adds `requested` copies of the borrowers `originals` in rotation, in transactions of {@link BATCH} copies. Calls
 * `onProgress` with the number of finished copies. Throws {@link CopyProblem} if the database has no demo data or lacks an
 * original.
 */
export async function addBulkCopies(
  db: Database,
  originals: readonly string[],
  requested: number,
  onProgress: (made: number) => void = () => undefined,
): Promise<BulkCopies> {
  await checkDemo(db);
  await checkOriginals(db, originals);
  const before = new Map<PgTable, number>();
  for (const table of TABLES) before.set(table, await db.$count(table));
  for (let made = 0; made < requested;) {
    const size = Math.min(BATCH, requested - made);
    await db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      // The same count as in copies.ts, so that no number is used twice.
      const first = (await transaction.$count(borrowers)) + 1;
      for (const table of TABLES) await copyTable(transaction, table, { originals, first, last: first + size - 1 });
    });
    made += size;
    onProgress(made);
  }
  const rows: Record<string, number> = {};
  for (const table of TABLES) rows[getTableName(table)] = (await db.$count(table)) - (before.get(table) ?? 0);
  return { borrowers: rows['borrowers'] ?? 0, rows };
}
