/** The most that may be paid on an account: its payoff less payments under way (Y §5.1, ruling 90). */
import type { PlainDate } from '../calendar.ts';
import { type Cents, ZERO, maxCents, subtractCents, sumCents } from '../money.ts';
import { quotedPayoff } from './cutoff.ts';
import type { AccountPayment, ScheduledPayment } from './shapes.ts';

/** A payment that is not posted, with the fields that the limit needs. */
export type PaymentUnderWay = Pick<
  ScheduledPayment,
  'accountNumber' | 'effectiveDate' | 'sumOfPaymentAmount' | 'description'
>;

/** The business day and the payments that have been authorized and not posted. */
export interface UnderWay {
  readonly today: PlainDate;
  readonly upcoming: readonly PaymentUnderWay[];
}

/** The amounts up to which an account may be paid. */
export interface PayableAmounts {
  /** The sum of the payments under way. */
  readonly underWay: Cents;
  /** The payoff less the payments under way. */
  readonly most: Cents;
  /** The payoff quote of the payment's day less the payments under way (ruling 79); undefined for a day without quotes. */
  readonly quoted: Cents | undefined;
}

/** A draft of auto debit that waits for a banking day is in process before its date, and is still to be made. */
const isMade = ({ description, effectiveDate }: PaymentUnderWay, today: PlainDate): boolean =>
  description !== 'Cancelled' && (description !== 'Processing' || effectiveDate <= today);

/** Returns the amounts up to which an account may be paid on `day`. Drafts that are still to be made do not count. */
export function payableOn(
  account: Pick<AccountPayment, 'accountNumber' | 'currentPayoff' | 'payoffByDay'>,
  day: PlainDate | undefined,
  { today, upcoming }: UnderWay,
): PayableAmounts {
  const made = upcoming.filter((each) => each.accountNumber === account.accountNumber && isMade(each, today));
  const underWay = sumCents(made.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount));
  const less = (amount: Cents): Cents => maxCents(subtractCents(amount, underWay), ZERO);
  const quote = quotedPayoff(account, day, today);
  return { underWay, most: less(account.currentPayoff), quoted: quote === undefined ? undefined : less(quote) };
}
