/** The address of the page of one account, and the account that it refers to. */
const ACCOUNT_ADDRESS = '/loan-details/account';

/** Returns the address of an account's groups and loans. */
export const loanDetailsAddress = (accountId: string): string =>
  `${ACCOUNT_ADDRESS}?${new URLSearchParams({ accountId }).toString()}`;

/** Returns the account in the query of an address; null if there is none. */
export const parseAccountId = (query: string): string | null => {
  const accountId = new URLSearchParams(query).get('accountId');
  return accountId === '' ? null : accountId;
};

/** Returns the address of the repayment progress of an account. */
export const progressAddress = (accountId: string): string =>
  `/loan-details/progress?${new URLSearchParams({ accountId }).toString()}`;
