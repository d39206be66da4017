/** The amounts borrowed and paid on an account, and its projected repayment (P §2.12). */
import { and, eq } from 'drizzle-orm';
import { sumParts } from '#domain/parts.ts';
import { owedByMonth } from '#domain/accounts/replay.ts';
import { instructionEffectiveFrom } from '#domain/accounts/instructions.ts';
import type { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { sumCents } from '#domain/money.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { instructionsOf } from '../portfolio/instructions.ts';
import { isPaidRow } from '../portfolio/debits.ts';
import { forgivenessIn } from '../portfolio/plan-loans.ts';
import { accountOf, loansOf, portfolioIn } from '../portfolio/portfolio.ts';
import { ownRows } from '../own-rows.ts';
import type { Handler } from '../scope.ts';
import { recordsOf } from '../portfolio/replay.ts';

/** Returns the amounts borrowed and paid on an account. */
export const accountRepayment: Handler<typeof loanCalls.repayment> = async (scope, { params: { accountId } }) => {
  const { db, borrowerKey, today } = scope;
  const { accounts } = await portfolioIn(scope);
  const account = accountOf(accounts, accountId);
  const isOf = and(eq(paymentHistory.accountId, accountId), isPaidRow);
  const payments = await ownRows(scope, paymentHistory, isOf);
  const instructions = await instructionsOf(scope);
  const forgivenessOf = forgivenessIn(accounts);
  const records = await recordsOf(db, { borrowerKey, accountId }, today);
  const months = records.entries.filter(({ kind }) => kind === 'rapMonth');
  return {
    ...account,
    asOf: today,
    originalBalance: sumCents(loansOf(account).map(({ disbursed }) => disbursed)),
    paid: sumParts(payments),
    notCharged: {
      // As on statements, where each amount is rounded to cents.
      interest: sumCents(months.flatMap(({ changes }) => (changes ?? []).map(({ waived }) => waived))),
      principal: sumCents(months.map(({ principal }) => principal)),
    },
    history: owedByMonth(records, today),
    instruction: instructions.on(accountId, instructionEffectiveFrom(today)),
    groups: account.groups.map((group) => {
      const { held, monthlyPayment } = group;
      const sent = held.loans.map((loan) => ({ ...loan, accruedInterest: String(loan.accruedInterest) }));
      const terms = { forgiveness: forgivenessOf(group), monthlyPayment, paymentSteps: held.paymentSteps ?? [] };
      return { ...held, ...terms, loans: sent };
    }),
  };
};
