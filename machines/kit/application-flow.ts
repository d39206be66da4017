/**
 * States, actions and guards shared by the flows that apply to postpone payments: how a flow starts and ends, the step
 * that makes the application, and the two parallel regions of the last step.
 */
import { focusActions } from './focus.ts';
import type { DefermentEligibility } from '#domain/repayment/deferment/shapes.ts';
import type { ApplicationResponse, CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { assign } from 'xstate';
import { hasFailed } from './load-parts.machine.ts';
import { loading, loadingParts } from './loading.ts';
import { type KitAction, withEvent } from './params.ts';
import { staysHere } from './stays-here.ts';

/**
 * Progress of a flow's application: the current step (`done` after the application has ended) and the server's answer,
 * if one was received.
 */
export interface ApplicationProgress<Step extends string> {
  readonly step: Step | 'done';
  readonly received: ApplicationResponse | null;
}

/** Returns true while the application has not ended. */
const isUnfinished = <Context extends { readonly step: string }>(
  context: Context,
): context is Context & { readonly step: Exclude<Context['step'], 'done'> } => context.step !== 'done';

/**
 * Returns the draft of an unfinished application. `write` builds the draft from the context and returns null before
 * anything has been entered. An application that has ended has no draft, even if its values are still in the context.
 */
export const unfinishedDraft =
  <Context extends { readonly step: string }, Draft>(
    write: (context: Context & { readonly step: Exclude<Context['step'], 'done'> }) => Draft | null,
  ) =>
  (context: Context): Draft | null =>
    isUnfinished(context) ? write(context) : null;

/** Actions used by the states below. */
export const flowActions = {
  setDone: assign({ step: 'done' }) as KitAction<{ readonly context: { readonly step: string } }, undefined>,
  keepReceived: assign({ received: (_, received: ApplicationResponse | null) => received }) as KitAction<
    { readonly context: { readonly received: ApplicationResponse | null } },
    ApplicationResponse | null
  >,
  ...focusActions,
};

/** Guards that choose a flow's first screen from its facts, whatever other facts the flow has. */
export const flowGuards = {
  hasFailed,
  isInProcess: (_: unknown, { eligibility }: { readonly eligibility: DefermentEligibility }): boolean =>
    eligibility.hasDefermentForbearanceApplicationInProcess,
  hasNoGroups: (_: unknown, { groups }: { readonly groups: CoveredGroups }): boolean =>
    groups.eligibleGroups.length === 0,
};

/** Name and invocation of the state in which a flow loads its facts. */
const FACTS = { actor: 'getFacts', input: {}, on: staysHere } as const;

/** Returns the initial states of a flow that loads its facts with one call. `next` lists the transitions for the answer. */
export const gettingFactsByCall = <const Next extends readonly object[]>(what: string, next: Next) =>
  loading('gettingFacts', { ...FACTS, what, onDone: next });

/** Returns the initial states of a flow that loads its facts in several parts. `next` lists the transitions after that. */
export const gettingFacts = <const Next extends readonly object[]>(what: string, next: Next) =>
  loadingParts('gettingFacts', { ...FACTS, what, onDone: next });

/**
 * State that redirects a borrower whose application is already in process. Requires {@link left} as a sibling.
 */
export const leaving = {
  description:
    'An application is already in process: the flow redirects the borrower to the page that says so (ruling 60)',
  tags: 'busy',
  on: staysHere,
  invoke: {
    id: 'leaveForInProcess',
    src: 'leaveForInProcess',
    input: {},
    onDone: 'left',
    onError: 'couldNotLoad',
  },
} as const;

/** Final state after {@link leaving}. */
export const left = {
  description: 'The borrower is on the page about the application in process',
  type: 'final',
} as const;

/**
 * Shared config of the steps in which the borrower enters data. Every entry moves focus to the heading: requesting the
 * route of the step that is already on screen renders it again and loses focus. `marks` are actions that run first.
 */
export const enteringStep = <const Marks extends readonly string[]>(...marks: Marks) =>
  ({ tags: 'entering', entry: [...marks, 'focusHeading'] }) as const;

/**
 * Shared config of the last step. Its entry marks the application as done, so that the flow discards the draft. The
 * Back button resets the flow, which then finds the application in process (rulings 24, 59).
 */
export const completedStep = {
  tags: 'completed',
  entry: ['setDone', 'focusHeading'],
  on: { 'xstate.route': { target: '#gettingFacts', actions: 'clearSteps' } },
} as const;

/**
 * Returns the transitions for `application.changed`: the borrower cannot leave the step while the submission is in
 * flight. `keep` names the action that stores the reported entry.
 */
const followApplication = <Name extends string>(keep: Name) =>
  [
    { guard: withEvent('isUnderWay', 'entry'), target: '.submitting', actions: withEvent(keep, 'entry') },
    { target: '.entering', actions: withEvent(keep, 'entry') },
  ] as const;

/** Returns the substates of the step that makes the application. `previous` is the transition to the step before. */
const applyingStates = <const Previous>(previous: Previous) =>
  ({
    entering: {
      description: 'The borrower can leave the step',
      on: { 'previous.pressed': previous },
    },
    submitting: {
      description: 'The submission is in flight and the borrower cannot leave the step',
      on: staysHere,
    },
  }) as const;

/**
 * Returns the step that makes the application in an invoked machine. `input` builds the machine's input, `onDone` is
 * the transition after it ends, `keep` names the action that stores the reported entry, and `previous` is the
 * transition of the Previous button.
 */
export const makingApplication = <Context, Input, const Done, const Keep extends string, const Previous>({
  input,
  onDone,
  keep,
  previous,
}: {
  readonly input: (context: Context) => Input;
  readonly onDone: Done;
  readonly keep: Keep;
  readonly previous: Previous;
}) =>
  ({
    invoke: {
      id: 'apply',
      src: 'apply',
      input: ({ context }: { readonly context: Context }) => input(context),
      onDone,
      onError: '#couldNotLoad',
    },
    on: { 'application.changed': followApplication(keep) },
    initial: 'entering',
    states: applyingStates(previous),
  }) as const;
