/** The payment history as a CSV file (RFC 4180), without values that spreadsheets would run as formulas. */
import type { Person } from '../session/identity/shapes.ts';
import { type PlainDate, formatUsDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Parts } from '../parts.ts';
import { typeForBorrower, typeForPayer } from './payment-types.ts';
import type { StoredRefund } from './returns.ts';

/** One payment of the file. Amounts are in cents. */
interface CsvPayment extends Parts, StoredRefund {
  readonly effectiveDate: PlainDate;
  readonly accountNumber: string;
  readonly description: string;
  readonly amount: Cents;
}

const HEADER = ['Date', 'Account', 'Type', 'Amount', 'Principal', 'Interest', 'Fees', 'Refunded', 'Refunded on'];

/** The first characters by which spreadsheets detect a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Escapes a field of the file: text that could be a formula is preceded by an apostrophe; quotes are doubled. */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const formatAmount = (amount: Cents): string => (amount / 100).toFixed(2);

const formatLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** The first line of the file. It begins with a byte order mark, so that spreadsheets detect UTF-8. */
export const CSV_HEADER = `\uFEFF${formatLine(HEADER)}`;

/** Returns the line of a payment, ended by CRLF. */
export const csvLine = (payment: CsvPayment, role: Person['role']): string =>
  formatLine([
    formatUsDate(payment.effectiveDate),
    payment.accountNumber,
    role === 'payer' ? typeForPayer(payment.description) : typeForBorrower(payment.description),
    ...[payment.amount, payment.principal, payment.interest, payment.fees, payment.refunded].map(formatAmount),
    payment.refundedOn === null ? '' : formatUsDate(payment.refundedOn),
  ]);

/** Returns the whole file. */
export const historyCsv = (payments: readonly CsvPayment[], role: Person['role']): string =>
  CSV_HEADER + payments.map((payment) => csvLine(payment, role)).join('');
