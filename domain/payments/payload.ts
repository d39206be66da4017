/**
 * Converts the lines of a payment to the payload (Y §3), version 2, and back. Also contains the parts that both versions
 * share.
 */
import { type PlainDate, toEffectiveDate, parseUsDate } from '../calendar.ts';
import { dollarsFromCents } from '../money.ts';
import { type PaymentOrder, keepsEveryDueDate, linesByAccount, totalOfLines } from './lines.ts';
import { type ScheduleInput, chosenLines } from './schedule.ts';
import type { PaymentAmountsV2, PaymentAmountsV2Wire, ScheduleValues, SubmitV2Wire } from './submission-shapes.ts';
import type { PaymentSource } from './source.ts';

/** The data from which a payload is built. */
export interface PaymentSubmissionInput extends ScheduleInput {
  readonly values: ScheduleValues;
  readonly source: PaymentSource;
  /** Whether the borrower returned to a method that was chosen before (Y §4.3). */
  readonly methodPreserved: boolean;
  readonly payerName: string;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  readonly userAgent: string;
}

/** Converts the choice to keep the due date to its wire field, whose name says the opposite (ruling 26). */
export const dueDateOnWire = (keepsDueDate: boolean) => ({ advanceDueDate: keepsDueDate });
const keepsDueDateOnWire = ({ advanceDueDate }: ReturnType<typeof dueDateOnWire>): boolean => advanceDueDate;

/** Returns the date of the payment. The input has been validated before. */
function parsePaymentDate(values: ScheduleValues): PlainDate {
  const day = parseUsDate(values.paymentDate);
  if (day === undefined) throw new RangeError('The payment has no valid date');
  return day;
}

/** Returns the chosen payment. The choices have been validated before. */
export const chosenOrder = ({ payment, values }: Pick<PaymentSubmissionInput, 'payment' | 'values'>): PaymentOrder => ({
  effectiveDate: parsePaymentDate(values),
  lines: chosenLines(values, payment),
});

/** Returns the fields of both versions: the payer and the bank account. */
export function toCommonFields({ source, payment, userAgent, ...facts }: PaymentSubmissionInput) {
  const { institutionName: _name, accountTypeId: paymentAccountTypeId, ...account } = source;
  const { payerRoleId, payerName: name, paymentSourceTypeId } = facts;
  const payer = { payerRoleId, name, paymentSourceTypeId, email: payment.email };
  return { ...account, ...payer, paymentAccountTypeId, paymentSourceRawDetails: userAgent.slice(0, 500) };
}

/** Returns the date and the amounts of a payment, version 2. Accounts and groups without an amount have no lines. */
export const toAmountsV2 = ({ effectiveDate, lines }: PaymentOrder): PaymentAmountsV2Wire => ({
  effectiveDate: toEffectiveDate(effectiveDate),
  paymentAmountControlTotal: dollarsFromCents(totalOfLines(lines)),
  ...dueDateOnWire(keepsEveryDueDate(lines)),
  borrowerPaymentV2: {
    borrowerAccountPaymentsV2: linesByAccount(lines).map(({ accountNumber, amount, keepsDueDate, groups }) => ({
      accountNumber,
      paymentAmount: dollarsFromCents(amount),
      borrowerGroupPaymentsV2: groups.map((line) => ({
        accountNumber,
        groupId: line.groupId,
        paymentAmount: dollarsFromCents(line.amount),
        ...dueDateOnWire(line.keepsDueDate),
      })),
      isGroupLevelPayment: groups.length > 0,
      ...dueDateOnWire(keepsDueDate),
    })),
  },
});

/** Returns the payload of a payment, version 2. */
export const toSubmitV2 = (facts: PaymentSubmissionInput): SubmitV2Wire => ({
  ...toAmountsV2(chosenOrder(facts)),
  ...toCommonFields(facts),
});

/** Returns the payment of a received payload: a line for each account, or for each of its groups. */
export const toPaymentOrder = ({ effectiveDate, borrowerPaymentV2 }: PaymentAmountsV2): PaymentOrder => ({
  effectiveDate,
  lines: borrowerPaymentV2.borrowerAccountPaymentsV2.flatMap(({ accountNumber, borrowerGroupPaymentsV2, ...whole }) =>
    (borrowerGroupPaymentsV2.length > 0 ? borrowerGroupPaymentsV2 : [{ ...whole, groupId: null }]).map((paid) => ({
      accountNumber,
      groupId: paid.groupId,
      amount: paid.paymentAmount,
      keepsDueDate: keepsDueDateOnWire(paid),
    })),
  ),
});
