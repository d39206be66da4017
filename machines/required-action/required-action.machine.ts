/**
 * A page that comes before everything else (P §5.1): something is read, and agreed to where that is asked for; then the
 * server is told, and the address that was asked for opens. Nothing else opens as long as the server has not been told.
 */
import { assign, setup } from 'xstate';
import { agreementsSchema } from '#domain/access/rules.ts';
import type { Agreement } from '#domain/access/shapes.ts';
import type { FocusWanted } from '../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import {
  type CompleteRequiredActionOutput,
  completeRequiredAction,
} from '../complete-required-action/complete-required-action.machine.ts';
import { withAnswer } from '../kit/params.ts';

export interface RequiredActionInput {
  /** The borrower action by its name. */
  readonly action: string;
  /** What is agreed to on the page; nothing where it is only read. */
  readonly agreements: readonly Agreement[];
}

type Ticks = Readonly<Record<string, boolean>>;

interface Context extends RequiredActionInput {
  readonly form: Form<Ticks>;
  /** Whether the server could not be told. */
  readonly hasFailed: boolean;
}

const form = createForm<Ticks, readonly Agreement[]>({
  schema: agreementsSchema,
  validateOnChange: () => true,
}).inMachine('form', { facts: (context: Context) => context.agreements, errorsDelay: ERRORS_DELAY });

export const requiredAction = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'agreements.declined' }
      | { type: 'agreements.reconsidered' },
    input: {} as RequiredActionInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy',
  },
  actors: { leaveAction: completeRequiredAction },
  guards: {
    ...form.guards,
    hasAgreements: ({ context }) => context.agreements.length > 0,
    hasNavigated: (_, { navigated }: CompleteRequiredActionOutput) => navigated,
  },
  actions: {
    ...form.actions,
    setFailure: assign({ hasFailed: true }),
    clearFailure: assign({ hasFailed: false }),
    focusNotice: focus('notice', NOTICE_DELAY),
    focusHeading: focus('heading'),
  },
}).createMachine({
  id: 'requiredAction',
  description: 'Something is read and, where that is asked for, agreed to before anything else opens',
  context: ({ input }) => ({
    ...input,
    form: form.start(Object.fromEntries(input.agreements.map((agreement) => [agreement, false])), input.agreements),
    hasFailed: false,
  }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The page is there to read; where the server could not be told, that is said',
      on: {
        'field.changed': form.onChange(),
        'continue.pressed': form.onSubmit({ target: 'leaving', actions: 'clearFailure' }, 'clearFailure'),
        'agreements.declined': {
          guard: 'hasAgreements',
          target: 'declined',
          actions: ['clearFailure', 'focusHeading'],
        },
      },
    },
    leaving: {
      description: 'The server is told that it is done, and the address that was asked for is being opened',
      tags: 'busy',
      invoke: {
        id: 'leaveAction',
        src: 'leaveAction',
        input: ({ context: { action } }) => ({ action }),
        onDone: [
          { guard: withAnswer('hasNavigated'), target: 'left' },
          { target: 'reading', actions: ['setFailure', 'focusNotice'] },
        ],
        onError: { target: 'reading', actions: ['setFailure', 'focusNotice'] },
      },
    },
    declined: {
      description: 'The person has not agreed: what that means, and the way back',
      on: { 'agreements.reconsidered': { target: 'reading', actions: 'focusHeading' } },
    },
    left: { description: 'It is done, and the page has been left', type: 'final' },
  },
});
