/** The pending payments of the dashboard, each with its parts. */
import { type PlainDate, compare } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import type { ScheduledPayment } from './shapes.ts';

/** A pending payment with all its parts. */
export interface UpcomingPayment {
  readonly paymentId: string;
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly status: ScheduledPayment['description'];
  readonly type: ScheduledPayment['paymentType'];
  /** For which it is, each once. */
  readonly accountNumbers: readonly string[];
  /** The payments for each account, or for each group of an account. */
  readonly parts: readonly ScheduledPayment[];
}

/** Returns the pending payments, the next one first, without canceled ones. */
export function toUpcomingPayments(scheduled: readonly ScheduledPayment[]): UpcomingPayment[] {
  const made = scheduled.filter(({ description }) => description !== 'Cancelled');
  const payments = [...new Set(made.map(({ paymentId }) => paymentId))].flatMap((paymentId): UpcomingPayment[] => {
    const parts = made.filter((part) => part.paymentId === paymentId);
    const last = parts.at(-1);
    if (last === undefined) return [];
    const amount = sumCents(parts.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount));
    const accountNumbers = [...new Set(parts.map(({ accountNumber }) => accountNumber))];
    const { effectiveDate: date, description: status, paymentType: type } = last;
    return [{ paymentId, date, amount, status, type, accountNumbers, parts }];
  });
  return payments.toSorted((a, b) => compare(a.date, b.date));
}
