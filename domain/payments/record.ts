/** A payment line by line, as review and receipt list it: what has been chosen, and what was submitted. */
import * as v from 'valibot';
import type { Cents } from '../money.ts';
import { type SubmissionFacts, paidOf, submitV2Of } from './payload.ts';
import { keepsDueDate, payablesOf } from './schedule.ts';
import { type BorrowerPayment, type PaymentRecord, type ScheduleValues, SubmitV2 } from './shapes.ts';
import { maskedNumber } from './source.ts';

/** What a submission asked for, as the receipt shows it. */
export const recordOf = (
  submission: SubmitV2,
  method: { readonly name: string; readonly accountNumber: string },
): PaymentRecord => ({
  effectiveDate: submission.effectiveDate,
  total: submission.paymentAmountControlTotal,
  accounts: submission.borrowerPaymentV2.borrowerAccountPaymentsV2.map(
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
  ),
  methodName: method.name,
  methodAccountNumber: method.accountNumber,
});

/** The same of what was chosen; `name` is what its bank account is called. */
export const recordOfChosen = (facts: SubmissionFacts, name: string): PaymentRecord =>
  recordOf(v.parse(SubmitV2, submitV2Of(facts)), { name, accountNumber: maskedNumber(facts.source.accountNumber) });

/** One line of a payment, as review and receipt list it. The amount is in cents. */
export interface PaymentLine {
  readonly accountNumber: string;
  /** Null when the amount is for the whole account. */
  readonly groupId: string | null;
  readonly amount: Cents;
  /** Whether the due date is left alone. */
  readonly keepsDueDate: boolean;
}

/** What has been chosen to be paid, line by line. */
export const chosenLines = (values: ScheduleValues, payment: BorrowerPayment): PaymentLine[] =>
  payment.borrowerAccountPayments
    .flatMap((account) => paidOf(values, payablesOf(values, account)))
    .map(({ amount, ...payable }) => ({
      accountNumber: payable.account.accountNumber,
      groupId: payable.group?.groupId ?? null,
      amount,
      keepsDueDate: keepsDueDate(values, payable),
    }));

/** What was submitted, line by line. */
export const recordedLines = ({ accounts }: PaymentRecord): PaymentLine[] =>
  accounts.flatMap(({ accountNumber, groups, ...whole }) =>
    (groups.length > 0 ? groups : [{ ...whole, groupId: null }]).map((line) => ({
      accountNumber,
      groupId: line.groupId,
      amount: line.paymentAmount,
      keepsDueDate: line.keepsDueDate,
    })),
  );
