/** The amount owed on a later day than today, including amounts that fall due after today's cutoff (Y §4.2). */
import { type PlainDate, daysBetween, parseIsoDate, plainDateOf } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import type { AccountPayment, AfterCutoffDue, BorrowerPayment } from './shapes.ts';

/** The amounts owed after today's cutoff, and the first day to which they apply (managed content). */
export interface Cutoff {
  readonly items: readonly AfterCutoffDue[];
  readonly accrualEnd: PlainDate;
}

/** The first day of the balances after the cutoff if the content has no date (Y §4.2). */
export const DEFAULT_ACCRUAL_END = plainDateOf('1900-01-01');

/** Returns the date in the managed text of the accrual end; the default if it is missing or invalid (YYYY-MM-DD). */
export const accrualEndOf = (text: string | null): PlainDate =>
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
export interface BalanceFacts {
  readonly payment: BorrowerPayment;
  /** The business day. */
  readonly today: PlainDate;
  /** Null if not needed or if loading failed; then today's balances apply. */
  readonly cutoff: Cutoff | null;
}

/** Returns the accounts with their balances for a payment on `day`; with today's balances if the day is invalid. */
export function accountsOn(
  { payment, today, cutoff }: BalanceFacts,
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
