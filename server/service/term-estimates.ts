/** The estimates of term-based plans by which the server validates and decides on an application (R §4, §5). */
import * as v from 'valibot';
import { sumCents } from '#domain/money.ts';
import { balanceOf } from '#domain/plans/eligibility.ts';
import { estimatesOf } from '#domain/plans/estimates.ts';
import { EstimatesRequest, type PlanEstimates, type PlanFacts } from '#domain/plans/shapes.ts';
import { programBalances, termEstimatesRequest } from '#domain/term/qualification.ts';
import type { TermLoanInfo } from '#domain/term/shapes.ts';
import { assumedOtherLoans } from '#domain/term/submission.ts';
import { type PlanScope, planFactsIn } from './plans.ts';
import { byKey } from './portfolio.ts';

/** The balance of each group of federal loans, by account. */
export const groupBalances = ({ loans }: PlanFacts): TermLoanInfo['borrowerAccountPayments'] =>
  [...byKey(loans, ({ accountNumber }) => accountNumber).values()].map((ofAccount) => ({
    borrowerGroupPayments: [...byKey(ofAccount, ({ groupId }) => groupId).values()].flatMap((ofGroup) =>
      ofGroup
        .slice(0, 1)
        .map(({ program }) => ({ loanType: program, currentBalance: sumCents(ofGroup.map(balanceOf)) })),
    ),
  }));

/** Returns the estimates by which an application is validated and decided. */
export async function termEstimatesIn(scope: PlanScope, hasExternalLoans: boolean): Promise<PlanEstimates> {
  const facts = await planFactsIn(scope);
  const balances = programBalances({ borrowerAccountPayments: groupBalances(facts) });
  const request = termEstimatesRequest(assumedOtherLoans(hasExternalLoans, balances, facts.extendedAbove));
  return estimatesOf(facts, v.parse(EstimatesRequest, request));
}
