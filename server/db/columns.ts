/** Column types that keep the domain's own types across the database: whole cents, plain dates, and encrypted values. */
import { customType } from 'drizzle-orm/pg-core';
import { type PlainDate, plainDateOf } from '#domain/calendar.ts';
import { type Cents, toCents } from '#domain/money.ts';
import { presentKeys } from './keys.ts';

/** Money in whole cents, an 8-byte integer; a value that is not a safe integer is refused on its way in and out. */
export const cents = customType<{ data: Cents; driverData: number | string | bigint }>({
  dataType: () => 'bigint',
  toDriver: (amount) => toCents(amount),
  fromDriver: (stored) => toCents(Number(stored)),
});

/** A calendar day without a time. */
export const plainDate = customType<{ data: PlainDate; driverData: string }>({
  dataType: () => 'date',
  fromDriver: (stored) => plainDateOf(stored),
});

/**
 * Columns that no longer exist. A migration moved their values without opening them: the migrated value is this name, a
 * colon and the value as it was, until the next start seals it for its new column and row (reseal.ts).
 */
export const FORMER_PLACES = ['payment_submissions.body_hash', 'document_submissions.body_hash'] as const;

/** The settings that are encrypted, each with the associated data of its seal. A name in use must never change. */
export const SEALED_SETTINGS = {
  keyCheck: 'server_settings.keyCheck',
  signInKeys: 'server_settings.signInKeys',
} as const;

declare const holds: unique symbol;

/**
 * An encrypted value of type `T`, as the database stores it. A column does not know the row that the value is bound to, so the
 * table's seals encrypt and decrypt it (seals.ts). It is a string at run time; its type is no string, so that the compiler
 * refuses to store a plain value and to use an encrypted one.
 */
export interface Sealed<T> {
  readonly [holds]: T;
}

/** A column of encrypted values. They cannot be searched by. */
export const sealed = <T>(column: string) =>
  customType<{ data: Sealed<T>; driverData: string }>({ dataType: () => 'text' })(column);

/** By what somebody who registers is found: a keyed hash of birthday and digits; null where they are not known. */
export const identityHashOf = ({
  dateOfBirth,
  ssnLastFour,
}: {
  readonly dateOfBirth?: PlainDate | null | undefined;
  readonly ssnLastFour?: string | null | undefined;
}): string | null => (dateOfBirth && ssnLastFour ? presentKeys().hash(`identity ${dateOfBirth} ${ssnLastFour}`) : null);
