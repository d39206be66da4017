/**
 * Parts of the machines that apply to postpone payments or for other plans (R §4, §5; rulings 3, 4). An application is
 * submitted once under its key. One that postpones payments shows the loans and the cost beside it ({@link postponing}).
 * Each kind adds its form, the states in which the borrower completes it, and its request.
 */
import { type EventObject, type PromiseActorLogic, assign } from 'xstate';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { isApplicationReceived, refusalReasons } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationRecord, ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import type { StoredSubmission, SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FailureIgnored, FocusRequested } from '../../kit/events.ts';
import type { Form, FormDefinition } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { type KitAction, withAnswer } from '../../kit/params.ts';
import { notifyWithEntry } from '../../kit/relay.ts';
import { WITHOUT_BODY, submission } from '../../kit/submission.machine.ts';
import { type Keyed, outcomeCheckFailed, sentKey, submitActions, submitGuards } from '../../kit/submit-once.ts';
import { costActions, pauseCost } from '../pause-cost/pause-cost.machine.ts';

type ApplicationResult = SubmissionResult<ApplicationResponse, ApplicationRecord>;

/** Notice above an application that the server did not receive. The reasons are the server's. */
export type ApplicationNotice =
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'couldNotSend' | 'nothingWasSent' }
  | null;

/** Submission part of an application machine's context. */
export interface ApplicationSubmission extends Keyed {
  readonly notice: ApplicationNotice;
  readonly received: ApplicationResponse | null;
}

/** Values that the borrower has entered in an application so far. */
export interface EnteredApplication<Values> {
  readonly values: Values;
  /** Idempotency key under which the application was sent, if it was. */
  readonly submission: StoredSubmission;
}

/** Part of every application's input. */
export interface ApplicationInput {
  /** Why an application from before a reload was not received, with which the application starts. */
  readonly notice?: ApplicationNotice;
}

/** Events that an application sends to the flow. Both report the entry. */
export type ApplicationEvent<Entry> =
  | { readonly type: 'application.changed'; readonly entry: Entry }
  /** The server has refused the application, or has not received it and never will: it has closed the key. */
  | { readonly type: 'application.notReceived'; readonly entry: Entry; readonly notice: ApplicationNotice };

/** Events of an application whose terms open in a dialog. */
export type TermsEvent = { type: 'terms.opened' } | { type: 'terms.closed' };

/** Types of every application machine. */
export const applicationTypes = {
  /** Null if nothing was submitted. */
  output: {} as ApplicationResponse | null,
  emitted: {} as FocusRequested | FailureIgnored,
};

/** Returns the initial context for the key in a draft, and for {@link ApplicationInput}. */
export const startingSubmission = (
  stored: StoredSubmission | undefined,
  notice: ApplicationNotice = null,
): ApplicationSubmission => ({
  key: sentKey(stored),
  notice,
  received: null,
});

/** Returns the form of an application, in the context property `form`. A change removes the notice. */
export const applicationForm = <
  Values extends object,
  Data,
  Context extends ApplicationSubmission & { readonly form: Form<Values> },
>(
  definition: FormDefinition<Values, Data>,
  facts: (context: Context) => Data,
) =>
  createForm<Values, Data>(definition).inMachine<'form', Context>('form', {
    facts,
    changes: () => ({ notice: null }) as Partial<Context>,
  });

/** Returns the notice for an application that was not received. */
const toNotice = (result: ApplicationResult): ApplicationNotice =>
  result.result === 'refused'
    ? { kind: 'refused', reasons: refusalReasons(result.failure) }
    : { kind: 'nothingWasSent' };

const assignFrom = <Params = undefined>(part: (params: Params) => Partial<ApplicationSubmission>) =>
  assign<ApplicationSubmission, EventObject, Params, never, never>((_, params) => part(params)) as KitAction<
    { readonly context: ApplicationSubmission },
    Params
  >;

/**
 * Guards and actions of an application machine, under the names that {@link sentOnce} and {@link resuming} use.
 * `toEntry` returns the entry for the parent.
 */
export const applicationSetup = <Context extends ApplicationSubmission>(toEntry: (context: Context) => unknown) => ({
  guards: {
    ...submitGuards,
    isReceived: (_: unknown, { result }: ApplicationResult): boolean => result === 'accepted',
    hasNotice: ({ context: { notice } }: { readonly context: ApplicationSubmission }): boolean => notice !== null,
  },
  actions: {
    ...submitActions,
    notifyChanged: notifyWithEntry('application.changed', toEntry),
    notifyNotReceived: notifyWithEntry('application.notReceived', toEntry, ({ notice }: Context) => ({ notice })),
    setReceived: assignFrom((result: ApplicationResult) => ({
      received: result.result === 'accepted' ? result.answer : null,
    })),
    /** The server has closed the key, so the next submission gets a new one. */
    setNotReceived: assignFrom((result: ApplicationResult) => ({ key: null, notice: toNotice(result) })),
    clearNotice: assignFrom(() => ({ notice: null })),
  },
});

/** Actors, guards and actions of an application machine with {@link postponing}. */
export function postponingSetup<Context extends ApplicationSubmission>(toEntry: (context: Context) => unknown) {
  const { guards, actions } = applicationSetup(toEntry);
  return { actors: { getCost: pauseCost }, guards, actions: { ...actions, ...costActions } };
}

/** Call that returns the outcome of any application, and the test for a received application. */
const settling = { settle: call(postponement.settle), isAccepted: isApplicationReceived };

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

/**
 * How an application is submitted, for `submitOnce`. The parent stores the key. The ids are those of the machine's
 * states.
 */
export const sentOnce = {
  what: 'the application',
  waiting: 'busy',
  onKey: ['notifyChanged'],
  onDone: [
    {
      guard: withAnswer('isReceived'),
      target: '#applicationReceived',
      actions: withAnswer('setReceived'),
    },
    {
      target: '#applying',
      actions: [withAnswer('setNotReceived'), 'notifyNotReceived', 'focusNotice'],
    },
  ],
} as const;

/**
 * Initial state of an application machine: continues with `applying`, or with `submitting` to find out the outcome of
 * an earlier submission.
 */
export const resuming = {
  description:
    'Chooses the first state; the machine does not resend an application from before a reload, but asks the server for its outcome',
  always: [
    { guard: 'hasBeenSent', target: 'submitting' },
    { guard: 'hasNotice', target: 'applying', actions: 'focusNotice' },
    { target: 'applying' },
  ],
} as const;

/**
 * Substates in which the borrower completes an application whose terms open in a dialog. `on` are the transitions while
 * the dialog is closed.
 */
export const withTermsDialog = <const On extends object>(on: On) =>
  ({
    initial: 'reviewing',
    states: {
      reviewing: {
        description: 'The borrower can submit the application',
        on: { ...on, 'terms.opened': 'readingTerms' },
      },
      readingTerms: {
        description: 'The terms are open in a dialog above the application',
        on: { 'terms.closed': 'reviewing' },
      },
    },
  }) as const;

/** Final state after the servicer has received the application. */
export const applicationReceived = {
  id: 'applicationReceived',
  description: 'The servicer has received the application',
  type: 'final',
} as const;

/**
 * Returns the state of an application beside its cost. `applying` is the state in which the borrower completes it, with
 * the id `applying`; to submit, it goes to `#submitting`, the state `submitting`.
 */
export const postponing = <const Cost, const Applying, const Submitting>(
  description: string,
  {
    cost,
    applying,
    submitting,
    completing,
  }: {
    readonly cost: Cost;
    /** Description of the borrower's task before the application is sent. */
    readonly completing: string;
    readonly applying: Applying;
    /** The state or states that submit the application by {@link sentOnce}. */
    readonly submitting: Submitting;
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
          submitting: { id: 'submitting', ...submitting },
          outcomeCheckFailed: outcomeCheckFailed('submitting', sentOnce),
        },
      },
    },
  }) as const;
