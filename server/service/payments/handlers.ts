/** The handlers of the area's calls. */
import { nextBankingDay } from '#domain/banking-days.ts';
import type { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import type { banking } from '#domain/payments/banking/calls.ts';
import type { payments } from '#domain/payments/calls.ts';
import type { instructions } from '#domain/payments/instructions/calls.ts';
import type { payoff } from '#domain/payments/payoff/calls.ts';
import { readEmail } from '../../credentials/contact.ts';
import { cachedPerLoansVersion, cachedWithInput } from '../loans-cache.ts';
import { holdingsIn, portfolioIn, portfolioOn } from '../portfolio/portfolio.ts';
import type { GroupHandlers } from '../scope.ts';
import { autoDebitSubmissions, changeAutoDebit, listNextDrafts, readAutoDebit } from './auto-debit.ts';
import { bankName, changeMethod, listManagedMethods, methodChanges, saveMethod, validateBank } from './banking.ts';
import {
  type PaymentDeps,
  toAfterCutoff,
  availableDatesAt,
  toBorrowerPayment,
  earliestPaymentDateAt,
  toOverview,
} from './due.ts';
import { readForecast } from './forecast.ts';
import {
  changeInstruction,
  instructionSubmissions,
  listInstructions,
  readInstructions,
} from './instruction-changes.ts';
import { methodsFor } from './methods.ts';
import { historyDetails, historyFile, listHistory, paymentTotals } from './payment-history.ts';
import { paymentSubmissions, submitPayment, submitPaymentV1 } from './payments.ts';
import { payoffPdf, payoffQuote } from './payoff.ts';
import { cancelPayment, cancellations, listScheduled } from './scheduled.ts';

const borrowerPaymentIn = cachedWithInput(async (scope, facts: Omit<PaymentDeps, 'today'>) =>
  toBorrowerPayment(await portfolioIn(scope), { ...facts, today: scope.today }),
);

export const paymentsHandlers = {
  'banking.bankName': bankName,
  'banking.validate': validateBank,
  'banking.save': saveMethod,
  'banking.methods': listManagedMethods,
  'banking.change': changeMethod,
  'banking.settleChange': methodChanges.settle,
  'autoDebit.read': readAutoDebit,
  'autoDebit.change': changeAutoDebit,
  'autoDebit.settle': autoDebitSubmissions.settle,
  'payments.overview': cachedPerLoansVersion(async (scope) => {
    const portfolio = await portfolioIn(scope);
    return toOverview(portfolio, listNextDrafts(portfolio));
  }),
  'payments.availableDates': async ({ now }) => availableDatesAt(now),
  'payments.borrowerPayment': async (scope) =>
    borrowerPaymentIn(scope, {
      earliest: earliestPaymentDateAt(scope.now),
      email: await readEmail(scope),
      payoffQuoteDays: scope.payoffQuoteDays,
      isPayer: scope.person.role === 'payer',
    }),
  'payments.afterCutoff': cachedPerLoansVersion(async (scope) =>
    toAfterCutoff(portfolioOn(await holdingsIn(scope), nextBankingDay(scope.today))),
  ),
  'payments.specialInstructions': listInstructions,
  'payments.methods': methodsFor,
  'payments.scheduled': listScheduled,
  'payments.submitV1': submitPaymentV1,
  'payments.submit': submitPayment,
  'payments.forecast': readForecast,
  'payments.settle': paymentSubmissions.settle,
  'payments.history': listHistory,
  'payments.historyDetails': historyDetails,
  'payments.historyFile': historyFile,
  'payments.totals': paymentTotals,
  'payments.cancel': cancelPayment,
  'payments.settleCancellation': cancellations.settle,
  'instructions.read': readInstructions,
  'instructions.change': changeInstruction,
  'instructions.settle': instructionSubmissions.settle,
  'payoff.quote': payoffQuote,
  'payoff.pdf': payoffPdf,
} satisfies GroupHandlers<typeof banking | typeof autoDebit | typeof payments | typeof instructions | typeof payoff>;
