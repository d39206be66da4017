/**
 * The amount owed on a later day than today, including amounts that fall due after today's cutoff (Y §4.2), and the maximum
 * payment on an account: its payoff less payments under way (Y §5.1, ruling 90).
 */
import { type PlainDate, daysBetween, parseIsoDate, toPlainDate } from '../calendar.ts';
import { type Cents, ZERO, maxCents, subtractCents, sumCents } from '../money.ts';
import type { AccountPayment, AfterCutoffDue, BorrowerPayment, ScheduledPayment } from './shapes.ts';

/** The amounts owed after today's cutoff, and the first day to which they apply (managed content). */
export interface Cutoff {
  readonly items: readonly AfterCutoffDue[];
  readonly accrualEnd: PlainDate;
}

/** The first day of the balances after the cutoff if the content has no date (Y §4.2). */
export const DEFAULT_ACCRUAL_END = toPlainDate('1900-01-01');

/** Returns the date in the managed text of the accrual end; the default if it is missing or invalid (YYYY-MM-DD). */
export const parseAccrualEnd = (text: string | null): PlainDate =>
  parseIsoDate((text ?? '').replaceAll(/<[^>]*>/g, '').trim()) ?? DEFAULT_ACCRUAL_END;

const lastNine = (accountNumber: string): string => accountNumber.slice(-9);

/** Returns an account with the amounts owed after today's cutoff (Y §4.2). Direct Loans (E) do not change. */
function afterCutoff(account: AccountPayment, items: readonly AfterCutoffDue[]): AccountPayment {
  const item = items.find(({ accountNumber }) => lastNine(accountNumber) === lastNine(account.accountNumber));
  if (item === undefined || account.accountNumber.startsWith('E')) return account;
  const interest = new Map(item.groupPayments.map(({ groupId, accruedInterest }) => [groupId, accruedInterest]));
  return {
    ...account,
    currentBalance: item.outstandingBalance,
    currentPayoff: item.outstandingBalance,
    balanceDate: item.balanceDate,
    accruedInterest: sumCents(interest.values()),
    borrowerGroupPayments: account.borrowerGroupPayments.map((group) => ({
      ...group,
      outstandingBalance: interest.get(group.groupId) ?? group.outstandingBalance,
    })),
  };
}

/** The data from which an account's balances on a day follow. */
export interface BalanceInput {
  readonly payment: BorrowerPayment;
  /** The business day. */
  readonly today: PlainDate;
  /** Null if not needed or if loading failed; then today's balances apply. */
  readonly cutoff: Cutoff | null;
}

/** Returns the accounts with their balances for a payment on `day`; with today's balances if the day is invalid. */
export function accountsOn(
  { payment, today, cutoff }: BalanceInput,
  day: PlainDate | undefined,
): readonly AccountPayment[] {
  const accounts = payment.borrowerAccountPayments;
  if (cutoff === null || day === undefined || day <= today || today < cutoff.accrualEnd) return accounts;
  return accounts.map((account) => afterCutoff(account, cutoff.items));
}

/** Returns the exact amount that pays an account in full on a day (ruling 79). Undefined for a day without quotes. */
export const quotedPayoff = (
  { payoffByDay = [] }: Pick<AccountPayment, 'payoffByDay'>,
  day: PlainDate | undefined,
  today: PlainDate,
): Cents | undefined => (day === undefined ? undefined : payoffByDay[daysBetween(today, day)]);

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

/** A draft of auto debit that waits for a banking day is in process before its date, but not drawn yet. */
const isMade = ({ description, effectiveDate }: PaymentUnderWay, today: PlainDate): boolean =>
  description !== 'Cancelled' && (description !== 'Processing' || effectiveDate <= today);

/** Returns the amounts up to which an account may be paid on `day`. Drafts that are not drawn yet do not count. */
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
