/** The prediction of a payment on the wire. Parsed money is in cents, parsed dates are plain. */
import * as v from 'valibot';
import { AccountNumber } from '../accounts/shapes.ts';
import { PlainDateFromWire } from '../calendar.ts';
import { MoneyFromWire } from '../money.ts';

const parts = { feesApplied: MoneyFromWire, interestApplied: MoneyFromWire, principalApplied: MoneyFromWire };

/** The effect of a payment on one loan. */
export const LoanForecast = v.object({
  loanId: v.string(),
  /** In percent a year. */
  rate: v.number(),
  ...parts,
  /** Owed after the payment, on its date. */
  balanceAfter: MoneyFromWire,
});
export type LoanForecast = v.InferOutput<typeof LoanForecast>;

/** A future bill. Its amount is 0 if the payment has paid it. */
export const BillForecast = v.object({ dueDate: PlainDateFromWire, amount: MoneyFromWire });
export type BillForecast = v.InferOutput<typeof BillForecast>;

/** The effect of a payment on one group of loans. */
export const GroupForecast = v.object({
  groupId: v.string(),
  loanType: v.string(),
  ...parts,
  balanceAfter: MoneyFromWire,
  /** Past due after the payment. */
  pastDueAfter: MoneyFromWire,
  /** Empty for payers. */
  loans: v.array(LoanForecast),
  /**
   * At most three bills, if every bill is paid on its due date: with the due date advanced, and not advanced (ruling 77).
   */
  billsAdvanced: v.array(BillForecast),
  billsKept: v.array(BillForecast),
});
export type GroupForecast = v.InferOutput<typeof GroupForecast>;

/** The effect of a payment on one account. */
export const AccountForecast = v.object({
  accountNumber: AccountNumber,
  /** The program of the account's loans, such as `Direct`. */
  loanType: v.string(),
  /** The excess over the account's payoff, which is refunded. */
  refundedAmount: MoneyFromWire,
  /** The groups that the payment reaches. */
  groups: v.array(GroupForecast),
});
export type AccountForecast = v.InferOutput<typeof AccountForecast>;

/** The effect of a payment on the accounts that it pays. */
export const PaymentForecast = v.object({ accounts: v.array(AccountForecast) });
export type PaymentForecast = v.InferOutput<typeof PaymentForecast>;
