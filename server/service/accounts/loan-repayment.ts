/** The amounts borrowed and paid on an account, and its projected repayment (P §2.12). */
import { and, eq } from 'drizzle-orm';
import { sumParts } from '#domain/parts.ts';
import { owedByMonth } from '#domain/accounts/replay.ts';
import { instructionEffectiveFrom } from '#domain/accounts/instructions.ts';
import type { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { sumCents } from '#domain/money.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { readAllInstructions } from '../portfolio/instructions.ts';
import { isPaidRow } from '../portfolio/debits.ts';
import { forgivenessIn } from '../portfolio/plan-loans.ts';
import { getAccount, listLoans, portfolioIn } from '../portfolio/portfolio.ts';
import { ownRows } from '../own-rows.ts';
import type { Handler } from '../scope.ts';
import { readRecords } from '../portfolio/replay.ts';

/** Returns the amounts borrowed and paid on an account. */
export const accountRepayment: Handler<typeof loanCalls.repayment> = async (scope, { params: { accountId } }) => {
  const { db, borrowerKey, today } = scope;
  const { accounts } = await portfolioIn(scope);
  const account = getAccount(accounts, accountId);
  const isMatch = and(eq(paymentHistory.accountId, accountId), isPaidRow);
  const payments = await ownRows(scope, paymentHistory, isMatch);
  const instructions = await readAllInstructions(scope);
  const getForgiveness = forgivenessIn(accounts);
  const records = await readRecords(db, { borrowerKey, accountId }, today);
  const months = records.entries.filter(({ kind }) => kind === 'rapMonth');
  return {
    ...account,
    asOf: today,
    originalBalance: sumCents(listLoans(account).map(({ disbursed }) => disbursed)),
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
      const terms = { forgiveness: getForgiveness(group), monthlyPayment, paymentSteps: held.paymentSteps ?? [] };
      return { ...held, ...terms, loans: sent };
    }),
  };
};
