/**
 * The payload of a payment (Y §3), version 2, and the parts that both versions share, built from the borrower's
 * choices.
 */
import { type PlainDate, effectiveDateOf, parseUsDate } from '../calendar.ts';
import { dollarsFromCents } from '../money.ts';
import type { Payable } from './rules.ts';
import {
  type ScheduleFacts,
  accountAmount,
  chosenAmount,
  keepsDueDate,
  levelOf,
  payablesOf,
  totalOf,
} from './schedule.ts';
import type { PaymentAmountsV2Wire, ScheduleValues, SubmitV2Wire } from './submission-shapes.ts';
import type { PaymentSource } from './source.ts';

/** The data from which a payload is built. */
export interface SubmissionFacts extends ScheduleFacts {
  readonly values: ScheduleValues;
  readonly source: PaymentSource;
  /** Whether the method had been chosen before and was come back to (Y §4.3). */
  readonly methodPreserved: boolean;
  readonly payerName: string;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  readonly userAgent: string;
}

/** Returns the amounts paid on some accounts or groups. */
export const paidOf = <P extends Payable>(values: ScheduleValues, payables: readonly P[]) =>
  payables.map((payable) => ({ ...payable, amount: chosenAmount(values, payable) })).filter(({ amount }) => amount > 0);

/** Whether the due date is left alone on everything that is paid. */
export const keepsAllDueDates = (values: ScheduleValues, paid: readonly Payable[]): boolean =>
  paid.length > 0 && paid.every((payable) => keepsDueDate(values, payable));

/** Returns the date of the payment. The input has been validated before. */
export function dayOf(values: ScheduleValues): PlainDate {
  const day = parseUsDate(values.paymentDate);
  if (day === undefined) throw new RangeError('The payment has no valid date');
  return day;
}

/** What both versions say alike: who pays from which bank account. */
export function commonOf({ source, payment, userAgent, ...facts }: SubmissionFacts) {
  const { institutionName: _name, accountTypeId: paymentAccountTypeId, ...account } = source;
  const { payerRoleId, payerName: name, paymentSourceTypeId } = facts;
  const payer = { payerRoleId, name, paymentSourceTypeId, email: payment.email };
  return { ...account, ...payer, paymentAccountTypeId, paymentSourceRawDetails: userAgent.slice(0, 500) };
}

/** The date and the amounts of a payment, version 2. Accounts and groups on which nothing is paid are left out. */
export function amountsV2Of({ payment, values }: Pick<SubmissionFacts, 'payment' | 'values'>): PaymentAmountsV2Wire {
  const paid = payment.borrowerAccountPayments
    .map((account) => ({ account, payables: paidOf(values, payablesOf(values, account)) }))
    .filter(({ payables }) => payables.length > 0);
  return {
    effectiveDate: effectiveDateOf(dayOf(values)),
    paymentAmountControlTotal: dollarsFromCents(totalOf(values, payment)),
    advanceDueDate: keepsAllDueDates(
      values,
      paid.flatMap(({ payables }) => payables),
    ),
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: paid.map(({ account, payables }) => ({
        accountNumber: account.accountNumber,
        paymentAmount: dollarsFromCents(accountAmount(values, account)),
        borrowerGroupPaymentsV2: payables.flatMap(({ amount, ...payable }) => {
          if (payable.group === null) return [];
          const [paymentAmount, advanceDueDate] = [dollarsFromCents(amount), keepsDueDate(values, payable)];
          return [
            { accountNumber: account.accountNumber, groupId: payable.group.groupId, paymentAmount, advanceDueDate },
          ];
        }),
        isGroupLevelPayment: levelOf(values, account) === 'group',
        advanceDueDate: keepsAllDueDates(values, payables),
      })),
    },
  };
}

/** The payload of a payment, version 2. */
export const submitV2Of = (facts: SubmissionFacts): SubmitV2Wire => ({ ...amountsV2Of(facts), ...commonOf(facts) });
