/** Column types that keep the domain's own types across the database: whole cents and plain dates. */
import { customType } from 'drizzle-orm/pg-core';
import { type PlainDate, plainDateOf } from '#domain/calendar.ts';
import { type Cents, toCents } from '#domain/money.ts';

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
