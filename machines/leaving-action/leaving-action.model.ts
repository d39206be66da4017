/** How a page is left that comes before everything else. */
import { defineModel } from '../kit/model.ts';
import { leavingAction } from './leaving-action.machine.ts';

export default defineModel<typeof leavingAction>({
  machine: leavingAction,
  inputs: { 'the agreements': { action: 'agreements' } },
  events: [],
  outcomes: {
    completeAction: {
      'nothing is left to do': { answers: { borrowerActions: [] } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    leave: {
      'the address opens': { answers: undefined },
      'it does not open': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: () => null,
});
