/** The payment history as a CSV file (RFC 4180) that spreadsheets open without running anything in it. */
import type { Person } from '../session/identity/shapes.ts';
import { type PlainDate, formatUsDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { typeForPayer } from './payment-types.ts';

/** One payment of the file. Amounts are in cents. */
export interface CsvPayment {
  readonly effectiveDate: PlainDate;
  readonly accountNumber: string;
  readonly description: string;
  readonly amount: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly refunded: Cents;
  /** Null without a refund, or in payments from before the day was recorded. */
  readonly refundedOn: PlainDate | null;
}

const HEADER = ['Date', 'Account', 'Type', 'Amount', 'Principal', 'Interest', 'Fees', 'Refunded', 'Refunded on'];

/** The signs with which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A field of the file: text that could be a formula is preceded by an apostrophe; quotes are doubled. */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const amountOf = (amount: Cents): string => (amount / 100).toFixed(2);

const lineOf = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** The first line of the file. It begins with a byte order mark, by which spreadsheets know UTF-8. */
export const CSV_HEADER = `\uFEFF${lineOf(HEADER)}`;

/** Returns the line of a payment, ended by CRLF. */
export const csvLine = (payment: CsvPayment, role: Person['role']): string =>
  lineOf([
    formatUsDate(payment.effectiveDate),
    payment.accountNumber,
    role === 'payer' ? typeForPayer(payment.description) : payment.description,
    amountOf(payment.amount),
    amountOf(payment.principal),
    amountOf(payment.interest),
    amountOf(payment.fees),
    amountOf(payment.refunded),
    payment.refundedOn === null ? '' : formatUsDate(payment.refundedOn),
  ]);

/** Returns the whole file. */
export const historyCsv = (payments: readonly CsvPayment[], role: Person['role']): string =>
  CSV_HEADER + payments.map((payment) => csvLine(payment, role)).join('');
