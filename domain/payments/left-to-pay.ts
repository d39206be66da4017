/** The amounts left to pay after a payment and the payments that are already scheduled (rulings 69, 83). */
import type { PlainDate } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { coverageOf } from './coverage.ts';
import type { PaymentLine } from './record.ts';
import type { PaymentIssue } from './rules.ts';
import type { AccountPayment, ScheduledPayment } from './shapes.ts';
import type { UnderWayFacts } from './under-way.ts';

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
type Scheduled = Pick<UnderWayFacts, 'today' | 'upcoming'>;

/** Returns the past-due amount that remains on an account after a payment with these lines, whatever its date. */
export const pastDueAfter = (
  account: AccountPayment,
  lines: readonly PaidLine[],
  { today, upcoming }: Scheduled,
): Cents => coverageOf(account, [...upcoming, ...asScheduled(lines, account.paymentDueDate ?? today)]).pastDueLeft;

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
    .map((each) => ({ accountNumber: each.accountNumber, left: pastDueAfter(each, added, scheduled) }))
    .filter((each) => each.left > 0);
  const others = left.filter(({ accountNumber }) => !isPaid(accountNumber));
  const [first, second] = others;
  const onOthers = { code: 'pastDue.leftElsewhere', left: sumCents(others.map((each) => each.left)) } as const;
  return {
    onPaid: new Map(
      left
        .filter(({ accountNumber }) => isPaid(accountNumber))
        .map((each) => [each.accountNumber, { code: 'pastDue.left', ...each }]),
    ),
    elsewhere: first === undefined ? undefined : second === undefined ? { code: 'pastDue.left', ...first } : onOthers,
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
    .map((account) => ({ account, left: coverageOf(account, all).left }))
    .filter((each) => each.left > 0);
  const isLate = ({ accountNumber, paymentDueDate }: AccountPayment): boolean =>
    paymentDueDate !== null && day > paymentDueDate && paid.lines.some((line) => line.accountNumber === accountNumber);
  return {
    accounts: left,
    total: sumCents(left.map((each) => each.left)),
    isTooLate: left.some(({ account }) => isLate(account)),
  };
}
