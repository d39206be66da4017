/**
 * Returned and refunded payments. Payments that the bank returns after they were posted are simulated: an account number
 * that ends in 9999 has every payment returned on the third banking day after it was posted. A refund (ruling 95) is the
 * excess of a payment over the account's balance. It is sent two banking days after the payment is posted.
 */
import { nextBankingDay, computePostingDay } from '../banking-days.ts';
import { type PlainDate, formatUsDate, toPlainDate } from '../calendar.ts';
import { toLetter } from '../letter.ts';
import { type Cents, ZERO, formatUsd } from '../money.ts';

/** Returns whether the bank returns payments from this account. */
export const isReturnedFrom = (bankAccountNumber: string): boolean => bankAccountNumber.endsWith('9999');

/** Returns the day on which the bank returns a payment: the third banking day after it was posted. */
export const computeReturnDay = (effectiveDate: PlainDate): PlainDate =>
  nextBankingDay(nextBankingDay(nextBankingDay(computePostingDay(effectiveDate))));

/** Returns the instant of a return on a day: noon or 1 PM in New York. */
export const instantOfReturn = (day: PlainDate): Date => new Date(`${day}T17:00:00.000Z`);

/** Returns the day of a return from its instant. */
export const dayOfReturn = (instant: Date): PlainDate => toPlainDate(instant.toISOString().slice(0, 10));

/** Paragraphs of the messages about a draft of auto debit after which auto debit is suspended. */
export const SUSPENDED = "We have suspended auto debit, so we won't draw any more payments.";
export const ENROLL_AGAIN = 'To start auto debit again, check your bank account and sign up again under Auto Debit.';

interface ReturnedPayment {
  readonly amount: Cents;
  /** The display name of the account, or of all accounts that the payment was for. */
  readonly account: string;
  readonly effectiveDate: PlainDate;
  readonly returnedOn: PlainDate;
  /** Whether auto debit is suspended because of it. */
  readonly isSuspended: boolean;
  /** The part that was refunded before the return. */
  readonly sentBack: Cents;
}

/** Returns the message about a returned payment in the inbox. Paragraphs are separated by blank lines. */
export const returnMessage = ({ amount, account, effectiveDate, returnedOn, isSuspended, sentBack }: ReturnedPayment) =>
  toLetter('Your payment was returned', [
    `On ${formatUsDate(returnedOn)}, your bank returned your payment of ${formatUsd(amount)} on ${account}. The payment date was ${formatUsDate(effectiveDate)}.`,
    "Your balance, interest and due date are now as if you hadn't made this payment. If an amount is past due, please pay it as soon as you can.",
    ...(sentBack > 0
      ? [
          `We had already refunded ${formatUsd(sentBack)} of this payment to your bank account. Since your bank took the payment back, you owe us the refund. We added ${formatUsd(sentBack)} to what you owe.`,
        ]
      : []),
    'Ask your bank why it returned the payment before you pay from the same bank account again. You can also pay from another bank account.',
    ...(isSuspended ? [`${SUSPENDED} ${ENROLL_AGAIN}`] : []),
  ]);

/** The refund of a payment, as the history stores it. */
export interface StoredRefund {
  readonly refunded: Cents;
  /** The day on which it is refunded. Null without a refund, or in payments from before the day was recorded. */
  readonly refundedOn: PlainDate | null;
}

/** Returns the refund of a payment that is posted on `day`. It is sent on the second banking day after that. */
export const toRefund = (refunded: Cents, day: PlainDate): StoredRefund => ({
  refunded,
  refundedOn: refunded > 0 ? nextBankingDay(nextBankingDay(day)) : null,
});

/**
 * Returns the part of a payment that was refunded before `day`. It stays refunded even if more is owed afterwards. A refund
 * of the day itself is sent after the returns of that day.
 */
export const sentBackBefore = ({ refunded, refundedOn }: StoredRefund, day: PlainDate): Cents =>
  refundedOn === null || refundedOn < day ? refunded : ZERO;

/**
 * Returns the refund of a payment whose account was computed again on `day`. An announced day in the future does not change.
 */
export function refundAgain(before: StoredRefund, refunded: Cents, day: PlainDate): StoredRefund {
  const { refundedOn } = before;
  if (refunded === before.refunded) return { refunded, refundedOn };
  return refunded > 0 && refundedOn !== null && refundedOn >= day ? { refunded, refundedOn } : toRefund(refunded, day);
}
