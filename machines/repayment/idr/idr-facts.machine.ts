/** Loads the initial data of an application for an income-driven plan (R §2, §7). */
import { accounts } from '#domain/accounts/calls.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { PROBE } from '#domain/repayment/idr/estimates.ts';
import { plans } from '#domain/plans/calls.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface IdrData {
  /** The business day. */
  readonly today: PlainDate;
  readonly accounts: LoanAccounts;
  /** The estimates without income and dependents, which show whether an income-driven plan is possible. */
  readonly probe: PlanEstimates;
}

export const idrFacts = loadParts<IdrData>({
  id: 'idrFacts',
  description: 'The business day, the accounts and the first estimates are fetched in parallel',
  parts: (part) => ({
    today: part(effects['clock.today'], { description: 'The business day' }),
    accounts: part(call(accounts.list), { description: 'The borrower type, and when loans enter repayment' }),
    probe: part(call(plans.estimates), {
      description: 'Whether an income-driven plan is possible',
      request: () => ({ body: PROBE }),
    }),
  }),
});
