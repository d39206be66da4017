/**
 * Re-encrypts stored values with the newest key and binds them to their rows: values of an older key, and values of an
 * earlier version that were not bound to their rows or not encrypted. Runs at each startup before any request is
 * served. Tables that have been checked for the current key are skipped, so that startup time does not depend on the
 * size of the database.
 */
import { type SQL, and, eq, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { FORMER_PLACES, SEALED_SETTINGS, hashIdentity } from './columns.ts';
import { CannotOpen, KeyProblem, UnknownKey, presentKeys } from './keys.ts';
import type { Database } from './database.ts';
import { holdStartupLock } from './open.ts';
import { borrowers, oidcRecords, serverSettings } from './schema/index.ts';
import { ALL_SEALS, type TableSeals, isBoundToRow, newestRowPrefix, openInRow, sealForRow, seals } from './seals.ts';

/**
 * The setting that contains an encrypted text. A wrong key cannot decrypt it and is rejected before it writes anything.
 */
const KEY_CHECK = 'keyCheck';
/**
 * The text of databases in which all values are bound to their rows; such databases accept no other values. Earlier
 * versions stored a different text.
 */
const CHECKED_AND_BOUND = 'the key of this database, whose values are bound to their rows';

/** The setting that names the key and the columns of the last complete check. */
const SEALED_BY = 'sealedBy';

type Setting = keyof typeof SEALED_SETTINGS | typeof SEALED_BY;

const readSetting = async (db: Database, key: Setting): Promise<unknown> =>
  (await db.select().from(serverSettings).where(eq(serverSettings.key, key)))[0]?.value;

const putSetting = (db: Database, key: Setting, value: unknown) =>
  db.insert(serverSettings).values({ key, value }).onConflictDoUpdate({ target: serverSettings.key, set: { value } });

/** Returns whether the database contains encrypted values. */
export const isSealedDatabase = async (db: Database): Promise<boolean> =>
  (await readSetting(db, KEY_CHECK)) !== undefined;

/**
 * Throws `CannotOpen` if none of the keys belongs to the database. Returns whether all values are bound to their rows,
 * which is false for a new database and for one of an earlier version.
 */
async function checkKey(db: Database): Promise<boolean> {
  const check = await readSetting(db, KEY_CHECK);
  return check !== undefined && openedSetting(v.parse(v.string(), check), 'keyCheck') === CHECKED_AND_BOUND;
}

const openedSetting = (stored: string, key: keyof typeof SEALED_SETTINGS): string =>
  presentKeys().open(stored, SEALED_SETTINGS[key]);

/** Stores the encrypted text that later startups use to verify their keys. */
async function putKeyCheck(db: Database): Promise<void> {
  const keys = presentKeys();
  const check = await readSetting(db, KEY_CHECK);
  const isNewest = typeof check === 'string' && check.startsWith(keys.prefix);
  if (isNewest && openedSetting(check, 'keyCheck') === CHECKED_AND_BOUND) return;
  await putSetting(db, KEY_CHECK, keys.seal(CHECKED_AND_BOUND, SEALED_SETTINGS.keyCheck));
}

/** Which values this startup accepts. */
interface Accepted {
  /** Whether values of earlier versions are accepted: bound to their column only, or not encrypted. */
  readonly earlier: boolean;
  /** Whether `PORTAL_SEAL_ROWS` could make them accepted. */
  readonly couldBe: boolean;
}

/** Throws if values of earlier versions are not accepted. `name` identifies the value. */
function refuseEarlier({ earlier, couldBe }: Accepted, name: string): void {
  if (earlier) return;
  throw new KeyProblem(
    couldBe
      ? `${name} is not bound to its row, as an earlier version stored it. If this is the first start of this version, start it once with PORTAL_SEAL_ROWS=1, preferably with a new key (docs/decisions/at-rest.md)`
      : `${name} is not bound to its row, although the values of this database were bound. Another program or version has written it: restore or delete the value`,
  );
}

const Found = v.object({
  rows: v.array(v.object({ row_key: v.array(v.string()), value: v.string() })),
});

/** Throws unless exactly `count` rows were changed and each new value can be decrypted in its row. */
function checkChanged(name: string, changed: v.InferOutput<typeof Found>['rows'], count: number): void {
  const unreadable = new KeyProblem(
    `Values of ${name} would be unreadable after they are encrypted again, so the table ${name.split('.')[0]} was not changed`,
  );
  if (changed.length !== count) throw unreadable;
  try {
    for (const { row_key: key, value } of changed) openInRow(name, key, value);
  } catch (error) {
    throw new KeyProblem(unreadable.message, { cause: error });
  }
}

/** Returns whether a value of an earlier version is encrypted. Plain values never have this form. */
const isSealed = (value: string): boolean => /^[0-9a-f]{8}\.[\w-]{38,}$/.test(value);

/**
 * Decrypts a value of an earlier version: encrypted for its column, moved by a migration from a former column, or
 * plain.
 */
function earlierText(value: string, name: string): string {
  const former = FORMER_PLACES.find((each) => value.startsWith(`${each}:`));
  const stored = former === undefined ? value : value.slice(former.length + 1);
  return isSealed(stored) ? presentKeys().open(stored, former ?? name) : stored;
}

/** Number of rows per statement, so that a large table does not have to fit into memory. */
const AT_ONCE = 1000;

async function reencryptColumn(
  db: Database,
  { table, rowKey }: TableSeals,
  { column, name }: TableSeals['columns'][number],
  accepted: Accepted,
): Promise<void> {
  const field = sql.identifier(column.name);
  const list = (part: (each: PgColumn) => SQL, separator = sql`, `) => sql.join(rowKey.map(part), separator);
  const rowKeyColumns = list((each) => sql`${each}`);
  // Rows are addressed by their key, because `ctid` is unique only within one shard or partition.
  const given = {
    columns: list((each) => sql`${sql.identifier(each.name)} ${sql.raw(each.getSQLType())}`),
    isRow: list((each) => sql`${each} = given.${sql.identifier(each.name)}`, sql` and `),
  };
  // A cursor has a stable view of the table: it returns each row once, even though updates move rows.
  await db.execute(
    sql`declare to_reencrypt no scroll cursor for
      select json_build_array(${rowKeyColumns}) as row_key, ${field} as value from ${table}
      where ${field} not like ${sql.raw(`'${newestRowPrefix()}%'`)}`,
  );
  for (;;) {
    const { rows } = v.parse(Found, await db.execute(sql.raw(`fetch ${AT_ONCE} from to_reencrypt`)));
    if (rows.length === 0) break;
    const sealed = rows.map(({ row_key: key, value }) => {
      if (!isBoundToRow(value)) refuseEarlier(accepted, `${name} of row ${key.join('/')}`);
      const text = isBoundToRow(value) ? openInRow(name, key, value) : earlierText(value, name);
      const keyed = Object.fromEntries(rowKey.map((each, at) => [each.name, key[at]]));
      return { ...keyed, sealed_value: sealForRow(name, key, text) };
    });
    const changed = await db.execute(
      sql`update ${table} set ${field} = given.sealed_value
        from json_to_recordset(${JSON.stringify(sealed)}::json) as given(${given.columns}, sealed_value text)
        where ${given.isRow}
        returning json_build_array(${rowKeyColumns}) as row_key, ${column} as value`,
    );
    checkChanged(name, v.parse(Found, changed).rows, rows.length);
  }
  await db.execute(sql`close to_reencrypt`);
}

/** Recomputes the keyed hashes by which registration finds a borrower. */
async function hashIdentities(db: Database): Promise<void> {
  const { borrowerKey, dateOfBirth, ssnLastFour, identityHash } = borrowers;
  const isOld = or(isNull(identityHash), notLike(identityHash, `${presentKeys().prefix}%`));
  for (;;) {
    const rows = await db
      .select({ borrowerKey, dateOfBirth, ssnLastFour })
      .from(borrowers)
      .where(and(isNotNull(dateOfBirth), isNotNull(ssnLastFour), isOld))
      .limit(AT_ONCE);
    if (rows.length === 0) return;
    const hashed = rows.map(seals.borrowers.open).map((row) => ({ key: row.borrowerKey, value: hashIdentity(row) }));
    await db.execute(
      sql`update ${borrowers} set identity_hash = given.value
        from json_to_recordset(${JSON.stringify(hashed)}::json) as given(key text, value text)
        where ${borrowerKey} = given.key`,
    );
  }
}

/** Re-encrypts the signing keys of the sign-in provider, which earlier versions stored as plain JSON. */
async function reencryptSignInKeys(db: Database, accepted: Accepted): Promise<void> {
  const keys = presentKeys();
  const place = SEALED_SETTINGS.signInKeys;
  const value = await readSetting(db, 'signInKeys');
  if (value === undefined || (typeof value === 'string' && value.startsWith(keys.prefix))) return;
  if (typeof value !== 'string') refuseEarlier(accepted, place);
  const opened = typeof value === 'string' ? keys.open(value, place) : JSON.stringify(value);
  await putSetting(db, 'signInKeys', keys.seal(opened, place));
}

/**
 * Rekeys the counters of failed attempts. Earlier versions stored them under unkeyed hashes, which allowed
 * brute-forcing birth dates.
 */
async function hashAttempts(db: Database): Promise<void> {
  const rows = await db
    .select({ id: oidcRecords.id })
    .from(oidcRecords)
    .where(and(eq(oidcRecords.model, 'SignInAttempts'), sql`${oidcRecords.id} ~ '^[0-9a-f]{64}$'`));
  for (const { id } of rows) {
    await db
      .update(oidcRecords)
      .set({ id: presentKeys().hash(id) })
      .where(and(eq(oidcRecords.model, 'SignInAttempts'), eq(oidcRecords.id, id)));
  }
}

/**
 * Returns the value of {@link SEALED_BY} when nothing is left to do. It changes with a new key and with a new encrypted
 * column.
 */
const allSealed = (): string =>
  [newestRowPrefix(), ...ALL_SEALS.flatMap(({ columns }) => columns.map(({ name }) => name))].join(' ');

/**
 * Returns whether the only key has encrypted everything. With older keys in the ring, another instance may still be
 * using them.
 */
const isAllSealed = async (db: Database): Promise<boolean> =>
  !presentKeys().hasOlder && (await readSetting(db, SEALED_BY)) === allSealed();

/** Options for re-encryption. */
export interface ReencryptOptions {
  /**
   * Accepts values of an earlier version, once: after all values are bound to their rows, a database accepts no others.
   * By default they are rejected, because an unbound value could have been moved or written by an attacker.
   */
  readonly acceptsEarlier: boolean;
}

/**
 * Encrypts every value for its row with the newest key, in one transaction that only one instance runs at a time.
 * Throws `KeyProblem` without writing anything if the keys do not decrypt the values, if a value does not belong to its
 * row, or if it contains values of an earlier version that are not accepted.
 */
export async function reencryptDatabase(db: Database, { acceptsEarlier }: ReencryptOptions): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      const isBound = await checkKey(transaction);
      if (isBound && (await isAllSealed(transaction))) return;
      const accepted = { earlier: acceptsEarlier && !isBound, couldBe: !isBound };
      for (const each of ALL_SEALS) {
        for (const column of each.columns) await reencryptColumn(transaction, each, column, accepted);
      }
      await hashIdentities(transaction);
      await reencryptSignInKeys(transaction, accepted);
      await hashAttempts(transaction);
      await putKeyCheck(transaction);
      await putSetting(transaction, SEALED_BY, allSealed());
    });
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new KeyProblem(
      error instanceof UnknownKey
        ? `The database is encrypted with another key (${error.message}). Set PORTAL_KEY to that key, or add it to PORTAL_OLD_KEYS`
        : `The database contains a value that cannot be decrypted (${error.message}). Restore or delete the value`,
      { cause: error },
    );
  }
}
