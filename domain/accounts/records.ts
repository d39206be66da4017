/**
 * The records of an account: bills, terms, dated entries, payments and pauses. All figures are computed from them
 * (`replay.ts`); what happened is never changed, only what follows from it.
 */
import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** The kinds of bills: an installment, or the payment for leaving IBR (ruling 99). */
export const BILL_KINDS = ['installment', 'exit'] as const;

/** The causes of new terms. */
export const TERM_CAUSES = ['start', 'plan', 'pauseEnd', 'recertification', 'waiver'] as const;

/** The kinds of dated entries of a loan. */
export const ENTRY_KINDS = ['opening', 'disbursed', 'capitalized', 'subsidy'] as const;

/** A bill of a group of loans (ruling 87). Amounts are in cents. */
export interface BillRecord {
  readonly dueDate: PlainDate;
  readonly kind: (typeof BILL_KINDS)[number];
  readonly amount: Cents;
  readonly issuedOn: PlainDate;
  /** The day on which a pause that covers its due date was granted. Null if the bill is valid. */
  readonly cancelledOn: PlainDate | null;
  /** The sum of the parts of payments that paid it. */
  readonly paid: Cents;
  /** Whether it belongs to a month that is paid in advance, so that nothing is due on it. */
  readonly isAhead: boolean;
}
