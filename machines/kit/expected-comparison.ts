/** Shared expectations of the plan steps' models about the comparison of plans over time. */

/** The machine of the comparison stops in error: that is logged, and the plans can still be chosen. `stopped` is the state then. */
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
