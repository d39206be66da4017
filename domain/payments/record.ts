/** A payment line by line, as review and receipt list it: the choices before submission, and the submitted payment. */
import * as v from 'valibot';
import { type SubmissionFacts, paidOf, submitV2Of } from './payload.ts';
import { keepsDueDate, payablesOf } from './schedule.ts';
import { type BorrowerPayment } from './shapes.ts';
import { type PaymentAmountsV2, type PaymentRecord, type ScheduleValues, SubmitV2 } from './submission-shapes.ts';
import { maskedNumber } from './source.ts';
import type { PaymentLine } from './under-way.ts';

/** Returns what a payment pays on each account. `advanceDueDate` means the opposite (ruling 26). */
const paidAccounts = ({ borrowerPaymentV2 }: PaymentAmountsV2): PaymentRecord['accounts'] =>
  borrowerPaymentV2.borrowerAccountPaymentsV2.map(
    ({ accountNumber, paymentAmount, advanceDueDate, borrowerGroupPaymentsV2 }) => ({
      accountNumber,
      paymentAmount,
      keepsDueDate: advanceDueDate,
      groups: borrowerGroupPaymentsV2.map((group) => ({
        groupId: group.groupId,
        paymentAmount: group.paymentAmount,
        keepsDueDate: group.advanceDueDate,
      })),
    }),
  );

/** Returns the record of a submitted payment for the receipt. */
export const recordOf = (
  submission: SubmitV2,
  method: { readonly name: string; readonly accountNumber: string },
): PaymentRecord => ({
  effectiveDate: submission.effectiveDate,
  total: submission.paymentAmountControlTotal,
  accounts: paidAccounts(submission),
  methodName: method.name,
  methodAccountNumber: method.accountNumber,
});

/** Returns the record of the choices before submission; `name` is the name of the bank account. */
export const recordOfChosen = (facts: SubmissionFacts, name: string): PaymentRecord =>
  recordOf(v.parse(SubmitV2, submitV2Of(facts)), { name, accountNumber: maskedNumber(facts.source.accountNumber) });

/** Returns the lines of the chosen payment. */
export const chosenLines = (values: ScheduleValues, payment: BorrowerPayment): PaymentLine[] =>
  payment.borrowerAccountPayments
    .flatMap((account) => paidOf(values, payablesOf(values, account)))
    .map(({ amount, ...payable }) => ({
      accountNumber: payable.account.accountNumber,
      groupId: payable.group?.groupId ?? null,
      amount,
      keepsDueDate: keepsDueDate(values, payable),
    }));

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

/** Returns the lines of a payment that is submitted, without those on which nothing is paid. */
export const submittedLines = (payment: PaymentAmountsV2): PaymentLine[] =>
  recordedLines({ accounts: paidAccounts(payment) }).filter(({ amount }) => amount > 0);
