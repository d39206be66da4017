/** The types of payments, and the descriptions in the history that are no types. */

/** Payment types on the wire (Y §4.2). */
export const PAYMENT_TYPES = ['Online Payment', 'Auto Debit', 'Pay by Phone'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The types whose names are managed content (Y §6). */
export const AUTO_DEBIT: PaymentType = 'Auto Debit';
export const PAY_BY_PHONE: PaymentType = 'Pay by Phone';

/** The description of a payment that was cancelled before its date. */
export const CANCELLED = 'Cancelled';

/** The description of a posted payment that the bank returned later. */
export const RETURNED = 'Returned';

/** The payment type as an authorized payer reads it: how the borrower paid is not shown (Y §6). */
export const typeForPayer = (description: string): string => (description === CANCELLED ? CANCELLED : 'Electronic');
