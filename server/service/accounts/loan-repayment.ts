/** The amounts borrowed and paid on an account, and its projected repayment (P §2.12). */
import { and, eq } from 'drizzle-orm';
import type { PrincipalChange } from '#domain/accounts/updates/rules.ts';
import { sumParts } from '#domain/parts.ts';
import { instructionEffectiveFrom } from '#domain/accounts/instructions.ts';
import { type PlainDate, compare, earlier, monthEnd } from '#domain/calendar.ts';
import type { loans as loanCalls } from '#domain/accounts/loans/calls.ts';
import { type Cents, ZERO, subtractCents, sumCents } from '#domain/money.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { instructionsOf } from '../payments/instructions.ts';
import { isPaidRow } from '../payments/debits.ts';
import { forgivenessIn } from '../repayment/plan-loans.ts';
import { accountOf, loansOf, portfolioIn } from './portfolio.ts';
import { ownRows } from '../own-rows.ts';
import type { Handler } from '../scope.ts';
import { addedToPrincipal, disbursementsOf } from './groups.ts';

/** Adds changes up to the principal at the end of each month; the present month ends today. */
function balancesOf(changes: readonly PrincipalChange[], today: PlainDate): { date: PlainDate; principal: Cents }[] {
  const months = new Map<PlainDate, Cents>();
  for (const { date, amount } of changes) {
    const end = earlier(monthEnd(date), today);
    months.set(end, sumCents([months.get(end) ?? ZERO, amount]));
  }
  let principal = ZERO;
  return [...months]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([date, change]) => {
      principal = sumCents([principal, change]);
      return { date, principal };
    });
}

/** Returns the amounts borrowed and paid on an account. What was added to the principal counts from its day. */
export const accountRepayment: Handler<typeof loanCalls.repayment> = async (scope, { params: { accountId } }) => {
  const { db, borrowerKey, today } = scope;
  const { accounts } = await portfolioIn(scope);
  const account = accountOf(accounts, accountId);
  const isOf = and(eq(paymentHistory.accountId, accountId), isPaidRow);
  const payments = await ownRows(scope, paymentHistory, isOf);
  const instructions = await instructionsOf(scope);
  const loans = loansOf(account);
  const forgivenessOf = forgivenessIn(accounts);
  const borrowed = [...loans.flatMap(disbursementsOf), ...(await addedToPrincipal(db, { borrowerKey, accountId }))];
  const repaid = payments.map((row) => ({ date: row.effectiveDate, amount: subtractCents(ZERO, row.principal) }));
  return {
    ...account,
    asOf: today,
    originalBalance: sumCents(loans.map(({ disbursed }) => disbursed)),
    paid: sumParts(payments),
    history: balancesOf([...borrowed, ...repaid], today),
    instruction: instructions.on(accountId, instructionEffectiveFrom(today)),
    groups: account.groups.map((group) => {
      const { held, monthlyPayment } = group;
      const sent = held.loans.map((loan) => ({ ...loan, accruedInterest: String(loan.accruedInterest) }));
      const terms = { forgiveness: forgivenessOf(group), monthlyPayment, paymentSteps: held.paymentSteps ?? [] };
      return { ...held, ...terms, loans: sent };
    }),
  };
};
