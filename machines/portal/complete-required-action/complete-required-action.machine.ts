/**
 * Last part of a required page (P §5.1). It reports the completed action to the server, whose answer lists the
 * remaining actions, and opens the requested address.
 */
import { assign, setup } from 'xstate';
import { access } from '#domain/session/access/calls.ts';
import type { BorrowerActions } from '#domain/session/access/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { withAnswer } from '../../kit/params.ts';

export interface CompleteRequiredActionInput {
  /** Name of the borrower action. */
  readonly action: string;
}

/** Whether the page has closed. Otherwise it stays open and the borrower can retry. */
export interface CompleteRequiredActionOutput {
  readonly navigated: boolean;
}

interface Context extends CompleteRequiredActionInput, CompleteRequiredActionOutput {
  /** Remaining actions, from the server's answer. */
  readonly borrowerActions: BorrowerActions;
}

export const completeRequiredAction = setup({
  types: {
    context: {} as Context,
    input: {} as CompleteRequiredActionInput,
    output: {} as CompleteRequiredActionOutput,
    tags: {} as 'busy',
  },
  actors: {
    completeAction: call(access.completeAction),
    leave: effects['access.leaveAction'],
  },
  actions: {
    setLeft: assign({
      borrowerActions: (_, { borrowerActions }: { borrowerActions: BorrowerActions }) => borrowerActions,
    }),
    setNavigated: assign({ navigated: true }),
  },
}).createMachine({
  id: 'completeRequiredAction',
  description: 'Completes a required page and opens the requested address',
  context: ({ input }) => ({ ...input, borrowerActions: [], navigated: false }),
  output: ({ context: { navigated } }) => ({ navigated }),
  initial: 'markingDone',
  states: {
    markingDone: {
      description: 'The server records the completed action and reports the remaining ones',
      tags: 'busy',
      invoke: {
        id: 'completeAction',
        src: 'completeAction',
        input: ({ context }) => ({ body: { action: context.action } }),
        onDone: { target: 'leaving', actions: withAnswer('setLeft') },
        onError: 'couldNotContinue',
      },
    },
    leaving: {
      description: 'The requested address is opening',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context }) => ({ borrowerActions: context.borrowerActions }),
        onDone: { target: 'left', actions: 'setNavigated' },
        onError: 'couldNotContinue',
      },
    },
    left: { description: 'The page has closed', type: 'final' },
    couldNotContinue: {
      description: 'The page stays open: the server could not be reached, or the address did not open',
      type: 'final',
    },
  },
});
