/** Model of leaving a required page (P §5.1): first the server records the action, then the address opens. */
import { defineModel } from 'xstate-workbench/model';
import { completeRequiredAction } from './complete-required-action.machine.ts';

/** Expected request to open the address, with the remaining actions from the server's answer. */
const leaves = (borrowerActions: readonly string[]) => ({
  answers: { borrowerActions },
  then: { state: 'leaving', context: { borrowerActions: [...borrowerActions] }, calls: { leave: { borrowerActions } } },
});

const stays = { state: 'couldNotContinue', output: { navigated: false } };

export default defineModel<typeof completeRequiredAction>({
  machine: completeRequiredAction,
  title: 'Complete a Required Action',
  place: 'the pages under `/actions`',
  inputs: {
    'the agreements': {
      input: { action: 'agreements' },
      then: {
        state: 'markingDone',
        context: { action: 'agreements', borrowerActions: [], navigated: false },
        calls: { completeAction: { body: { action: 'agreements' } } },
      },
    },
  },
  events: [],
  outcomes: {
    completeAction: {
      'nothing is left to do': leaves([]),
      'something else is left to do': leaves(['contact-info']),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: stays },
    },
    leave: {
      'the address opens': {
        answers: undefined,
        then: { state: 'left', context: { navigated: true }, output: { navigated: true } },
      },
      'it does not open': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: stays },
    },
  },
  claims: {
    'no address opens before the server has recorded the action': {
      reaching: ({ waitingFor }) => waitingFor.includes('leave'),
      needs: (by) => by.kind === 'outcome' && by.id === 'completeAction',
      brokenBy: 'anywhere: starts in leaving',
    },
    'the action is reported to the server only once': {
      callsOnce: 'completeAction',
      brokenBy: 'leaving -> leave error: target couldNotContinue swapped for markingDone',
    },
    'a page counts as closed when its address has opened': {
      never: ({ isIn, context }) => isIn('left') && !context.navigated,
      brokenBy: 'leaving -> leave done: action setNavigated removed',
    },
  },
  facts: ({ borrowerActions }) => ({ borrowerActions }),
});
