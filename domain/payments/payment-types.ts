/** The types of payments, and the other descriptions in the history. */

/** Payment types on the wire (Y §4.2). */
export const PAYMENT_TYPES = ['Online Payment', 'Auto Debit', 'Pay by Phone'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The types whose names are managed content (Y §6). */
export const AUTO_DEBIT: PaymentType = 'Auto Debit';
export const PAY_BY_PHONE: PaymentType = 'Pay by Phone';

/** The description of a payment that was canceled before its date. */
export const CANCELED = 'Cancelled';

/** The description of a posted payment that the bank returned later. */
export const RETURNED = 'Returned';

const SHOWN_NAMES: ReadonlyMap<string, string> = new Map<PaymentType, string>([
  [AUTO_DEBIT, 'Auto debit'],
  [PAY_BY_PHONE, 'Payment by phone'],
]);

/** Returns the payment type for borrowers: on pages (where managed content may replace it), in files and documents. */
export const typeForBorrower = (description: string): string => SHOWN_NAMES.get(description) ?? description;

/** Returns the types whose name, as the borrower reads it, contains a text in lower case. */
export const typesShownWith = (text: string): readonly string[] =>
  [...SHOWN_NAMES].flatMap(([type, name]) => (name.toLowerCase().includes(text) ? [type] : []));

/** Returns the payment type for authorized payers, without the payment method (Y §6). */
export const typeForPayer = (description: string): string => (description === CANCELED ? CANCELED : 'Electronic');
