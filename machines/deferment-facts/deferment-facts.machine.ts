/** What an application for a deferment starts with (R §4): what the borrower may apply for, and the day. */
import type { PlainDate } from '#domain/calendar.ts';
import { deferment } from '#domain/deferment/calls.ts';
import type { DefermentEligibility } from '#domain/deferment/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface DefermentFacts {
  readonly eligibility: DefermentEligibility;
  /** The business day. */
  readonly today: PlainDate;
}

export const defermentFacts = loadParts<DefermentFacts>({
  id: 'defermentFacts',
  description: 'What the borrower may apply for and the business day are fetched side by side',
  parts: (part) => ({
    eligibility: part(call(deferment.eligibility), { description: 'Which deferments the borrower may apply for' }),
    today: part(effects['clock.today'], { description: 'The business day' }),
  }),
});
