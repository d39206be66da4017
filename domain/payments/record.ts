/** The record of a submitted payment, which the receipt shows. */
import { type PaymentLine, type PaymentOrder, linesByAccount, totalOfLines } from './lines.ts';
import { type PaymentSubmissionInput, chosenOrder } from './payload.ts';
import type { PaymentRecord } from './submission-shapes.ts';
import { maskedNumber } from './source.ts';

/** Returns the record of a payment that is drawn from a bank account. */
export const toPaymentRecord = (
  { effectiveDate, lines }: PaymentOrder,
  method: { readonly name: string; readonly accountNumber: string },
): PaymentRecord => ({
  effectiveDate,
  total: totalOfLines(lines),
  accounts: linesByAccount(lines).map(({ accountNumber, amount, keepsDueDate, groups }) => ({
    accountNumber,
    paymentAmount: amount,
    keepsDueDate,
    groups: groups.map((line) => ({
      groupId: line.groupId,
      paymentAmount: line.amount,
      keepsDueDate: line.keepsDueDate,
    })),
  })),
  methodName: method.name,
  methodAccountNumber: method.accountNumber,
});

/** Returns the record of the choices before submission; `name` is the name of the bank account. */
export const recordOfChosen = (facts: PaymentSubmissionInput, name: string): PaymentRecord =>
  toPaymentRecord(chosenOrder(facts), { name, accountNumber: maskedNumber(facts.source.accountNumber) });

/** Returns the lines of the submitted payment. */
export const recordedLines = ({ accounts }: Pick<PaymentRecord, 'accounts'>): PaymentLine[] =>
  accounts.flatMap(({ accountNumber, groups, ...whole }) =>
    (groups.length > 0 ? groups : [{ ...whole, groupId: null }]).map((line) => ({
      accountNumber,
      groupId: line.groupId,
      amount: line.paymentAmount,
      keepsDueDate: line.keepsDueDate,
    })),
  );
