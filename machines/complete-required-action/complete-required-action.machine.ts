/**
 * What a page ends with that comes before everything else (P §5.1): the server is told that its action is done and says
 * what else is to be done first, and the address that was asked for opens.
 */
import { assign, setup } from 'xstate';
import { access } from '#domain/access/calls.ts';
import type { BorrowerActions } from '#domain/access/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { withAnswer } from '../kit/params.ts';

export interface CompleteRequiredActionInput {
  /** The borrower action by its name. */
  readonly action: string;
}

/** Whether the page has been left; otherwise it stays, and it may be tried again. */
export interface CompleteRequiredActionOutput {
  readonly navigated: boolean;
}

interface Context extends CompleteRequiredActionInput, CompleteRequiredActionOutput {
  /** What is left to be done, once the server has said so. */
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
    keepLeft: assign({
      borrowerActions: (_, { borrowerActions }: { borrowerActions: BorrowerActions }) => borrowerActions,
    }),
    setNavigated: assign({ navigated: true }),
  },
}).createMachine({
  id: 'completeRequiredAction',
  description: 'A page that comes before everything else is done, and what was asked for opens',
  context: ({ input }) => ({ ...input, borrowerActions: [], navigated: false }),
  output: ({ context: { navigated } }) => ({ navigated }),
  initial: 'markingDone',
  states: {
    markingDone: {
      description: 'The server is being told that it is done, and says what else is to be done first',
      tags: 'busy',
      invoke: {
        id: 'completeAction',
        src: 'completeAction',
        input: ({ context }) => ({ body: { action: context.action } }),
        onDone: { target: 'leaving', actions: withAnswer('keepLeft') },
        onError: 'couldNotContinue',
      },
    },
    leaving: {
      description: 'The address that was asked for is being opened',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context }) => ({ borrowerActions: context.borrowerActions }),
        onDone: { target: 'left', actions: 'setNavigated' },
        onError: 'couldNotContinue',
      },
    },
    left: { description: 'The page has been left', type: 'final' },
    couldNotContinue: {
      description: 'The page stays: the server could not be told, or the address did not open',
      type: 'final',
    },
  },
});
