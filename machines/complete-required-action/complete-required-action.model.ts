/** How a page is left that comes before everything else (P §5.1): the server is told first, and then the address opens. */
import { defineModel } from '../kit/model.ts';
import { completeRequiredAction } from './complete-required-action.machine.ts';

/** What the server says is left to do, with which the address is opened. */
const leaves = (borrowerActions: readonly string[]) => ({
  answers: { borrowerActions },
  then: { state: 'leaving', context: { borrowerActions: [...borrowerActions] }, calls: { leave: { borrowerActions } } },
});

const stays = { state: 'couldNotContinue', output: { navigated: false } };

export default defineModel<typeof completeRequiredAction>({
  machine: completeRequiredAction,
  title: 'Completing a Required Action',
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
    'nothing opens before the server has been told': {
      reaching: ({ waitingFor }) => waitingFor.includes('leave'),
      needs: (by) => by.kind === 'outcome' && by.id === 'completeAction',
      brokenBy: 'anywhere: starts in leaving',
    },
    'the server is told only once': {
      callsOnce: 'completeAction',
      brokenBy: 'leaving -> leave error: target couldNotContinue swapped for markingDone',
    },
    'a page whose address has opened counts as left': {
      never: ({ isIn, context }) => isIn('left') && !context.navigated,
      brokenBy: 'leaving -> leave done: action setNavigated removed',
    },
  },
  facts: ({ borrowerActions }) => ({ borrowerActions }),
});
