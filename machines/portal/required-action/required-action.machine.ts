/**
 * Required page (P §5.1): the person reads a text and accepts agreements, if there are any. Then the server records the
 * action and the requested address opens. Until the server has recorded it, no other page opens.
 */
import { assign, setup } from 'xstate';
import { agreementsSchema } from '#domain/session/access/rules.ts';
import type { Agreement } from '#domain/session/access/shapes.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import {
  type CompleteRequiredActionOutput,
  completeRequiredAction,
} from '../complete-required-action/complete-required-action.machine.ts';
import { withAnswer } from '../../kit/params.ts';

export interface RequiredActionInput {
  /** Name of the borrower action. */
  readonly action: string;
  /** Agreements on the page; empty if the person only reads it. */
  readonly agreements: readonly Agreement[];
}

type Ticks = Readonly<Record<string, boolean>>;

interface Context extends RequiredActionInput {
  readonly form: Form<Ticks>;
  /** Notice above the text. */
  readonly notice: 'couldNotContinue' | null;
}

const form = createForm<Ticks, readonly Agreement[]>({
  schema: agreementsSchema,
  validateOnChange: () => true,
}).inMachine('form', { data: (context: Context) => context.agreements });

export const requiredAction = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'continue.pressed' }
      | { type: 'agreements.declined' }
      | { type: 'agreements.reconsidered' },
    input: {} as RequiredActionInput,
    emitted: {} as FocusRequested,
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
    setCouldNotContinue: assign({ notice: 'couldNotContinue' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'requiredAction',
  description: 'A person reads a required page and accepts its agreements before another page opens',
  context: ({ input }) => ({
    ...input,
    form: form.start(Object.fromEntries(input.agreements.map((agreement) => [agreement, false])), input.agreements),
    notice: null,
  }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The person reads the page; a notice says if the request to the server failed',
      on: {
        'field.changed': form.onChange(),
        'continue.pressed': form.onSubmit({ target: 'leaving', actions: 'clearNotice' }, 'clearNotice'),
        'agreements.declined': {
          guard: 'hasAgreements',
          target: 'declined',
          actions: ['clearNotice', 'focusHeading'],
        },
      },
    },
    leaving: {
      description: 'The server records the action and the requested address opens',
      tags: 'busy',
      invoke: {
        id: 'leaveAction',
        src: 'leaveAction',
        input: ({ context: { action } }) => ({ action }),
        onDone: [
          { guard: withAnswer('hasNavigated'), target: 'left' },
          { target: 'reading', actions: ['setCouldNotContinue', 'focusNotice'] },
        ],
        onError: { target: 'reading', actions: ['setCouldNotContinue', 'focusNotice'] },
      },
    },
    declined: {
      description: 'The person has declined; the screen explains the consequence and the way back',
      on: { 'agreements.reconsidered': { target: 'reading', actions: 'focusHeading' } },
    },
    left: { description: 'The page has closed', type: 'final' },
  },
});
