/** Model of loading the comparison of plans over time within the plan step of a flow, with failures. */
import { samplePlanData } from '#domain/plans/samples.ts';
import { defineModel } from 'xstate-workbench/model';
import { planFacts } from './plan-facts.machine.ts';

const HEADING = 'Compare your plans over time';
const COULD_NOT_LOAD = "We can't compare your plans right now. You can continue without it.";

const loads = { state: 'loading', calls: { load: {} } } as const;

export default defineModel<typeof planFacts>({
  machine: planFacts,
  title: 'Plan Comparison',
  place: 'Beside the plans that can be chosen',
  inputs: {
    'a borrower who compares plans': {
      input: {},
      then: { ...loads, context: { input: {}, data: null, failure: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.requested' },
      gesture: { action: 'click', role: 'button', name: 'Compare Again' },
      then: [{ in: 'couldNotLoad', ...loads, focus: { place: 'heading', delay: 0 }, hides: [COULD_NOT_LOAD] }],
    },
  ],
  outcomes: {
    load: {
      'the loans': {
        answers: samplePlanData,
        then: { state: 'showing', context: { data: samplePlanData, failure: null } },
      },
      'no loans': { answers: { ...samplePlanData, loans: [] }, then: { state: 'empty' } },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'noAnswer' } },
          reads: [COULD_NOT_LOAD],
        },
      },
    },
  },
  screens: {
    loading: [HEADING],
    showing: [HEADING, 'What you pay each month', 'Total paid', 'How we calculated this'],
    empty: [HEADING, 'None of your federal loans has a balance.'],
    couldNotLoad: [HEADING, COULD_NOT_LOAD],
  },
  finish: ['showing', 'empty'],
  claims: {
    'plans are compared only when the loans are known': {
      reaching: ({ isIn }) => isIn('showing'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the loans',
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
  facts: ({ data, failure }) => ({ isThere: data !== null, failure: failure?.kind }),
});

/** Outcome in which the machine of the comparison stops: that is logged, and the plans can still be chosen. `stopped` is the state then. */
export const comparisonStops = (stopped: string) => ({
  'the machine of the comparison stops in error': {
    throws: { kind: 'unreadable', detail: 'Unexpected Error' },
    then: {
      state: stopped,
      emits: [
        {
          type: 'failure.ignored',
          what: 'The plans were not compared over time',
          failure: { kind: 'unreadable', detail: 'Unexpected Error' },
        },
      ],
    },
  },
});
