/** The plan step: a plan is chosen for each program (R §2, §4 IDR). */
import { assign, setup } from 'xstate';
import * as plans from '#domain/repayment/idr/plans.ts';
import type { ChosenPlans } from '#domain/repayment/idr/shapes.ts';
import type { PlanEstimates, ProgramPlan } from '#domain/plans/shapes.ts';
import type { FailureIgnored, FocusRequested } from '../../kit/events.ts';
import { withEvent } from '../../kit/params.ts';
import { comparingOverTime, comparisonActions, planFacts } from '../plan-facts/plan-facts.machine.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../../kit/relay.ts';

export interface IdrPlansInput {
  readonly estimates: PlanEstimates;
  /** The choice when the borrower left the step; the initial choice replaces a plan that is not offered. */
  readonly chosen: ChosenPlans;
}

/** The events that the machine sends to its parent. */
export type IdrPlansEvent =
  | EntryEvent<'plans', ChosenPlans>
  /** The borrower returns to the previous step. */
  | { readonly type: 'plans.left' };

interface Context extends IdrPlansInput {
  /** The plan in the details dialog. */
  readonly details: ProgramPlan | null;
}

export const idrPlans = setup({
  types: {
    context: {} as Context,
    events: {} as
      | ({ type: 'plan.chosen' } & ProgramPlan)
      | ({ type: 'details.opened' } & ProgramPlan)
      | { type: 'details.closed' }
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'leaving.declined' }
      | { type: 'leaving.confirmed' },
    input: {} as IdrPlansInput,
    output: {} as ChosenPlans,
    emitted: {} as FocusRequested | FailureIgnored,
    tags: {} as 'settled',
    children: {} as { getPlanFacts: 'getPlanFacts' },
  },
  actors: { getPlanFacts: planFacts },
  guards: {
    isIneligible: ({ context: { estimates } }) => estimates.ineligibleForIdr,
    isOffered: ({ context: { estimates } }, { program, planName }: ProgramPlan) =>
      plans.isOffered(estimates, program, planName),
    isLeavingIbr: ({ context: { estimates, chosen } }) => plans.leavesIbr(estimates, chosen),
  },
  actions: {
    ...notifyOfEntry('plans', ({ chosen }: Context) => chosen),
    notifyLeft: notify('plans.left'),
    choosePlan: assign({
      chosen: ({ context: { chosen } }, { program, planName }: ProgramPlan) => ({ ...chosen, [program]: planName }),
    }),
    setDetails: assign({ details: (_, { program, planName }: ProgramPlan) => ({ program, planName }) }),
    clearDetails: assign({ details: null }),
    ...comparisonActions,
  },
}).createMachine({
  id: 'idrPlans',
  description: 'The borrower compares the estimated payments and chooses a plan for each program',
  context: ({ input: { estimates, chosen } }) => ({
    estimates,
    chosen: plans.restoredChoice(estimates, chosen),
    details: null,
  }),
  output: ({ context: { chosen } }) => chosen,
  initial: 'checkingEligibility',
  states: {
    checkingEligibility: {
      description: 'Do the estimates allow an income-driven plan?',
      always: [{ guard: 'isIneligible', target: 'ineligible' }, { target: 'comparing' }],
    },
    ineligible: {
      description: 'The estimates allow no income-driven plan; term-based plans are offered instead (ruling 29)',
      tags: 'settled',
      on: { 'previous.pressed': { actions: 'notifyLeft' } },
    },
    comparing: {
      description: 'The plans are compared, and a plan is chosen for each program',
      type: 'parallel',
      states: {
        overTime: comparingOverTime,
        choice: {
          description: 'The choice of a plan for each program',
          initial: 'choosing',
          states: {
            choosing: {
              description: 'A plan is being chosen for each program',
              on: {
                'previous.pressed': { actions: 'notifyLeft' },
                'plan.chosen': { guard: withEvent('isOffered'), actions: [withEvent('choosePlan'), 'notifyChanged'] },
                'details.opened': {
                  guard: withEvent('isOffered'),
                  target: 'readingDetails',
                  actions: withEvent('setDetails'),
                },
                'continue.pressed': [
                  { guard: 'isLeavingIbr', target: 'confirmingLeavingIbr' },
                  { target: '#planChosen' },
                ],
              },
            },
            readingDetails: {
              description: 'The details of a plan are shown in a dialog',
              on: { 'details.closed': { target: 'choosing', actions: 'clearDetails' } },
            },
            confirmingLeavingIbr: {
              description: 'The chosen plan means leaving IBR; a dialog explains the consequences',
              on: { 'leaving.declined': 'choosing', 'leaving.confirmed': '#planChosen' },
            },
          },
        },
      },
    },
    chosen: { id: 'planChosen', description: 'A plan is chosen for each program', type: 'final' },
  },
});
