/** The loans from which plans are compared over time. It runs within a flow; the borrower can go on without it. */
import { plans } from '#domain/plans/calls.ts';
import type { PlanData } from '#domain/plans/shapes.ts';
import { call } from '../../kit/effect.ts';
import { logIgnored } from '../../kit/failures.ts';
import { withFailure } from '../../kit/params.ts';
import { resource } from '../../kit/resource.machine.ts';

export const planFacts = resource({
  id: 'planFacts',
  description: 'The loans from which the plans are compared over time',
  load: call(plans.facts),
  request: () => ({}),
  data: (data: PlanData) => data,
  isEmpty: ({ loans }) => loans.length === 0,
  isWithinPage: true,
  isOptional: true,
});

/** Action used by {@link comparingOverTime}. */
export const comparisonActions = { logNotCompared: logIgnored('The plans were not compared over time') };

/** The region beside the choice of plans in which their loans are fetched and the plans are compared over time. */
export const comparingOverTime = {
  description: 'The plans are compared over time; the choice does not depend on it',
  initial: 'comparing',
  states: {
    comparing: {
      description: 'The loans are fetched, and the plans are compared',
      invoke: {
        id: 'getPlanFacts',
        src: 'getPlanFacts',
        input: {},
        onError: { target: 'notCompared', actions: withFailure('logNotCompared') },
      },
    },
    notCompared: { description: 'The machine of the comparison has stopped in error' },
  },
} as const;
