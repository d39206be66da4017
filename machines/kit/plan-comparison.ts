/**
 * The comparison of plans over time beside the choice, shared by the plan steps of income-driven and term-based
 * repayment.
 */
import { logIgnored } from './failures.ts';
import { withFailure } from './params.ts';

/** The action that {@link comparingOverTime} names. */
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
