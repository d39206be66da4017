/** The server's data for validating a payment, and the shares into which a payment divides. */
import { nextBankingDay } from '#domain/banking-days.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import type { DueFacts } from '#domain/payments/arrival.ts';
import { payments } from '#domain/payments/calls.ts';
import type { PaymentUnderWay } from '#domain/payments/payable.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { AvailableDates, BorrowerPayment } from '#domain/payments/shapes.ts';
import type { PaymentAmountsV2 } from '#domain/payments/submission-shapes.ts';
import { afterCutoffOf, availableDatesAt, borrowerPaymentOf, earliestPaymentDateAt } from './due.ts';
import { type Holdings, portfolioOn } from '../accounts/portfolio.ts';
import type { Scope } from '../scope.ts';
import { parseAnswer } from '../../wire-format.ts';

/** The amount for an account, or for one of its groups. */
export interface ForecastShare {
  readonly accountNumber: string;
  readonly groupId: string | null;
  readonly amount: Cents;
  readonly keepsDueDate: boolean;
}

/** Returns the payments under way on all accounts. Drafts that are still to be made are not among them. */
const paymentsUnderWay = ({ accounts }: Holdings, today: PlainDate): PaymentUnderWay[] =>
  accounts.flatMap(({ accountNumber, agreements }) =>
    agreements.payments.map(({ amount, effectiveDate }) => ({
      accountNumber,
      effectiveDate,
      sumOfPaymentAmount: amount,
      description: statusOn(today, effectiveDate),
    })),
  );

/** Returns the data for validating the date and the amounts; after today's cutoff, the amounts owed then (Y §4.2). */
export async function dueFactsFor(
  { now, today, accrualEnd }: Pick<Scope, 'now' | 'today' | 'accrualEnd'>,
  { effectiveDate }: { readonly effectiveDate: PlainDate },
  holdings: Holdings,
): Promise<DueFacts> {
  const { email } = holdings.borrower;
  const due = borrowerPaymentOf(portfolioOn(holdings, today), { earliest: earliestPaymentDateAt(now), email, today });
  const cutoff = () => ({
    items: parseAnswer(payments.afterCutoff.response, afterCutoffOf(portfolioOn(holdings, nextBankingDay(today)))),
    accrualEnd,
  });
  return {
    payment: parseAnswer(BorrowerPayment, due),
    dates: parseAnswer(AvailableDates, availableDatesAt(now)),
    today,
    upcoming: paymentsUnderWay(holdings, today),
    cutoff: effectiveDate > today ? cutoff() : null,
  };
}

/** Returns the shares of a payment by account, or by group. `advanceDueDate` means the opposite (ruling 26). */
export const sharesOf = ({ borrowerPaymentV2 }: PaymentAmountsV2): ForecastShare[] =>
  borrowerPaymentV2.borrowerAccountPaymentsV2
    .flatMap((account): ForecastShare[] => {
      const { accountNumber, paymentAmount: amount, advanceDueDate: keepsDueDate } = account;
      if (!account.isGroupLevelPayment) return [{ accountNumber, groupId: null, amount, keepsDueDate }];
      return account.borrowerGroupPaymentsV2.map((group) => ({
        accountNumber,
        groupId: group.groupId,
        amount: group.paymentAmount,
        keepsDueDate: group.advanceDueDate,
      }));
    })
    .filter(({ amount }) => amount > 0);
