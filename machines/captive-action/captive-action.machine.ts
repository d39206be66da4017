/**
 * A page that comes before everything else (P §5.1): something is read, and agreed to where that is asked for; then the
 * server is told, and the address that was asked for opens. Nothing else opens as long as the server has not been told.
 */
import { assign, emit, setup } from 'xstate';
import { access } from '#domain/access/calls.ts';
import { agreementsSchema } from '#domain/access/rules.ts';
import type { Agreement, BorrowerActions } from '#domain/access/shapes.ts';
import { call, effect } from '../kit/effect.ts';
import type { FocusWanted } from '../kit/events.ts';
import { type FieldEntered, type Form, formOf } from '../kit/form.ts';

export interface CaptiveActionInput {
  /** The borrower action by its name. */
  readonly action: string;
  /** What is agreed to on the page; nothing where it is only read. */
  readonly agreements: readonly Agreement[];
}

type Ticks = Readonly<Record<string, boolean>>;

interface Context extends CaptiveActionInput {
  readonly form: Form<Ticks>;
  /** What is left to be done, once the server has said so. */
  readonly borrowerActions: BorrowerActions;
  /** Whether the server could not be told. */
  readonly hasFailed: boolean;
}

const form = formOf<Ticks, readonly Agreement[]>({ schema: agreementsSchema, eager: () => true });

export const captiveAction = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FieldEntered
      | { type: 'continue.pressed' }
      | { type: 'agreements.declined' }
      | { type: 'agreements.reconsidered' },
    input: {} as CaptiveActionInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy',
  },
  actors: {
    completeAction: call(access.completeAction),
    leave: effect<void, { borrowerActions: BorrowerActions }>('access.leaveAction'),
  },
  guards: {
    isAgreed: ({ context }) => form.isComplete(context.form),
    hasAgreements: ({ context }) => context.agreements.length > 0,
  },
  actions: {
    tick: assign({ form: ({ context }, event: FieldEntered) => form.entered(context.form, event, context.agreements) }),
    attempt: assign({ form: ({ context }) => form.attempted(context.form, context.agreements) }),
    keepLeft: assign({
      borrowerActions: (_, { borrowerActions }: { borrowerActions: BorrowerActions }) => borrowerActions,
    }),
    noteFailure: assign({ hasFailed: true }),
    forgetFailure: assign({ hasFailed: false }),
    focusErrors: emit({ type: 'focus.wanted', place: 'errors', delay: 200 }),
    focusNotice: emit({ type: 'focus.wanted', place: 'notice', delay: 100 }),
    focusHeading: emit({ type: 'focus.wanted', place: 'heading', delay: 0 }),
  },
}).createMachine({
  id: 'captiveAction',
  description: 'Something is read and, where that is asked for, agreed to before anything else opens',
  context: ({ input }) => ({
    ...input,
    form: form.start(Object.fromEntries(input.agreements.map((agreement) => [agreement, false])), input.agreements),
    borrowerActions: [],
    hasFailed: false,
  }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The page is there to read; where the server could not be told, that is said',
      on: {
        'field.entered': { actions: { type: 'tick', params: ({ event }) => event } },
        'continue.pressed': [
          { guard: 'isAgreed', target: 'markingDone', actions: 'forgetFailure' },
          { actions: ['attempt', 'forgetFailure', 'focusErrors'] },
        ],
        'agreements.declined': { guard: 'hasAgreements', target: 'declined', actions: 'focusHeading' },
      },
    },
    markingDone: {
      description: 'The server is being told that it is done',
      tags: 'busy',
      invoke: {
        id: 'completeAction',
        src: 'completeAction',
        input: ({ context }) => ({ body: { action: context.action } }),
        onDone: { target: 'goingOn', actions: { type: 'keepLeft', params: ({ event }) => event.output } },
        onError: { target: 'reading', actions: ['noteFailure', 'focusNotice'] },
      },
    },
    goingOn: {
      description: 'The address that was asked for is being opened',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context }) => ({ borrowerActions: context.borrowerActions }),
        onDone: 'wentOn',
        onError: { target: 'reading', actions: ['noteFailure', 'focusNotice'] },
      },
    },
    declined: {
      description: 'The person has not agreed: what that means, and the way back',
      on: { 'agreements.reconsidered': { target: 'reading', actions: 'focusHeading' } },
    },
    wentOn: { description: 'It is done, and the page has been left', type: 'final' },
  },
});
