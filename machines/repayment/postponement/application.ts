/**
 * Builder of the machines that apply to postpone payments (R §4, §5; rulings 3, 4). The screen shows the loans and the
 * cost beside the application, which is submitted once under its key. A kind of postponement adds its form, the states
 * in which the borrower completes it, and its request.
 */
import type { PromiseActorLogic } from 'xstate';
import type { ApplicationRecord, ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import {
  type ApplicationSubmission,
  applicationActions,
  applicationGuards,
  resuming,
  sentOnce,
  settling,
} from '../../kit/application.ts';
import type { FailureIgnored, FocusWanted } from '../../kit/events.ts';
import type { Form, FormDefinition } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { logIgnored } from '../../kit/failures.ts';
import { withFailure } from '../../kit/params.ts';
import { notifyOfEntry } from '../../kit/relay.ts';
import { type SubmissionRequest, WITHOUT_BODY, submission } from '../../kit/submission.machine.ts';
import { outcomeCheckFailed, submittingOnce } from '../../kit/submit-once.ts';
import { type PauseCostInput, pauseCost } from '../pause-cost/pause-cost.machine.ts';

/** Types of every application machine. */
export const applicationTypes = {
  /** Null if nothing was submitted. */
  output: {} as ApplicationResponse | null,
  emitted: {} as FocusWanted | FailureIgnored,
};

/** Returns the form of an application, in the context property `form`. A change removes the notice. */
export const applicationForm = <
  Values extends object,
  Facts,
  Context extends ApplicationSubmission & { readonly form: Form<Values> },
>(
  definition: FormDefinition<Values, Facts>,
  facts: (context: Context) => Facts,
) =>
  createForm<Values, Facts>(definition).inMachine<'form', Context>('form', {
    facts,
    changes: () => ({ notice: null }) as Partial<Context>,
  });

/** Guards and actions of an application machine. `entryOf` returns what the machine reports to its parent. */
export const applicationSetup = <Context extends ApplicationSubmission>(entryOf: (context: Context) => unknown) => ({
  guards: applicationGuards,
  actions: { ...applicationActions, ...notifyOfEntry('application', entryOf) },
});

/** Action used by {@link showingCost}. */
const costActions = { logNoCost: logIgnored('What pausing payments costs was not shown') };

/** Actors, guards and actions of an application machine with {@link postponing}. */
export function postponingSetup<Context extends ApplicationSubmission>(entryOf: (context: Context) => unknown) {
  const { guards, actions } = applicationSetup(entryOf);
  return { actors: { getCost: pauseCost }, guards, actions: { ...actions, ...costActions } };
}

/** Creates the machine that submits an application, by its call. */
export const applicationSubmission = <Body>(
  id: string,
  send: PromiseActorLogic<ApplicationResponse, { readonly idempotencyKey: string; readonly body: Body }>,
) => submission<Body, ApplicationResponse, ApplicationRecord>(id, { send, ...settling });

/** Creates the machine that submits an application whose request has no body; its query, if any, has the answers. */
export const applicationSubmissionWithoutBody = <Query = unknown>(
  id: string,
  send:
    | PromiseActorLogic<ApplicationResponse, { readonly idempotencyKey: string }>
    | PromiseActorLogic<ApplicationResponse, { readonly idempotencyKey: string; readonly query: Query }>,
) => submission<typeof WITHOUT_BODY, ApplicationResponse, ApplicationRecord, unknown, Query>(id, { send, ...settling });

/** Returns the region that shows the cost of pausing payments beside an application. */
export const showingCost = <Context>(inputOf: (context: Context) => PauseCostInput) =>
  ({
    description: 'The cost of pausing payments, on which the application does not depend',
    initial: 'workingOut',
    states: {
      workingOut: {
        description: 'The cost is being calculated, then shown',
        invoke: {
          id: 'getCost',
          src: 'getCost',
          input: ({ context }: { readonly context: Context }) => inputOf(context),
          onError: { target: 'costNotShown', actions: withFailure('logNoCost') },
        },
      },
      costNotShown: { description: 'The cost machine stopped with an error' },
    },
  }) as const;

/**
 * Returns the state of an application beside its cost. `applying` is the state in which the borrower completes it, with
 * the id `applying`; to submit, it goes to `#submitting`.
 */
export const postponing = <
  const Cost,
  const Applying,
  const Actor extends string,
  Context extends ApplicationSubmission,
  Body,
  Query = unknown,
>(
  description: string,
  {
    cost,
    applying,
    submitting,
    completing,
  }: {
    readonly cost: Cost;
    /** Description of what the borrower does before the application is sent. */
    readonly completing: string;
    readonly applying: Applying;
    /** The machine that submits the application, and the request. */
    readonly submitting: {
      readonly actor: Actor;
      readonly request: (context: Context) => SubmissionRequest<Body, unknown, Query>;
    };
  },
) =>
  ({
    description,
    type: 'parallel',
    states: {
      cost,
      application: {
        description: completing,
        initial: 'resuming',
        states: {
          resuming,
          applying: { id: 'applying', ...applying },
          submitting: { id: 'submitting', ...submittingOnce({ ...sentOnce, ...submitting }) },
          outcomeCheckFailed: outcomeCheckFailed('submitting', sentOnce),
        },
      },
    },
  }) as const;

/** Final state after the servicer has received the application. */
export const applicationReceived = {
  id: 'applicationReceived',
  description: 'The servicer has received the application',
  type: 'final',
} as const;
