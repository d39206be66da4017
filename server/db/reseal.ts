/**
 * Seals the values of a database for their rows by the newest key: values that an older key sealed, and values that an earlier
 * version stored without binding them to their rows, or without encryption. It runs at each start, before any request is
 * served. Tables that were checked once for a key are not read again, so that a large database starts as fast as a small one.
 */
import { and, eq, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FORMER_PLACES, SEALED_SETTINGS, identityHashOf } from './columns.ts';
import { CannotOpen, KeyProblem, UnknownKey, presentKeys } from './keys.ts';
import { type Database, holdStartupLock } from './open.ts';
import { borrowers, oidcRecords, serverSettings } from './schema.ts';
import { ALL_SEALS, type TableSeals, isBoundToRow, newestRowPrefix, openInRow, sealForRow, seals } from './seals.ts';

/** A text that the key of the database has sealed, so that any other key is refused before it writes anything. */
const KEY_CHECK = 'keyCheck';
/** The text of databases whose values are all bound to their rows. They accept no other values. Earlier versions stored another text. */
const CHECKED_AND_BOUND = 'the key of this database, whose values are bound to their rows';

/** Names the key by which all columns were sealed when they were last checked, and those columns. */
const SEALED_BY = 'sealedBy';

type Setting = keyof typeof SEALED_SETTINGS | typeof SEALED_BY;

const settingOf = async (db: Database, key: Setting): Promise<unknown> =>
  (await db.select().from(serverSettings).where(eq(serverSettings.key, key)))[0]?.value;

const putSetting = (db: Database, key: Setting, value: unknown) =>
  db.insert(serverSettings).values({ key, value }).onConflictDoUpdate({ target: serverSettings.key, set: { value } });

/** Whether a database holds encrypted values. */
export const isSealedDatabase = async (db: Database): Promise<boolean> =>
  (await settingOf(db, KEY_CHECK)) !== undefined;

/**
 * Throws `CannotOpen` if none of the keys is the key of the database. Returns whether all values of the database are bound to
 * their rows; false for one of an earlier version and for a new one.
 */
async function checkKey(db: Database): Promise<boolean> {
  const check = await settingOf(db, KEY_CHECK);
  return check !== undefined && openedSetting(v.parse(v.string(), check), 'keyCheck') === CHECKED_AND_BOUND;
}

const openedSetting = (stored: string, key: keyof typeof SEALED_SETTINGS): string =>
  presentKeys().open(stored, SEALED_SETTINGS[key]);

/** Stores the sealed text by which later starts check their keys. */
async function putKeyCheck(db: Database): Promise<void> {
  const keys = presentKeys();
  const check = await settingOf(db, KEY_CHECK);
  const isNewest = typeof check === 'string' && check.startsWith(keys.prefix);
  if (isNewest && openedSetting(check, 'keyCheck') === CHECKED_AND_BOUND) return;
  await putSetting(db, KEY_CHECK, keys.seal(CHECKED_AND_BOUND, SEALED_SETTINGS.keyCheck));
}

/** What the values of a database may be at this start. */
interface Accepted {
  /** Whether values of earlier versions are accepted: bound to their column only, or not encrypted. */
  readonly earlier: boolean;
  /** Whether `PORTAL_SEAL_ROWS` could make them accepted. */
  readonly couldBe: boolean;
}

/** Refuses a value of an earlier version where none is accepted. `name` says where it is. */
function refuseEarlier({ earlier, couldBe }: Accepted, name: string): void {
  if (earlier) return;
  throw new KeyProblem(
    couldBe
      ? `${name} is not bound to its row, as an earlier version stored it. If this is the first start of this version, start it once with PORTAL_SEAL_ROWS=1, best with a new key (docs/decisions/at-rest.md)`
      : `${name} is not bound to its row, although this database was bound. Something else than this version has written it: restore the value or delete it`,
  );
}

const Found = v.object({
  rows: v.array(v.object({ place: v.string(), row_key: v.array(v.string()), value: v.string() })),
});

/** Whether a value of an earlier version is encrypted; no plain value has this form. */
const isSealed = (value: string): boolean => /^[0-9a-f]{8}\.[\w-]{38,}$/.test(value);

/** Reads a value of an earlier version: sealed for its column, or moved by a migration from a former one, or plain. */
function earlierText(value: string, name: string): string {
  const former = FORMER_PLACES.find((each) => value.startsWith(`${each}:`));
  const stored = former === undefined ? value : value.slice(former.length + 1);
  return isSealed(stored) ? presentKeys().open(stored, former ?? name) : stored;
}

/** The rows of one statement, so that a large table does not have to fit into memory. */
const AT_ONCE = 1000;

async function resealColumn(
  db: Database,
  { table, rowKey }: TableSeals,
  { column, name }: TableSeals['columns'][number],
  accepted: Accepted,
): Promise<void> {
  const field = sql.identifier(column.name);
  const keys = sql.join(
    rowKey.map((each) => sql.identifier(each.name)),
    sql`, `,
  );
  // A cursor sees the table as it was: each row once, however often rows move.
  await db.execute(
    sql`declare to_reseal no scroll cursor for
      select ctid::text as place, json_build_array(${keys}) as row_key, ${field} as value from ${table}
      where ${field} not like ${sql.raw(`'${newestRowPrefix()}%'`)}`,
  );
  for (;;) {
    const { rows } = v.parse(Found, await db.execute(sql.raw(`fetch ${AT_ONCE} from to_reseal`)));
    if (rows.length === 0) break;
    const sealed = rows.map(({ place, row_key: key, value }) => {
      if (!isBoundToRow(value)) refuseEarlier(accepted, `${name} of row ${key.join('/')}`);
      const text = isBoundToRow(value) ? openInRow(name, key, value) : earlierText(value, name);
      return { place, value: sealForRow(name, key, text) };
    });
    await db.execute(
      sql`update ${table} set ${field} = given.value
        from json_to_recordset(${JSON.stringify(sealed)}::json) as given(place text, value text)
        where ${table}.ctid = given.place::tid`,
    );
  }
  await db.execute(sql`close to_reseal`);
}

/** The keyed hashes by which a borrower is found. */
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
    const hashed = rows.map(seals.borrowers.open).map((row) => ({ key: row.borrowerKey, value: identityHashOf(row) }));
    await db.execute(
      sql`update ${borrowers} set identity_hash = given.value
        from json_to_recordset(${JSON.stringify(hashed)}::json) as given(key text, value text)
        where ${borrowerKey} = given.key`,
    );
  }
}

/** The signing keys of the sign-in provider, which earlier versions kept in JSON as they were. */
async function resealSignInKeys(db: Database, accepted: Accepted): Promise<void> {
  const keys = presentKeys();
  const place = SEALED_SETTINGS.signInKeys;
  const value = await settingOf(db, 'signInKeys');
  if (value === undefined || (typeof value === 'string' && value.startsWith(keys.prefix))) return;
  if (typeof value !== 'string') refuseEarlier(accepted, place);
  const opened = typeof value === 'string' ? keys.open(value, place) : JSON.stringify(value);
  await putSetting(db, 'signInKeys', keys.seal(opened, place));
}

/** Counted tries, which earlier versions kept under hashes without a key: birthdays could be tried against those. */
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

/** What {@link SEALED_BY} holds when there is nothing to do: a new sealed column makes it another text, as a new key does. */
const allSealed = (): string =>
  [newestRowPrefix(), ...ALL_SEALS.flatMap(({ columns }) => columns.map(({ name }) => name))].join(' ');

/** Whether everything has been sealed by the only key that there is. With older keys beside it, another instance may use them. */
const isAllSealed = async (db: Database): Promise<boolean> =>
  !presentKeys().hasOlder && (await settingOf(db, SEALED_BY)) === allSealed();

/** What a start accepts. */
export interface ResealOptions {
  /**
   * Accepts values of an earlier version, once: a database whose values are all bound to their rows accepts no others any more.
   * Without it they are refused, because a value that is bound to no row may have been moved or written by anybody.
   */
  readonly acceptsEarlier: boolean;
}

/**
 * Seals every value for its row by the newest key. All or nothing; of several instances one does it at a time. Throws
 * `KeyProblem`, and has then written nothing, if the keys do not open the values, if a value does not belong to its row, and
 * if values of an earlier version are not accepted.
 */
export async function resealDatabase(db: Database, { acceptsEarlier }: ResealOptions): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      const isBound = await checkKey(transaction);
      if (isBound && (await isAllSealed(transaction))) return;
      const accepted = { earlier: acceptsEarlier && !isBound, couldBe: !isBound };
      for (const each of ALL_SEALS) {
        for (const column of each.columns) await resealColumn(transaction, each, column, accepted);
      }
      await hashIdentities(transaction);
      await resealSignInKeys(transaction, accepted);
      await hashAttempts(transaction);
      await putKeyCheck(transaction);
      await putSetting(transaction, SEALED_BY, allSealed());
    });
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new KeyProblem(
      error instanceof UnknownKey
        ? `The database is encrypted by another key (${error.message}). Set PORTAL_KEY to that key, or name it in PORTAL_OLD_KEYS`
        : `The database holds a value that does not open (${error.message}). Restore the value or delete it`,
      { cause: error },
    );
  }
}
