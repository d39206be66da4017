/**
 * The qualification step of the term-based wizard (R §2, §4, §5): whether the borrower has loans with other servicers, with
 * which balances, and the plans that are offered for the answer.
 */
import { assign, setup } from 'xstate';
import { plans } from '#domain/plans/calls.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { formatBalance, otherLoansSchema, termEstimatesRequest } from '#domain/repayment/term/qualification.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FailureUnhandled, FocusRequested } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';
import { reportFailure, required } from '../../kit/failures.ts';

export interface TermQualificationInput {
  /** The input when the borrower left the step. */
  readonly values: OtherLoansValues;
}

/** The events that the machine sends to its parent. */
export type TermQualificationEvent = EntryEvent<'otherLoans', OtherLoansValues>;

interface Context {
  readonly form: Form<OtherLoansValues>;
  readonly estimates: PlanEstimates | null;
}

const QUESTION = 'hasOtherLoans';

const otherLoansForm = createForm<OtherLoansValues, undefined>({
  schema: (_, values) => otherLoansSchema(values),
  normalize: (field, value) => (field === QUESTION || typeof value !== 'string' ? value : formatBalance(value)),
  validateOnChange: (field) => field === QUESTION,
}).inMachine<'form', Context>('form', { data: () => undefined });

export const termQualification = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'continue.pressed' },
    input: {} as TermQualificationInput,
    output: {} as PlanEstimates,
    emitted: {} as FocusRequested | FailureUnhandled,
    tags: {} as 'busy',
  },
  actors: { getEstimates: call(plans.estimates) },
  guards: otherLoansForm.guards,
  actions: {
    ...otherLoansForm.actions,
    ...notifyOfEntry('otherLoans', ({ form: { values } }: Context) => values),
    setEstimates: assign({ estimates: (_, estimates: PlanEstimates) => estimates }),
    reportFailure,
  },
}).createMachine({
  id: 'termQualification',
  description: 'The borrower says whether there are loans with other servicers; then the plans are fetched',
  context: ({ input: { values } }) => ({ form: otherLoansForm.start(values, undefined), estimates: null }),
  output: ({ context }) => required(context.estimates, 'estimates'),
  initial: 'answering',
  states: {
    answering: {
      description: 'The question is being answered',
      on: {
        'field.changed': otherLoansForm.onChange('notifyChanged'),
        'field.left': otherLoansForm.onLeave('notifyValidated'),
        'continue.pressed': otherLoansForm.onSubmit({ target: 'gettingPlans' }),
      },
    },
    gettingPlans: {
      description: 'The plans that are offered for the answer are being fetched',
      tags: 'busy',
      invoke: {
        id: 'getEstimates',
        src: 'getEstimates',
        input: ({ context }) => ({ body: termEstimatesRequest(context.form.values) }),
        onDone: { target: 'gotPlans', actions: withAnswer('setEstimates') },
        // The global error dialog shows the failure (R §8); the input remains.
        onError: { target: 'answering', actions: withFailure('reportFailure') },
      },
    },
    gotPlans: { description: 'The plans are there', type: 'final' },
  },
});
