/** Loads the facts for a deferment application (R §4): the borrower's eligibility and the business day. */
import type { PlainDate } from '#domain/calendar.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface DefermentData {
  readonly eligibility: DefermentEligibility;
  /** Business day. */
  readonly today: PlainDate;
}

export const defermentFacts = loadParts<DefermentData>({
  id: 'defermentFacts',
  description: "The borrower's eligibility and the business day load in parallel",
  parts: (part) => ({
    eligibility: part(call(deferment.eligibility), { description: 'Deferments for which the borrower is eligible' }),
    today: part(effects['clock.today'], { description: 'Business day' }),
  }),
});
