/** Column types for domain types: cents, plain dates, and encrypted values. */
import { type SQL, getTableName, sql } from 'drizzle-orm';
import { type PgColumn, boolean, customType, text, timestamp } from 'drizzle-orm/pg-core';
import { type PlainDate, toPlainDate } from '#domain/calendar.ts';
import { type Cents, toCents } from '#domain/money.ts';
import { presentKeys } from './keys.ts';

/** Money in whole cents as an 8-byte integer. Throws for values that are not safe integers, in both directions. */
export const cents = customType<{ data: Cents; driverData: number | string | bigint }>({
  dataType: () => 'bigint',
  toDriver: (amount) => toCents(amount),
  fromDriver: (stored) => toCents(Number(stored)),
});

/** A calendar date without a time. */
export const plainDate = customType<{ data: PlainDate; driverData: string }>({
  dataType: () => 'date',
  fromDriver: (stored) => toPlainDate(stored),
});

/** The borrower's key, first in the primary key of every borrower table. */
export const borrowerKey = () => text('borrower_key').notNull();

/** An instant, with its time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Columns that record who made a change: the web account, its role, and whether it was an impersonator. Null if the
 * server made the change, or if it predates these columns.
 */
export const actor = () => ({
  actorWebAccountId: text('actor_web_account_id'),
  actorRole: text('actor_role', { enum: ['borrower', 'payer'] }),
  actorIsImpersonator: boolean('actor_is_impersonator'),
});

/**
 * Names of columns that no longer exist. A migration moved their encrypted values without decrypting them: the migrated
 * value is this name, a colon and the old value, until the next startup encrypts it for its new column and row
 * (key-rotation.ts).
 */
export const FORMER_PLACES = ['payment_submissions.body_hash', 'document_submissions.body_hash'] as const;

/** The encrypted settings with the associated data of their encryption. Names in use must never change. */
export const SEALED_SETTINGS = {
  keyCheck: 'server_settings.keyCheck',
  signInKeys: 'server_settings.signInKeys',
} as const;

declare const holds: unique symbol;

/**
 * An encrypted value of type `T` as stored. The encryption is bound to the row, which a column type does not know, so
 * the table's seals encrypt and decrypt it (seals.ts). At run time it is a string; the nominal type prevents storing
 * plain values and using encrypted ones.
 */
export interface Sealed<T> {
  readonly [holds]: T;
}

/** A column of encrypted values, which cannot be searched. */
export const sealed = <T>(column: string) =>
  customType<{ data: Sealed<T>; driverData: string }>({ dataType: () => 'text' })(column);

/**
 * Returns the keyed hash of birth date and SSN digits by which registration finds a borrower. Null if either is
 * unknown.
 */
export const hashIdentity = ({
  dateOfBirth,
  ssnLastFour,
}: {
  readonly dateOfBirth?: PlainDate | null | undefined;
  readonly ssnLastFour?: string | null | undefined;
}): string | null => (dateOfBirth && ssnLastFour ? presentKeys().hash(`identity ${dateOfBirth} ${ssnLastFour}`) : null);

/** Returns a column with its table: statements about one table do not qualify its columns. */
export const toQualifiedName = (column: PgColumn): SQL =>
  sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`;
