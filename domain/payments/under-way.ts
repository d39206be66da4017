/**
 * Payments that are pending while the borrower submits another: warnings, and the amounts left to pay after all of them
 * (rulings 69, 83). The payment is never rejected: some borrowers intend to pay twice.
 */
import { accountName } from '../account-name.ts';
import type { PlainDate } from '../calendar.ts';
import { type Cents, ZERO, maxCents, sumCents } from '../money.ts';
import { computePaymentCoverage } from './coverage.ts';
import { quotedPayoff } from './cutoff.ts';
import type { PaymentLine } from './lines.ts';
import type { PaymentIssue } from './rules.ts';
import type { AccountPayment, ScheduledPayment } from './shapes.ts';

/** The data against which a payment's lines are checked. */
export interface UnderWayInput {
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
  { day, today, accounts, upcoming }: UnderWayInput,
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

/** Returns the note that pending payments cover the amount due, in time or late, or a part of it (rulings 69, 83, 113). */
export function coverageWarning(
  account: AccountPayment,
  upcoming: readonly ScheduledPayment[],
): UnderWayWarning | undefined {
  const { coversTotalDue, coversPastDue, left, payments } = computePaymentCoverage(account, upcoming);
  if (coversTotalDue) return { issue: { code: 'underWay.coversDue' }, payments };
  const ever = computePaymentCoverage(account, upcoming, 'anyDate');
  if (ever.coversTotalDue) return { issue: { code: 'underWay.coversDueLate' }, payments: ever.payments };
  if (coversPastDue) return { issue: { code: 'underWay.coversPastDue' }, payments };
  return left < account.totalDue ? { issue: { code: 'underWay.coversPart', left }, payments } : undefined;
}

/** The part of a payment for an account, or for one of its groups. */
type PaidLine = Omit<PaymentLine, 'keepsDueDate'>;

/** Returns the lines of a payment as scheduled payments on `day`. */
const asScheduled = (lines: readonly PaidLine[], day: PlainDate): ScheduledPayment[] =>
  lines.map(({ accountNumber, groupId, amount }) => ({
    paymentId: '',
    paymentDetailId: '',
    effectiveDate: day,
    sumOfPaymentAmount: amount,
    paymentMethod: '',
    paymentType: 'Online Payment',
    accountNumber,
    groupId,
    description: 'Scheduled',
  }));

/** The business day and the payments that have been authorized and not posted. */
type Scheduled = Pick<UnderWayInput, 'today' | 'upcoming'>;

/** Returns the past-due amount that remains on an account after a payment with these lines, whatever its date. */
export const pastDueAfter = (
  account: AccountPayment,
  lines: readonly PaidLine[],
  { today, upcoming }: Scheduled,
): Cents =>
  computePaymentCoverage(account, [...upcoming, ...asScheduled(lines, account.paymentDueDate ?? today)]).pastDueLeft;

/** A payment line by line, as it is about to be submitted or was submitted. */
interface Paid {
  readonly lines: readonly PaidLine[];
  /** Whether the pending payments already include it, as after a reload of the receipt. */
  readonly isScheduled: boolean;
}

const linesToAdd = ({ lines, isScheduled }: Paid): readonly PaidLine[] => (isScheduled ? [] : lines);

/** The warnings that a payment leaves an amount past due. */
export interface PastDueWarnings {
  /** By account number, for the accounts that the payment pays. */
  readonly onPaid: ReadonlyMap<string, PaymentIssue>;
  /** For the borrower's other accounts together. */
  readonly elsewhere: PaymentIssue | undefined;
}

/** Returns the warnings that a payment leaves an amount past due. */
export function pastDueWarnings(
  accounts: readonly AccountPayment[],
  paid: Paid,
  scheduled: Scheduled,
): PastDueWarnings {
  const isPaid = (accountNumber: string) => paid.lines.some((line) => line.accountNumber === accountNumber);
  const added = linesToAdd(paid);
  const left = accounts
    .map((each) => ({
      accountNumber: each.accountNumber,
      account: accountName(each),
      left: pastDueAfter(each, added, scheduled),
    }))
    .filter((each) => each.left > 0);
  const others = left.filter(({ accountNumber }) => !isPaid(accountNumber));
  const [first, second] = others;
  const toIssue = ({ account, left: amount }: (typeof left)[number]) =>
    ({ code: 'pastDue.left', left: amount, account }) as const;
  const onOthers = { code: 'pastDue.leftElsewhere', left: sumCents(others.map((each) => each.left)) } as const;
  return {
    onPaid: new Map(
      left.filter(({ accountNumber }) => isPaid(accountNumber)).map((each) => [each.accountNumber, toIssue(each)]),
    ),
    elsewhere: first === undefined ? undefined : second === undefined ? toIssue(first) : onOthers,
  };
}

/** The amounts left to pay after a payment. */
export interface LeftToPay {
  /** The accounts with an amount left by their due dates, and the sum. */
  readonly accounts: readonly { readonly account: AccountPayment; readonly left: Cents }[];
  readonly total: Cents;
  /** Whether the payment is dated after the due date of one of these accounts, so that it does not count there. */
  readonly isTooLate: boolean;
}

/** Returns the amounts left to pay after a payment on `day`; payments up to an account's due date count (ruling 83). */
export function leftToPay(
  accounts: readonly AccountPayment[],
  { day, ...paid }: Paid & { readonly day: PlainDate },
  upcoming: readonly ScheduledPayment[],
): LeftToPay {
  const all = [...upcoming, ...asScheduled(linesToAdd(paid), day)];
  const left = accounts
    .map((account) => ({ account, left: computePaymentCoverage(account, all).left }))
    .filter((each) => each.left > 0);
  const isLate = ({ accountNumber, paymentDueDate }: AccountPayment): boolean =>
    paymentDueDate !== null && day > paymentDueDate && paid.lines.some((line) => line.accountNumber === accountNumber);
  return {
    accounts: left,
    total: sumCents(left.map((each) => each.left)),
    isTooLate: left.some(({ account }) => isLate(account)),
  };
}
