/** Display names of accounts and loan groups. Every page, message and document uses these functions. */

/** The fields that make up an account's display name. */
export interface AccountNames {
  /** The program of the account's loans, such as `Direct`. Undefined if the server does not send it. */
  readonly loanType?: string | undefined;
  readonly accountNumber: string;
}

/** Returns the display name of the loans of a program: 'Direct Loans'. */
export const programName = (loanType: string): string => (/\bloans?$/i.test(loanType) ? loanType : `${loanType} Loans`);

/** Returns the display name of an account: 'Direct Loans · E104882913', or 'Account E104882913' without a loan type. */
export function accountName({ loanType, accountNumber }: AccountNames): string {
  if (loanType === undefined) return `Account ${accountNumber}`;
  return `${programName(loanType)} · ${accountNumber}`;
}

/** Returns the display name of the account with this number. `accounts` are all accounts of the borrower. */
export const accountNameAmong = (accounts: readonly AccountNames[], accountNumber: string): string =>
  accountName(accounts.find((each) => each.accountNumber === accountNumber) ?? { accountNumber });

/** Returns the display name of a loan group: 'Direct Loans · E104882913, group A'. */
export const groupName = (account: AccountNames, groupId: string): string =>
  `${accountName(account)}, group ${groupId}`;
