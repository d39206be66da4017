/** The total paid to date, calculated on request (Y §4.8). */
import { assign, setup } from 'xstate';
import { paymentActivity as calls } from '#domain/payments/activity-calls.ts';
import type { PaymentTotals } from '#domain/payments/history-shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import { withAnswer } from '../../kit/params.ts';

interface Context {
  /** Null until they have been calculated. */
  readonly totals: PaymentTotals | null;
}

export const totalPaid = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'calculate.pressed' },
    emitted: {} as FocusRequested,
    input: {} as object,
    tags: {} as 'background' | 'settled',
  },
  actors: { getTotals: call(calls.totals) },
  guards: {
    hasPaid: (_, { totalAmountPaid }: PaymentTotals) => totalAmountPaid > 0,
  },
  actions: {
    setTotals: assign({ totals: (_, totals: PaymentTotals) => totals }),
    ...focusActions,
  },
}).createMachine({
  id: 'totalPaid',
  description: 'The total paid to date is calculated when the borrower asks for it',
  context: { totals: null },
  initial: 'notRequested',
  states: {
    notRequested: {
      description: 'The borrower can have the total calculated',
      on: { 'calculate.pressed': 'calculating' },
    },
    calculating: {
      description: 'The total is being calculated',
      tags: 'background',
      invoke: {
        id: 'getTotals',
        src: 'getTotals',
        input: {},
        onDone: [
          {
            guard: withAnswer('hasPaid'),
            target: 'showingTotals',
            actions: [withAnswer('setTotals'), focusOn('total-paid')],
          },
          { target: 'nothingPaid', actions: focusOn('total-paid') },
        ],
        onError: 'couldNotCalculate',
      },
    },
    showingTotals: { description: 'The totals are there to read', tags: 'settled' },
    nothingPaid: { description: 'Nothing has been paid to date', tags: 'settled' },
    couldNotCalculate: {
      description: 'The total could not be calculated; that can be tried again',
      on: { 'calculate.pressed': 'calculating' },
    },
  },
});
