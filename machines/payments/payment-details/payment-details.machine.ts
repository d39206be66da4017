/** One payment of the history in full (Y §2.2). */
import { isNotFound } from '#domain/call.ts';
import { paymentActivity } from '#domain/payments/activity-calls.ts';
import type { PaymentHistoryDetails } from '#domain/payments/history-shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface PaymentDetailsInput {
  /** The opaque id of the payment, from the URL. */
  readonly paymentDetailId: string;
}

export const paymentDetails = resource({
  id: 'paymentDetails',
  description: 'One payment of the history in full',
  screen: { title: 'Payment History Details' },
  load: call(paymentActivity.historyDetails),
  request: ({ paymentDetailId }: PaymentDetailsInput) => ({ params: { paymentDetailId } }),
  data: (details: PaymentHistoryDetails) => details,
  isEmpty: () => false,
  isMissing: isNotFound,
});
