/** What is owed on a day after today: with what falls due after today's cutoff (Y §4.2). */
import { type PlainDate, parseIsoDate, plainDateOf } from '../calendar.ts';
import { sumCents } from '../money.ts';
import type { AccountPayment, AfterCutoffDue, BorrowerPayment } from './shapes.ts';

/** What is owed after today's cutoff, and the day from which it counts (managed content; 1900-01-01 where it is missing). */
export interface Cutoff {
  readonly items: readonly AfterCutoffDue[];
  readonly accrualEnd: PlainDate;
}

/** The day from which balances after the cutoff count where no content says so (Y §4.2). */
export const DEFAULT_ACCRUAL_END = plainDateOf('1900-01-01');

/** The day in the managed text of the accrual end; the default where there is none or it is no date (YYYY-MM-DD). */
export const accrualEndOf = (text: string | null): PlainDate =>
  parseIsoDate((text ?? '').replaceAll(/<[^>]*>/g, '').trim()) ?? DEFAULT_ACCRUAL_END;

const lastNine = (accountNumber: string): string => accountNumber.slice(-9);

/**
 * An account as an amount on a later day than today is held against (Y §4.2): with what is owed after today's cutoff. An
 * account of the Department of Education (E) stays as it is.
 */
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

/** What tells how accounts stand on a day. */
export interface BalanceFacts {
  readonly payment: BorrowerPayment;
  /** The business day. */
  readonly today: PlainDate;
  /** Null as long as it was not needed or could not be fetched: then the balances of today count. */
  readonly cutoff: Cutoff | null;
}

/** The accounts as they stand for a payment on `day`; as of today where the day cannot be read. */
export function accountsOn(
  { payment, today, cutoff }: BalanceFacts,
  day: PlainDate | undefined,
): readonly AccountPayment[] {
  const accounts = payment.borrowerAccountPayments;
  if (cutoff === null || day === undefined || day <= today || today < cutoff.accrualEnd) return accounts;
  return accounts.map((account) => afterCutoff(account, cutoff.items));
}
