/**
 * One application: its timeline, its withdrawal, and the letter with its decision (rulings 23, 84). After a withdrawal
 * without an answer, the reloaded application shows whether it is withdrawn (ruling 4). The server accepts the same
 * withdrawal twice, so the borrower can press the button again.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { type CallFailure, isNotFound } from '#domain/call.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { canWithdraw } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationDetails } from '#domain/repayment/postponement/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';

export interface ApplicationDetailsInput {
  /** Confirmation number from the URL, not validated. */
  readonly confirmationNumber: string;
}

interface Context extends ApplicationDetailsInput {
  /** Null until it has been loaded. */
  readonly application: ApplicationDetails | null;
  /** Notice at the top of the page. */
  readonly notice: 'withdrawn' | 'decided' | 'notWithdrawn' | 'notSaved' | null;
}

const request = ({ context: { confirmationNumber } }: { context: Context }) => ({ params: { confirmationNumber } });

export const applicationDetails = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'withdraw.pressed' }
      | { type: 'withdraw.confirmed' }
      | { type: 'withdraw.dismissed' }
      | { type: 'save.pressed' },
    input: {} as ApplicationDetailsInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: {
    getApplication: call(postponement.application),
    withdraw: call(postponement.withdraw),
    getLetter: savedCall(postponement.letter),
  },
  guards: {
    isMissing: (_, failure: CallFailure) => isNotFound(failure),
    isRefused: (_, failure: CallFailure) => failure.kind === 'refused' && failure.status === 422,
    isWithdrawn: (_, { status }: ApplicationDetails) => status === 'withdrawn',
    isOpen: (_, application: ApplicationDetails) => canWithdraw(application),
  },
  actions: {
    setApplication: assign({ application: (_, application: ApplicationDetails) => application }),
    setWithdrawn: assign({ notice: 'withdrawn' }),
    setDecided: assign({ notice: 'decided' }),
    setNotWithdrawn: assign({ notice: 'notWithdrawn' }),
    setNotSaved: assign({ notice: 'notSaved' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'applicationDetails',
  description: 'One application with its timeline; it can be withdrawn until it is decided',
  context: ({ input }) => ({ ...input, application: null, notice: null }),
  meta: { path: '/repayment-options/application', title: 'Application' },
  initial: 'loading',
  states: {
    ...loading('loading', {
      what: 'the application',
      actor: 'getApplication',
      input: request,
      onDone: { target: 'showing', actions: withAnswer('setApplication') },
      missing: [{ guard: withFailure('isMissing'), target: 'notFound' }],
    }),
    notFound: { description: 'The borrower has no application with this confirmation number', tags: 'settled' },
    showing: {
      description: 'The page shows the application',
      tags: 'settled',
      on: {
        // The page offers it until the decision; the server refuses it after that.
        'withdraw.pressed': { target: 'confirming', actions: 'clearNotice' },
        'save.pressed': { target: 'gettingLetter', actions: 'clearNotice' },
      },
    },
    confirming: {
      description: 'A dialog asks the borrower to confirm the withdrawal',
      on: { 'withdraw.confirmed': 'withdrawing', 'withdraw.dismissed': 'showing' },
    },
    withdrawing: {
      description: 'The server withdraws the application',
      tags: 'background',
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        input: request,
        onDone: { target: 'showing', actions: [withAnswer('setApplication'), 'setWithdrawn', 'focusNotice'] },
        onError: [
          { guard: withFailure('isRefused'), target: 'refreshing', actions: ['setDecided', 'focusNotice'] },
          { target: 'checking' },
        ],
      },
    },
    checking: {
      description: 'The withdrawal got no answer: the application loads again, to tell whether it is withdrawn',
      tags: 'background',
      invoke: {
        id: 'check',
        src: 'getApplication',
        input: request,
        onDone: [
          {
            guard: withAnswer('isWithdrawn'),
            target: 'showing',
            actions: [withAnswer('setApplication'), 'setWithdrawn', 'focusNotice'],
          },
          {
            guard: withAnswer('isOpen'),
            target: 'showing',
            actions: [withAnswer('setApplication'), 'setNotWithdrawn', 'focusNotice'],
          },
          { target: 'showing', actions: [withAnswer('setApplication'), 'setDecided', 'focusNotice'] },
        ],
        onError: { target: 'showing', actions: ['setNotWithdrawn', 'focusNotice'] },
      },
    },
    refreshing: {
      description: 'The application was decided before the withdrawal arrived: it loads again',
      tags: 'background',
      invoke: {
        id: 'refresh',
        src: 'getApplication',
        input: request,
        onDone: { target: 'showing', actions: withAnswer('setApplication') },
        onError: 'showing',
      },
    },
    gettingLetter: saving({
      what: 'the letter',
      actor: 'getLetter',
      input: request,
      onDone: 'showing',
      onError: { target: 'showing', actions: ['setNotSaved', 'focusNotice'] },
    }),
  },
});
