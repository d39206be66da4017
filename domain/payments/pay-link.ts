/** Links that open Make a Payment for one account (ruling 70). */
import { type PlainDate, parseIsoDate } from '../calendar.ts';
import type { AccountPayment } from './shapes.ts';

/** The first address of Make a Payment. */
export const PAY_ADDRESS = '/payments/payflow/schedule';

/** The account in a link to Make a Payment. */
export interface PayLink {
  /** Opaque (ruling 46), and possibly unknown: anyone can type an address. */
  readonly accountId: string;
  /** Whether the borrower pays more than is due: the account starts with an empty Other amount. */
  readonly isExtra: boolean;
  /** The day on which the borrower pays the account in full by a payoff quote (ruling 79). */
  readonly payoffDate?: PlainDate;
}

/** Returns the address that opens Make a Payment for one account. */
export function formatPayLink({ accountId, isExtra, payoffDate }: PayLink): string {
  const query = new URLSearchParams({
    account: accountId,
    ...(isExtra && { amount: 'other' }),
    ...(payoffDate && { payoff: payoffDate }),
  });
  return `${PAY_ADDRESS}?${query.toString()}`;
}

/** Returns the account in the query of an address; null if there is none. */
export function parsePayLink(query: string): PayLink | null {
  const parameters = new URLSearchParams(query);
  const accountId = parameters.get('account');
  if (accountId === null) return null;
  const payoffDate = parseIsoDate(parameters.get('payoff') ?? '');
  return { accountId, isExtra: parameters.get('amount') === 'other', ...(payoffDate && { payoffDate }) };
}

/** Returns `link` if the borrower has its account; otherwise null. */
export const knownPayLink = (
  link: PayLink | null,
  accounts: readonly Pick<AccountPayment, 'accountId'>[],
): PayLink | null => (accounts.some(({ accountId }) => accountId === link?.accountId) ? link : null);
