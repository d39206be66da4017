/** The loans from which plans are compared over time. It runs within a flow; the borrower can go on without it. */
import { plans } from '#domain/repayment/plans/calls.ts';
import type { PlanFacts } from '#domain/repayment/plans/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export const planFacts = resource({
  id: 'planFacts',
  description: 'The loans from which the plans are compared over time',
  load: call(plans.facts),
  request: () => ({}),
  data: (facts: PlanFacts) => facts,
  isEmpty: ({ loans }) => loans.length === 0,
  isWithinPage: true,
  isOptional: true,
});
