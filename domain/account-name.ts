/** The names of accounts and of their loan groups. Every page, message and document uses these. */

/** The fields from which an account is named. */
export interface AccountNames {
  /** The program of the account's loans, such as `Direct`. Undefined where the server does not send it. */
  readonly loanType?: string | undefined;
  readonly accountNumber: string;
}

/** Returns the name of an account, 'Direct Loans · E104882913'; 'Account E104882913' without a loan type. */
export function accountName({ loanType, accountNumber }: AccountNames): string {
  if (loanType === undefined) return `Account ${accountNumber}`;
  return `${/\bloans?$/i.test(loanType) ? loanType : `${loanType} Loans`} · ${accountNumber}`;
}

/** Returns the name of the account with this number, given all accounts of the borrower. */
export const accountNameAmong = (accounts: readonly AccountNames[], accountNumber: string): string =>
  accountName(accounts.find((each) => each.accountNumber === accountNumber) ?? { accountNumber });

/** Returns the name of a loan group, 'Direct Loans · E104882913, group A'. */
export const groupName = (account: AccountNames, groupId: string): string =>
  `${accountName(account)}, group ${groupId}`;
