/**
 * The internal model of a payment: its date and its lines, in cents. Review, receipt, warnings, totals and posting use it;
 * only `payload.ts` converts it to a request body and back.
 */
import type { PlainDate } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';

/** The amount that a payment pays on an account, or on one of its groups. */
export interface PaymentLine {
  readonly accountNumber: string;
  /** Null when the amount is for the whole account. */
  readonly groupId: string | null;
  readonly amount: Cents;
  /** Whether the due date stays the same. */
  readonly keepsDueDate: boolean;
}

/** A payment: its day and its lines, in the order of the accounts. */
export interface PaymentOrder {
  readonly effectiveDate: PlainDate;
  readonly lines: readonly PaymentLine[];
}

/** The lines of one account: one without a group, or some with groups. */
export interface AccountLines {
  readonly accountNumber: string;
  readonly amount: Cents;
  readonly keepsDueDate: boolean;
  /** The lines of single groups; empty if the account is paid as a whole. */
  readonly groups: readonly (PaymentLine & { readonly groupId: string })[];
}

/** Returns the sum of some lines in cents. */
export const totalOfLines = (lines: readonly Pick<PaymentLine, 'amount'>[]): Cents =>
  sumCents(lines.map(({ amount }) => amount));

/** Returns whether every line keeps the due date. */
export const keepsEveryDueDate = (lines: readonly Pick<PaymentLine, 'keepsDueDate'>[]): boolean =>
  lines.length > 0 && lines.every(({ keepsDueDate }) => keepsDueDate);

/** Returns the lines of each account that a payment pays. */
export const linesByAccount = (lines: readonly PaymentLine[]): AccountLines[] =>
  [...new Set(lines.map(({ accountNumber }) => accountNumber))].map((accountNumber) => {
    const own = lines.filter((line) => line.accountNumber === accountNumber);
    return {
      accountNumber,
      amount: totalOfLines(own),
      keepsDueDate: keepsEveryDueDate(own),
      groups: own.flatMap(({ groupId, ...line }) => (groupId === null ? [] : [{ ...line, groupId }])),
    };
  });
