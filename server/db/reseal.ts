/**
 * Brings what a database holds to its newest key: what was stored before anything was encrypted, and what an older key has
 * sealed. It runs at each start, before anybody is served. What it has once looked through is not looked through again: a
 * large database starts as fast as a small one.
 */
import { and, eq, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { FORMER_PLACES, SEALED_PLACES, SEALED_SETTINGS, identityHashOf } from './columns.ts';
import { CannotOpen, KeyProblem, presentKeys } from './keys.ts';
import { type Database, holdStartupLock } from './open.ts';
import {
  anonymousDocuments,
  applications,
  borrowers,
  documents,
  notices,
  oidcRecords,
  paymentHistory,
  paymentMethods,
  privacyForms,
  scheduledPayments,
  serverSettings,
  submissions,
} from './schema.ts';

const SEALED: readonly (readonly [PgTable, PgColumn, keyof typeof SEALED_PLACES])[] = [
  [borrowers, borrowers.dateOfBirth, 'dateOfBirth'],
  [borrowers, borrowers.ssnLastFour, 'ssnLastFour'],
  [paymentMethods, paymentMethods.accountNumber, 'methodAccountNumber'],
  [scheduledPayments, scheduledPayments.bankAccountNumber, 'scheduledAccountNumber'],
  [paymentHistory, paymentHistory.drawnOn, 'drawnOn'],
  [submissions, submissions.bodyHash, 'submissionBodyHash'],
  [documents, documents.contentKey, 'documentContentKey'],
  [anonymousDocuments, anonymousDocuments.contentKey, 'anonymousContentKey'],
  [anonymousDocuments, anonymousDocuments.uniqueId, 'anonymousUniqueId'],
  [anonymousDocuments, anonymousDocuments.accountNumber, 'anonymousAccountNumber'],
  [privacyForms, privacyForms.body, 'privacyForm'],
  [applications, applications.asked, 'applicationAsked'],
  [notices, notices.code, 'noticeCode'],
];

/** Sealed by the key of the database, so that any other key is known as such before it writes anything. */
const KEY_CHECK = 'keyCheck';
const CHECKED = 'the key of this database';

/** Says by which key all columns were sealed when they were last looked through, and which columns those were. */
const SEALED_BY = 'sealedBy';

type Setting = keyof typeof SEALED_SETTINGS | typeof SEALED_BY;

const settingOf = async (db: Database, key: Setting): Promise<unknown> =>
  (await db.select().from(serverSettings).where(eq(serverSettings.key, key)))[0]?.value;

const putSetting = (db: Database, key: Setting, value: unknown) =>
  db.insert(serverSettings).values({ key, value }).onConflictDoUpdate({ target: serverSettings.key, set: { value } });

/** Whether a database holds encrypted values. */
export const isSealedDatabase = async (db: Database): Promise<boolean> =>
  (await settingOf(db, KEY_CHECK)) !== undefined;

/** Refuses keys of which none is the one of the database (`KeyProblem`). A database without one takes the newest. */
async function checkKey(db: Database): Promise<void> {
  const keys = presentKeys();
  const place = SEALED_SETTINGS.keyCheck;
  const check = await settingOf(db, KEY_CHECK);
  if (check !== undefined) keys.open(v.parse(v.string(), check), place);
  if (typeof check !== 'string' || !check.startsWith(keys.prefix)) {
    await putSetting(db, KEY_CHECK, keys.seal(CHECKED, place));
  }
}

const Found = v.object({ rows: v.array(v.object({ place: v.string(), value: v.string() })) });

/** What a seal looks like; nothing that was stored before has this form. */
const isSealed = (value: string): boolean => /^[0-9a-f]{8}\.[\w-]{38,}$/.test(value);

/** What was sealed for a place, or moved there as it was sealed for a former one, or not sealed at all. */
function textOf(value: string, place: string): string {
  const former = FORMER_PLACES.find((each) => value.startsWith(`${each}:`));
  const stored = former === undefined ? value : value.slice(former.length + 1);
  return isSealed(stored) ? presentKeys().open(stored, former ?? place) : stored;
}

/** The rows of one statement, so that a large table does not have to fit into memory. */
const AT_ONCE = 1000;

async function resealColumn(db: Database, [table, column, name]: (typeof SEALED)[number]): Promise<void> {
  const keys = presentKeys();
  const place = SEALED_PLACES[name];
  const field = sql.identifier(column.name);
  // A cursor sees the table as it was: each row once, however often rows move.
  await db.execute(
    sql`declare to_reseal no scroll cursor for select ctid::text as place, ${field} as value from ${table}
      where ${field} not like ${sql.raw(`'${keys.prefix}%'`)}`,
  );
  for (;;) {
    const { rows } = v.parse(Found, await db.execute(sql.raw(`fetch ${AT_ONCE} from to_reseal`)));
    if (rows.length === 0) break;
    const sealed = rows.map((row) => ({
      place: row.place,
      value: keys.seal(textOf(row.value, place), place),
    }));
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
    const hashed = rows.map((row) => ({ key: row.borrowerKey, value: identityHashOf(row) }));
    await db.execute(
      sql`update ${borrowers} set identity_hash = given.value
        from json_to_recordset(${JSON.stringify(hashed)}::json) as given(key text, value text)
        where ${borrowerKey} = given.key`,
    );
  }
}

/** The signing keys of the sign-in provider, which earlier versions kept in JSON as they were. */
async function resealSignInKeys(db: Database): Promise<void> {
  const keys = presentKeys();
  const place = SEALED_SETTINGS.signInKeys;
  const value = await settingOf(db, 'signInKeys');
  if (value === undefined || (typeof value === 'string' && value.startsWith(keys.prefix))) return;
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
const allSealed = (): string => [presentKeys().prefix, ...SEALED.map(([, , name]) => SEALED_PLACES[name])].join(' ');

/** Whether everything has been sealed by the only key that there is. With older keys beside it, another instance may use them. */
const isAllSealed = async (db: Database): Promise<boolean> =>
  !presentKeys().hasOlder && (await settingOf(db, SEALED_BY)) === allSealed();

/**
 * Seals with the newest key whatever is not sealed by it. All or nothing; of several instances one does it at a time. Refuses
 * keys that do not open what is there (`KeyProblem`), and then has written nothing.
 */
export async function resealDatabase(db: Database): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      await checkKey(transaction);
      if (await isAllSealed(transaction)) return;
      for (const each of SEALED) await resealColumn(transaction, each);
      await hashIdentities(transaction);
      await resealSignInKeys(transaction);
      await hashAttempts(transaction);
      await putSetting(transaction, SEALED_BY, allSealed());
    });
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new KeyProblem(
      `The database is encrypted by another key (${error.message}). Set PORTAL_KEY to that key, or name it in PORTAL_OLD_KEYS`,
      { cause: error },
    );
  }
}
