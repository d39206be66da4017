/** Reads the payments in process again for the review, because another tab or person may have made one (ruling 90). */
import { assign, setup } from 'xstate';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FailureIgnored } from '../../kit/events.ts';
import { logIgnored } from '../../kit/failures.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';

/** Null until they have loaded, or if loading them failed. */
type Upcoming = readonly ScheduledPayment[] | null;

export const paymentsUnderWay = setup({
  types: {
    context: {} as { readonly upcoming: Upcoming },
    input: {} as object,
    output: {} as Upcoming,
    emitted: {} as FailureIgnored,
    tags: {} as 'background',
  },
  actors: { getUpcoming: call(paymentReads.scheduled) },
  actions: {
    keepUpcoming: assign({ upcoming: (_, upcoming: readonly ScheduledPayment[]) => upcoming }),
    logNotRead: logIgnored('The payments in process were not read again'),
  },
}).createMachine({
  id: 'paymentsUnderWay',
  description: 'Reads the payments in process again, while the borrower reviews a payment',
  context: { upcoming: null },
  output: ({ context }) => context.upcoming,
  initial: 'readingPayments',
  states: {
    readingPayments: {
      description: 'The payments in process are loading again',
      tags: 'background',
      invoke: {
        id: 'getUpcoming',
        src: 'getUpcoming',
        input: {},
        onDone: { target: 'paymentsRead', actions: withAnswer('keepUpcoming') },
        // The review goes on with the payments that loaded before.
        onError: { target: 'paymentsRead', actions: withFailure('logNotRead') },
      },
    },
    paymentsRead: { type: 'final', description: 'The payments in process have loaded, or loading them failed' },
  },
});
