/**
 * The application step of the term-based wizard (R §2, §4, §5): the selected plans, the exit payment of a borrower who leaves
 * IBR, and the terms. It is submitted once for its key (ruling 4), with the day on which the terms were agreed to.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallRequest } from '#domain/call.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import {
  type ExitPaymentChoice,
  exitPaymentChoices,
  startingTermApplication,
  termApplicationSchema,
  termSubmission,
} from '#domain/repayment/term/application.ts';
import { term } from '#domain/repayment/term/calls.ts';
import type { OtherLoansValues, PlanSelection, TermApplicationValues } from '#domain/repayment/term/shapes.ts';
import {
  type ApplicationEvent,
  type ApplicationInput,
  type ApplicationSubmission,
  type EnteredApplication,
  type TermsEvent,
  applicationForm,
  applicationReceived,
  applicationSetup,
  applicationSubmission,
  applicationTypes,
  resuming,
  sentOnce,
  startingSubmission,
  withTermsDialog,
} from '../application/application.ts';
import { call, effects } from '../../kit/effect.ts';
import type { KeyMade } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { withAnswer } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { storedKey, submitOnce } from '../../kit/submit-once.ts';

/** The input so far. */
export type TermEntry = EnteredApplication<TermApplicationValues>;

/** The plans that the borrower applies for. */
export interface TermApplicationInput extends ApplicationInput {
  readonly estimates: PlanEstimates;
  readonly selection: PlanSelection;
  readonly hasOtherLoans: OtherLoansValues['hasOtherLoans'];
  /** The input when the borrower left the step; null for a new application. */
  readonly entry: TermEntry | null;
}

/** Events that the machine sends to its parent. */
export type TermApplicationEvent = ApplicationEvent<TermEntry>;

interface Context extends Omit<TermApplicationInput, 'entry' | keyof ApplicationInput>, ApplicationSubmission {
  /** The exit payments to choose from; none if no exit payment is required. */
  readonly choices: readonly ExitPaymentChoice[];
  readonly form: Form<TermApplicationValues>;
  /** The day on which the terms were agreed to; null before that. */
  readonly signedOn: PlainDate | null;
}

const form = applicationForm<TermApplicationValues, readonly ExitPaymentChoice[], Context>(
  { schema: termApplicationSchema, validateOnChange: () => true },
  ({ choices }) => choices,
);

function toContext({ entry, notice, ...application }: TermApplicationInput): Context {
  const choices = exitPaymentChoices(application.estimates, application.selection);
  return {
    ...application,
    choices,
    form: form.start(entry?.values ?? startingTermApplication, choices),
    signedOn: null,
    ...startingSubmission(entry?.submission, notice),
  };
}

type Body = CallRequest<typeof term.apply>['body'];

/** Returns the request body. */
const toBody = ({ signedOn, form: { values }, ...application }: Context): Body =>
  termSubmission({ ...application, values }, required(signedOn, 'the day on which the terms were agreed to'));

const shared = applicationSetup((context: Context): TermEntry => ({
  values: context.form.values,
  submission: storedKey(context),
}));

export const termSubmissionMachine = applicationSubmission('termSubmission', call(term.apply));

export const termApplication = setup({
  types: {
    ...applicationTypes,
    context: {} as Context,
    events: {} as FormEvent | KeyMade | TermsEvent | { type: 'submit.pressed' } | { type: 'retry.requested' },
    input: {} as TermApplicationInput,
    tags: {} as 'busy',
    children: {} as { submitTerm: 'submitTerm' },
  },
  actors: {
    getToday: effects['clock.today'],
    submitTerm: termSubmissionMachine,
  },
  guards: { ...shared.guards, ...form.guards },
  actions: {
    ...shared.actions,
    ...form.actions,
    setCouldNotSend: assign({ notice: { kind: 'couldNotSend' } }),
    setDay: assign({ signedOn: (_, today: PlainDate) => today }),
  },
}).createMachine({
  id: 'termApplication',
  description: 'The selected plans, the exit payment and the terms; then the plans are applied for once',
  context: ({ input }) => toContext(input),
  output: ({ context }) => context.received,
  initial: 'resuming',
  states: {
    resuming,
    applying: {
      id: 'applying',
      description: 'The exit payment is chosen where there is one, and the terms are agreed to',
      ...withTermsDialog({
        'field.changed': form.onChange('notifyChanged'),
        'submit.pressed': form.onSubmit({ target: '#signing', actions: 'clearNotice' }, 'clearNotice'),
      }),
    },
    signing: {
      id: 'signing',
      description: 'The day on which the terms are agreed to goes with the application',
      tags: 'busy',
      invoke: {
        id: 'getToday',
        src: 'getToday',
        input: {},
        onDone: { target: 'submitting', actions: withAnswer('setDay') },
        onError: { target: 'applying', actions: ['setCouldNotSend', 'focusNotice'] },
      },
    },
    ...submitOnce('submitting', {
      ...sentOnce,
      actor: 'submitTerm',
      request: (context: Context) => ({ body: toBody(context) }),
    }),
    received: applicationReceived,
  },
});
