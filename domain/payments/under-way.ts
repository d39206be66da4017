/**
 * Warnings about pending payments for the same accounts and groups, before a payment is submitted. The payment is never
 * rejected: some borrowers intend to pay twice.
 */
import type { PlainDate } from '../calendar.ts';
import { ZERO, maxCents, sumCents } from '../money.ts';
import { coverageOf } from './coverage.ts';
import { quotedPayoff } from './cutoff.ts';
import type { PaymentLine } from './record.ts';
import type { PaymentIssue } from './rules.ts';
import type { AccountPayment, ScheduledPayment } from './shapes.ts';

/** The data against which a payment's lines are checked. */
export interface UnderWayFacts {
  /** The payment date. */
  readonly day: PlainDate;
  /** The business day. */
  readonly today: PlainDate;
  /** The accounts with their balances for that day. */
  readonly accounts: readonly Pick<AccountPayment, 'accountNumber' | 'currentPayoff' | 'payoffByDay'>[];
  /** Payments that have been authorized and not posted. */
  readonly upcoming: readonly ScheduledPayment[];
}

/** A warning about a line, with the pending payments that it concerns. */
export interface UnderWayWarning {
  readonly issue: PaymentIssue;
  readonly payments: readonly ScheduledPayment[];
}

/** A payment for a whole account is for each of its groups as well. */
const isForSame = (line: PaymentLine, { groupId }: ScheduledPayment): boolean =>
  line.groupId === null || groupId === null || line.groupId === groupId;

/**
 * Returns the warnings of each line, in the order of the lines: the account's payments including pending ones exceed
 * its payoff and its payoff quote, or another payment for the same account or group has the same date. Canceled payments do not count.
 */
export const warningsUnderWay = (
  lines: readonly PaymentLine[],
  { day, today, accounts, upcoming }: UnderWayFacts,
): readonly (readonly UnderWayWarning[])[] =>
  lines.map((line) => {
    const isOnAccount = ({ accountNumber }: { readonly accountNumber: string }) => accountNumber === line.accountNumber;
    const payments = upcoming.filter((each) => isOnAccount(each) && each.description !== 'Cancelled');
    if (payments.length === 0) return [];
    const warnings: UnderWayWarning[] = [];
    const account = accounts.find(isOnAccount);
    const payoff = account && maxCents(account.currentPayoff, quotedPayoff(account, day, today) ?? ZERO);
    const together = sumCents([
      ...lines.filter(isOnAccount).map(({ amount }) => amount),
      ...payments.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount),
    ]);
    if (payoff !== undefined && together > payoff) {
      warnings.push({ issue: { code: 'underWay.exceedsPayoff', payoff }, payments });
    }
    const sameDay = payments.filter((each) => each.effectiveDate === day && isForSame(line, each));
    if (sameDay.length > 0) warnings.push({ issue: { code: 'underWay.sameDate', date: day }, payments: sameDay });
    return warnings;
  });

/** Returns the warning that pending payments cover the amount due, in time or late, or what is past due (rulings 69, 83). */
export function coverageWarning(
  account: AccountPayment,
  upcoming: readonly ScheduledPayment[],
): UnderWayWarning | undefined {
  const { coversTotalDue, coversPastDue, payments } = coverageOf(account, upcoming);
  if (coversTotalDue) return { issue: { code: 'underWay.coversDue' }, payments };
  const ever = coverageOf(account, upcoming, 'anyDate');
  if (ever.coversTotalDue) return { issue: { code: 'underWay.coversDueLate' }, payments: ever.payments };
  return coversPastDue ? { issue: { code: 'underWay.coversPastDue' }, payments } : undefined;
}
