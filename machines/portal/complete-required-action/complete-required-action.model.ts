/** Specification of leaving a required page (P §5.1): first the server records the action, then the address opens. */
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { completeRequiredAction } from './complete-required-action.machine.ts';

const { to } = words<typeof completeRequiredAction>();

/** The requested address opens, and its page receives the remaining actions. */
const recorded = (borrowerActions: readonly string[]) =>
  [
    answers({ borrowerActions }),
    to('leaving', { borrowerActions: [...borrowerActions] }, { calls: { leave: { borrowerActions } } }),
  ] as const;

const stays = to('couldNotContinue', undefined, { output: { navigated: false } });

export default spec(completeRequiredAction, {
  title: 'Complete a Required Action',
  place: 'the pages under `/actions`',
  starts: {
    'the agreements': [
      { action: 'agreements' },
      to(
        'markingDone',
        { action: 'agreements', borrowerActions: [], navigated: false },
        { calls: { completeAction: { body: { action: 'agreements' } } } },
      ),
    ],
  },
  states: {
    markingDone: {
      when: {
        completeAction: {
          'nothing is left to do': recorded([]),
          'something else is left to do': recorded(['contact-info']),
          'no answer in time': [noAnswer, stays],
        },
      },
    },
    leaving: {
      when: {
        leave: {
          'the address opens': [answers(undefined), to('left', { navigated: true }, { output: { navigated: true } })],
          'it does not open': [stopsInError, stays],
        },
      },
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
});
