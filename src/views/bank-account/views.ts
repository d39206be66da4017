import type { bankAccount } from '#machines/bank-account/bank-account.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { BankAccount, BankAccountVerified } from './BankAccount.tsx';

export const bankAccountViews = {
  enteringBankAccount: BankAccount,
  verifyingBankAccount: BankAccount,
  savingBankAccount: BankAccount,
  bankAccountVerified: BankAccountVerified,
} satisfies ViewsOf<typeof bankAccount>;
