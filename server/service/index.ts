/** Who answers which call. A handler that does not fit its call, or a call without one, does not compile. */
import type { accounts } from '#domain/accounts/calls.ts';
import type { banking } from '#domain/banking/calls.ts';
import { nextBankingDay } from '#domain/calendar.ts';
import type { payments } from '#domain/payments/calls.ts';
import { listAccounts } from './accounts.ts';
import { bankName, saveMethod, validateBank } from './banking.ts';
import { afterCutoffOf, availableDatesAt, borrowerPaymentOf, overviewOf } from './due.ts';
import { listInstructions } from './instructions.ts';
import { listMethods } from './methods.ts';
import { portfolioOf } from './portfolio.ts';
import { listScheduled } from './scheduled.ts';
import type { Handler } from './scope.ts';
import { settlePayment, submitPayment, submitPaymentV1 } from './submissions.ts';

type Entries<A> = A[keyof A];
type Served = Entries<typeof accounts> | Entries<typeof banking> | Entries<typeof payments>;

export const handlers: { readonly [C in Served as C['id']]: Handler<C> } = {
  'accounts.list': listAccounts,
  'banking.bankName': bankName,
  'banking.validate': validateBank,
  'banking.save': saveMethod,
  'payments.overview': async ({ db, borrowerKey, today }) => overviewOf(await portfolioOf(db, borrowerKey, today)),
  'payments.availableDates': async ({ now }) => availableDatesAt(now),
  'payments.borrowerPayment': async ({ db, borrowerKey, now, today }) =>
    borrowerPaymentOf(await portfolioOf(db, borrowerKey, today), availableDatesAt(now), today),
  'payments.afterCutoff': async ({ db, borrowerKey, today }) =>
    afterCutoffOf(await portfolioOf(db, borrowerKey, nextBankingDay(today))),
  'payments.specialInstructions': listInstructions,
  'payments.methods': listMethods,
  'payments.scheduled': listScheduled,
  'payments.submitV1': submitPaymentV1,
  'payments.submit': submitPayment,
  'payments.settle': settlePayment,
};
