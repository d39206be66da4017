/** The amounts borrowed and paid on an account, and its projected repayment (P §2.12). */
import { and, eq } from 'drizzle-orm';
import { sumParts } from '#domain/parts.ts';
import { owedByMonth } from '#domain/accounts/replay.ts';
import { instructionEffectiveFrom } from '#domain/accounts/instructions.ts';
import type { CallSent } from '#domain/call.ts';
import type { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { sumCents } from '#domain/money.ts';
import type { Forgiveness } from '#domain/repayment/plans/forgiveness.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { instructionsOf } from '../payments/instructions.ts';
import { isPaidRow } from '../payments/debits.ts';
import { forgivenessIn } from '../repayment/plan-loans.ts';
import { type GroupOnDay, loansOf, portfolioIn } from './portfolio.ts';
import { ownRows } from '../own-rows.ts';
import type { Handler } from '../scope.ts';
import { noSuchAccount } from './loans.ts';
import { recordsOf } from './replay.ts';

type SentGroup = CallSent<typeof loanCalls.repayment>['groups'][number];

const repaidGroup = ({ held, monthlyPayment }: GroupOnDay, forgiveness: Forgiveness | null): SentGroup => ({
  ...held,
  forgiveness,
  monthlyPayment,
  paymentSteps: held.paymentSteps ?? [],
  loans: held.loans.map((loan) => ({
    ...loan,
    accruedInterest: String(loan.accruedInterest),
  })),
});

/** Returns the amounts borrowed and paid on an account. */
export const accountRepayment: Handler<typeof loanCalls.repayment> = async (scope, { params: { accountId } }) => {
  const { db, borrowerKey, today } = scope;
  const { accounts } = await portfolioIn(scope);
  const account = accounts.find((each) => each.accountId === accountId);
  if (account === undefined) throw noSuchAccount();
  const isOf = and(eq(paymentHistory.accountId, accountId), isPaidRow);
  const payments = await ownRows(scope, paymentHistory, isOf);
  const instructions = await instructionsOf(db, borrowerKey);
  const forgivenessOf = forgivenessIn(accounts);
  return {
    ...account,
    asOf: today,
    originalBalance: sumCents(loansOf(account).map(({ disbursed }) => disbursed)),
    paid: sumParts(payments),
    history: owedByMonth(await recordsOf(db, { borrowerKey, accountId }, today), today),
    instruction: instructions.on(accountId, instructionEffectiveFrom(today)),
    groups: account.groups.map((group) => repaidGroup(group, forgivenessOf(group))),
  };
};
