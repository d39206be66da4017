/** Column types that keep the domain's own types across the database: whole cents, plain dates, and what is encrypted. */
import { customType } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
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

/** The columns that are encrypted, each with what its values are sealed for. A name that is in use must never change. */
export const SEALED_PLACES = {
  dateOfBirth: 'borrowers.date_of_birth',
  ssnLastFour: 'borrowers.ssn_last_four',
  methodAccountNumber: 'payment_methods.account_number',
  scheduledAccountNumber: 'scheduled_payments.bank_account_number',
  drawnOn: 'payment_history.drawn_on',
  submissionBodyHash: 'submissions.body_hash',
  documentContentKey: 'documents.content_key',
  anonymousContentKey: 'anonymous_documents.content_key',
  anonymousUniqueId: 'anonymous_documents.unique_id',
  anonymousAccountNumber: 'anonymous_documents.account_number',
  privacyForm: 'privacy_forms.body',
  applicationAsked: 'applications.asked',
  noticeCode: 'notices.code',
} as const;

/**
 * Columns that are no more. What they held was moved by a migration, which cannot open it: there it stands as this name, a
 * colon and the value, until the next start seals it for its new place (reseal.ts).
 */
export const FORMER_PLACES = ['payment_submissions.body_hash', 'document_submissions.body_hash'] as const;

/** The settings that are encrypted, likewise. */
export const SEALED_SETTINGS = {
  keyCheck: 'server_settings.keyCheck',
  signInKeys: 'server_settings.signInKeys',
} as const;

/** Encrypted columns are stored as text (keys.ts). They cannot be searched by. */
const sealed = <T>(name: keyof typeof SEALED_PLACES, write: (value: T) => string, read: (text: string) => T) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => presentKeys().seal(write(value), SEALED_PLACES[name]),
    fromDriver: (stored) => read(presentKeys().open(stored, SEALED_PLACES[name])),
  });

/** A text that is encrypted in the database. */
export const sealedText = (column: string, name: keyof typeof SEALED_PLACES) =>
  sealed(
    name,
    (text: string) => text,
    (text) => text,
  )(column);

/** A calendar day that is encrypted in the database. */
export const sealedDate = (column: string, name: keyof typeof SEALED_PLACES) =>
  sealed<PlainDate>(name, (date) => date, plainDateOf)(column);

/** A value in JSON that is encrypted in the database as a whole. */
export const sealedJson = <T>(column: string, name: keyof typeof SEALED_PLACES, schema: v.GenericSchema<unknown, T>) =>
  sealed<T>(
    name,
    (value) => JSON.stringify(value),
    (text) => v.parse(schema, JSON.parse(text)),
  )(column);

/** By what somebody who registers is found: a keyed hash of birthday and digits; null where they are not known. */
export const identityHashOf = ({
  dateOfBirth,
  ssnLastFour,
}: {
  readonly dateOfBirth?: PlainDate | null | undefined;
  readonly ssnLastFour?: string | null | undefined;
}): string | null => (dateOfBirth && ssnLastFour ? presentKeys().hash(`identity ${dateOfBirth} ${ssnLastFour}`) : null);
