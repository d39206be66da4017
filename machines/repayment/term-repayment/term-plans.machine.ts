/**
 * The plan step of the term-based wizard (R §2, §4): a plan for each program. A warning comes before an income-driven plan is
 * left.
 */
import { assign, setup } from 'xstate';
import type { PlanEstimates, ProgramPlan } from '#domain/plans/shapes.ts';
import { type TermWarning, selectionSchema, findTermPlan, warningFor } from '#domain/repayment/term/selection.ts';
import type { PlanSelection } from '#domain/repayment/term/shapes.ts';
import type { FailureIgnored, FocusRequested } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withEvent } from '../../kit/params.ts';
import { comparingOverTime, comparisonActions, planFacts } from '../plan-facts/plan-facts.machine.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';

export interface TermPlansInput {
  readonly estimates: PlanEstimates;
  /** The selected plans: at first the present ones. */
  readonly selection: PlanSelection;
}

/** The events that the machine sends to its parent. */
export type TermPlansEvent = EntryEvent<'plans', PlanSelection>;

interface Context {
  readonly estimates: PlanEstimates;
  readonly form: Form<PlanSelection>;
  /** The plan in the details dialog. */
  readonly details: ProgramPlan | null;
}

const selectionForm = createForm<PlanSelection, PlanEstimates>({ schema: selectionSchema }).inMachine<'form', Context>(
  'form',
  { data: ({ estimates }) => estimates },
);

export const termPlans = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | ({ type: 'details.opened' } & ProgramPlan)
      | { type: 'details.closed' }
      | { type: 'continue.pressed' }
      | { type: 'leaving.declined' }
      | { type: 'leaving.confirmed' },
    input: {} as TermPlansInput,
    output: {} as PlanSelection,
    emitted: {} as FocusRequested | FailureIgnored,
    children: {} as { getPlanFacts: 'getPlanFacts' },
  },
  actors: { getPlanFacts: planFacts },
  guards: {
    ...selectionForm.guards,
    isOffered: ({ context: { estimates } }, { program, planName }: ProgramPlan) =>
      findTermPlan(estimates, program, planName) !== undefined,
    hasWarning: ({ context: { estimates, form } }, { warning }: { warning: TermWarning }) =>
      warningFor(estimates, form.values) === warning,
  },
  actions: {
    ...selectionForm.actions,
    ...notifyOfEntry('plans', ({ form: { values } }: Context) => values),
    setDetails: assign({ details: (_, { program, planName }: ProgramPlan) => ({ program, planName }) }),
    clearDetails: assign({ details: null }),
    ...comparisonActions,
  },
}).createMachine({
  id: 'termPlans',
  description: 'The borrower compares the plans of each program, and selects another one for at least one of them',
  context: ({ input: { estimates, selection } }) => ({
    estimates,
    form: selectionForm.start(selection, estimates),
    details: null,
  }),
  output: ({ context }) => context.form.values,
  initial: 'comparing',
  states: {
    comparing: {
      description: 'The plans are compared, and another one is selected',
      type: 'parallel',
      states: {
        overTime: comparingOverTime,
        choice: {
          description: 'The selection of a plan for each program',
          initial: 'selecting',
          states: {
            selecting: {
              description: 'A plan is being selected for each program',
              on: {
                'field.changed': selectionForm.onChange('notifyChanged'),
                'details.opened': {
                  guard: withEvent('isOffered'),
                  target: 'readingDetails',
                  actions: withEvent('setDetails'),
                },
                'continue.pressed': [
                  { guard: { type: 'hasWarning', params: { warning: 'ibr' } }, target: 'confirmingLeavingIbr' },
                  { guard: { type: 'hasWarning', params: { warning: 'idr' } }, target: 'confirmingLeavingIdr' },
                  ...selectionForm.onSubmit({ target: '#planSelected' }),
                ],
              },
            },
            readingDetails: {
              description: 'The details of a plan are shown in a dialog',
              on: { 'details.closed': { target: 'selecting', actions: 'clearDetails' } },
            },
            confirmingLeavingIbr: {
              description: 'The selection means leaving IBR; a dialog explains the consequences',
              on: { 'leaving.declined': 'selecting', 'leaving.confirmed': '#planSelected' },
            },
            confirmingLeavingIdr: {
              description: 'The selection means leaving an income-driven plan; a dialog explains the consequences',
              on: { 'leaving.declined': 'selecting', 'leaving.confirmed': '#planSelected' },
            },
          },
        },
      },
    },
    selected: {
      id: 'planSelected',
      description: 'A plan is selected for each program, and at least one is a different one',
      type: 'final',
    },
  },
});
