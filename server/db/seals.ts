/**
 * Encrypts and decrypts the encrypted columns of the tables. The associated data of each value consists of table,
 * column and primary key, so that a value moved to another row or column cannot be decrypted.
 */
import { type Table, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { toPlainDate } from '#domain/calendar.ts';
import { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { OptOut, PrivacyRequest } from '#domain/profile/privacy/shapes.ts';
import type { Sealed } from './columns.ts';
import { CannotOpen, presentKeys } from './keys.ts';
import {
  DrawnOn,
  anonymousDocuments,
  applications,
  borrowers,
  documents,
  issuedDocuments,
  notices,
  paymentHistory,
  paymentMethods,
  privacyForms,
  scheduledPayments,
  submissions,
  textAlertCodes,
  textAlerts,
} from './schema/index.ts';

/**
 * Prefix of values that are bound to their row. Values of earlier versions, which were bound to their column only, lack
 * it.
 */
const ROW_MARK = 'row.';

/** Returns the prefix of values that are bound to their row and encrypted with the newest key. */
export const newestRowPrefix = (): string => `${ROW_MARK}${presentKeys().prefix}`;

/** Returns whether a stored value has the form of a value that is bound to its row. */
export const isBoundToRow = (stored: string): boolean => stored.startsWith(ROW_MARK);

// JSON separates the parts: ('a', 'b/c') and ('a/b', 'c') have different associated data.
const toPlace = (column: string, rowKey: readonly string[]): string => JSON.stringify([column, ...rowKey]);

/** Encrypts a text for one row. `column` is table and column, `rowKey` the primary key of the row. */
export const sealForRow = (column: string, rowKey: readonly string[], text: string): string =>
  ROW_MARK + presentKeys().seal(text, toPlace(column, rowKey));

/** Decrypts a text of {@link sealForRow}. Throws {@link CannotOpen}, also for values that are not bound to a row. */
export function openInRow(column: string, rowKey: readonly string[], stored: string): string {
  const place = toPlace(column, rowKey);
  if (!isBoundToRow(stored)) throw new CannotOpen(`The value of ${place} is not bound to its row`);
  return presentKeys().open(stored.slice(ROW_MARK.length), place);
}

/** The type of `Value` after decryption: the contents of an encrypted value, or `Value` itself. */
type Opened<Value> = Value extends Sealed<infer Held> ? Held : Value;

/** A row with decrypted values. */
export type OpenedRow<Row> = { [Key in keyof Row]: Opened<Row[Key]> };

/** A row to insert, with decrypted values. */
export type OpenedInsert<T extends PgTable> = OpenedRow<T['$inferInsert']>;

/** The properties of a row with encrypted values. */
type SealedKey<Row> = { [Key in keyof Row]-?: NonNullable<Row[Key]> extends Sealed<unknown> ? Key : never }[keyof Row];

/** Converts a value to text before encryption and back after decryption. */
interface Codec<Value> {
  readonly write: (value: Value) => string;
  readonly read: (text: string) => Value;
}

type Codecs<Row> = { readonly [Key in SealedKey<Row>]: Codec<Opened<NonNullable<Row[Key]>>> };

const text: Codec<string> = { write: (value) => value, read: (stored) => stored };
const plainDate = { write: String, read: toPlainDate };
const json = <Value>(schema: v.GenericSchema<unknown, Value>): Codec<Value> => ({
  write: (value) => JSON.stringify(value),
  read: (stored) => v.parse(schema, JSON.parse(stored)),
});

/**
 * An encrypted column: its property in a row, its column, and `table.column`. These names are in use and must never
 * change.
 */
export interface SealedColumn {
  readonly property: string;
  readonly column: PgColumn;
  readonly name: string;
}

const KeyValue = v.string();

/** Encryption of one table. `Key` are the properties of its primary key. */
export class RowSeals<T extends PgTable, Key extends keyof T['$inferSelect'] & string> {
  readonly table: T;
  /** The columns of the primary key, in the order of the associated data. */
  readonly rowKey: readonly PgColumn[];
  readonly columns: readonly SealedColumn[];
  readonly #keys: readonly Key[];
  readonly #codecs: ReadonlyMap<string, Codec<unknown>>;

  constructor(table: T, keys: readonly Key[], codecs: Codecs<T['$inferSelect']>) {
    const columns = getTableColumns(table as Table) as Record<string, PgColumn>;
    const getColumn = (property: string): PgColumn => {
      const column = columns[property];
      if (column === undefined) throw new Error(`${getTableName(table)} has no column ${property}`);
      return column;
    };
    this.table = table;
    this.#keys = keys;
    this.#codecs = new Map(Object.entries(codecs));
    this.rowKey = keys.map(getColumn);
    this.columns = Object.keys(codecs).map((property) => {
      const column = getColumn(property);
      return { property, column, name: `${getTableName(table)}.${column.name}` };
    });
  }

  #mapped(
    row: object,
    change: (column: SealedColumn, codec: Codec<unknown>, rowKey: string[], value: unknown) => unknown,
  ) {
    const values = new Map<string, unknown>(Object.entries(row));
    const rowKey = this.#keys.map((key) => v.parse(KeyValue, values.get(key)));
    for (const column of this.columns) {
      const value = values.get(column.property);
      const codec = this.#codecs.get(column.property);
      if (value !== undefined && value !== null && codec !== undefined) {
        values.set(column.property, change(column, codec, rowKey, value));
      }
    }
    return Object.fromEntries(values);
  }

  /** Encrypts the encrypted columns of a row to insert. */
  readonly seal = (row: OpenedInsert<T>): T['$inferInsert'] =>
    this.#mapped(row, ({ name }, { write }, rowKey, value) => sealForRow(name, rowKey, write(value)));

  /**
   * Decrypts the encrypted columns of a selected row, which must include its primary key. Throws {@link CannotOpen} for
   * a value that was changed or moved from another row or column.
   */
  readonly open = <Row extends Pick<T['$inferSelect'], Key>>(row: Row): OpenedRow<Row> => {
    const opened: unknown = this.#mapped(row, ({ name }, { read }, rowKey, value) =>
      read(openInRow(name, rowKey, v.parse(v.string(), value))),
    );
    // oxlint-disable-next-line no-unsafe-type-assertion -- The compiler checks the codecs, which give these types.
    return opened as OpenedRow<Row>;
  };
}

/** The seals of all tables with encrypted columns. */
export const seals = {
  borrowers: new RowSeals(borrowers, ['borrowerKey'], { dateOfBirth: plainDate, ssnLastFour: text }),
  paymentMethods: new RowSeals(paymentMethods, ['borrowerKey', 'profileId'], { accountNumber: text }),
  scheduledPayments: new RowSeals(scheduledPayments, ['borrowerKey', 'paymentId', 'paymentDetailId'], {
    bankAccountNumber: text,
  }),
  paymentHistory: new RowSeals(paymentHistory, ['borrowerKey', 'paymentDetailId'], { drawnOn: json(DrawnOn) }),
  submissions: new RowSeals(submissions, ['borrowerKey', 'call', 'idempotencyKey'], { bodyHash: text }),
  documents: new RowSeals(documents, ['borrowerKey', 'documentId'], { contentKey: text, sha256: text }),
  issuedDocuments: new RowSeals(issuedDocuments, ['borrowerKey', 'documentId'], { ssnLastFour: text }),
  anonymousDocuments: new RowSeals(anonymousDocuments, ['documentId'], {
    contentKey: text,
    uniqueId: text,
    accountNumber: text,
  }),
  privacyForms: new RowSeals(privacyForms, ['formId'], { body: json(v.union([PrivacyRequest, OptOut])) }),
  applications: new RowSeals(applications, ['borrowerKey', 'confirmationNumber'], { asked: json(ApplicationContent) }),
  notices: new RowSeals(notices, ['borrowerKey', 'noticeId'], { code: text, phone: text }),
  textAlerts: new RowSeals(textAlerts, ['borrowerKey'], { phone: text }),
  textAlertCodes: new RowSeals(textAlertCodes, ['borrowerKey', 'codeId'], { phone: text }),
} as const;

/** The members that the seals of all tables share. */
export type TableSeals = Pick<RowSeals<PgTable, never>, 'table' | 'rowKey' | 'columns'>;

/** The seals of all tables with encrypted columns, as a list. */
export const ALL_SEALS: readonly TableSeals[] = Object.values(seals);
