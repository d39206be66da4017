/**
 * Many copies of demo borrowers, for load tests. PostgreSQL itself copies the rows (`insert … select … generate_series`), so the
 * time does not depend on the network or this process. Copy 12 of `avery` is the borrower `avery-12`, who signs in by that name
 * (the scheme of `copies.ts`). Account numbers, amounts and days are those of the original; copies cannot be registered again,
 * because nothing recognizes them.
 */
import { type SQL, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, holdStartupLock, isFresh } from '../db/open.ts';
import {
  accounts,
  applications,
  borrowers,
  contactInformation,
  documents,
  inboxMessages,
  loanGroups,
  loans,
  paperlessEnrollments,
  paymentHistory,
  paymentInstructions,
  paymentMethods,
  pendingActions,
  scheduledPayments,
  webAccounts,
} from '../db/schema.ts';

/**
 * The tables that are copied. Borrowers come last: the triggers that renew a borrower's `loans_version` at each change of its
 * accounts then find no row to update.
 */
const TABLES = [
  webAccounts,
  contactInformation,
  accounts,
  loanGroups,
  loans,
  paymentInstructions,
  paymentMethods,
  scheduledPayments,
  paymentHistory,
  pendingActions,
  documents,
  paperlessEnrollments,
  inboxMessages,
  applications,
  borrowers,
] as const;

/** Why copies cannot be made; `message` says what to do. */
export class CopyProblem extends Error {
  override readonly name = 'CopyProblem';
}

/** The copies that are made by one transaction. */
const BATCH = 5000;

/** What was copied. */
export interface BulkCopies {
  readonly borrowers: number;
  /** The number of rows that were inserted, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The id of a web account by its sign-in name in SQL, as `webAccountIdOf` computes it. */
const webAccountIdOf = (loginName: SQL): SQL =>
  sql`'web-' || left(encode(sha256(convert_to(${loginName}, 'UTF8')), 'hex'), 12)`;

const copyOf = (value: SQL): SQL => sql`${value} || '-' || copies.number`;

/** The id of the copy of a web account that `column` names: found by its sign-in name. */
const accountCopy = (column: SQL): SQL =>
  sql`(select ${webAccountIdOf(copyOf(sql`original.login_name`))} from web_accounts as original
       where original.web_account_id = ${column})`;

/** What a column of a copy holds. */
function valueOf(table: PgTable, column: PgColumn): SQL {
  const stored = sql`source.${sql.identifier(column.name)}`;
  if (column.name === 'borrower_key' || column === webAccounts.loginName) return copyOf(stored);
  if (column === webAccounts.webAccountId) return webAccountIdOf(copyOf(sql`source.login_name`));
  if (column.name === 'web_account_id' || column.name === 'actor_web_account_id') return accountCopy(stored);
  if (column === borrowers.loansVersion) return sql`gen_random_uuid()`;
  // By these somebody who registers is recognized: a copy must not be taken for its original.
  if (table === borrowers && ['date_of_birth', 'ssn_last_four', 'identity_hash'].includes(column.name))
    return sql`null`;
  return stored;
}

/** Inserts the rows of one table for the copies from `first` through `last`, of the originals in turn. */
function insertCopies(table: PgTable, originals: readonly string[], first: number, last: number): SQL {
  const columns = Object.values(getTableColumns(table)) as PgColumn[];
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map((column) => valueOf(table, column));
  const turn = sql`(array[${sql.join(
    originals.map((each) => sql`${each}::text`),
    sql`, `,
  )}])[1 + (number - 1) % ${sql.raw(String(originals.length))}]`;
  return sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    from (select number, ${turn} as like_whom from generate_series(${first}::integer, ${last}::integer) as number) as copies
    join ${table} as source on source.borrower_key = copies.like_whom`;
}

/** Returns those of `wanted` that are borrowers of the demo data. Throws a {@link CopyProblem} for any other name. */
async function checkOriginals(db: Database, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) throw new CopyProblem('Name at least one borrower to copy.');
  const found = await db
    .select({ key: borrowers.borrowerKey })
    .from(borrowers)
    .where(inArray(borrowers.borrowerKey, [...wanted]));
  const known = new Set(found.map(({ key }) => key));
  const unknown = wanted.find((each) => !known.has(each));
  if (unknown !== undefined) throw new CopyProblem(`The database has no demo borrower "${unknown}".`);
}

/** Throws a {@link CopyProblem} where the database was not filled with demo people. */
async function checkDemo(db: Database): Promise<void> {
  if (await isFresh(db)) throw new CopyProblem('This database has no demo people. Copies are made of them only.');
}

/**
 * Adds `wanted` copies of the borrowers `originals`, in turn, in transactions of {@link BATCH}. `onProgress` is told how many have
 * been made. Throws a {@link CopyProblem} where the database is not one of demo people or has not the originals.
 */
export async function addBulkCopies(
  db: Database,
  originals: readonly string[],
  wanted: number,
  onProgress: (made: number) => void = () => undefined,
): Promise<BulkCopies> {
  await checkDemo(db);
  await checkOriginals(db, originals);
  const before = new Map<PgTable, number>();
  for (const table of TABLES) before.set(table, await db.$count(table));
  for (let made = 0; made < wanted;) {
    const size = Math.min(BATCH, wanted - made);
    await db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      // As copies.ts counts, so that no number is used twice.
      const first = (await transaction.$count(borrowers)) + 1;
      for (const table of TABLES) await transaction.execute(insertCopies(table, originals, first, first + size - 1));
    });
    made += size;
    onProgress(made);
  }
  const rows: Record<string, number> = {};
  for (const table of TABLES) rows[getTableName(table)] = (await db.$count(table)) - (before.get(table) ?? 0);
  return { borrowers: rows['borrowers'] ?? 0, rows };
}
