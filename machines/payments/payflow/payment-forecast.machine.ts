/** The effect of the reviewed payment. It runs within Make a Payment; the borrower can pay without it. */
import { paymentSubmissions } from '#domain/payments/submission-calls.ts';
import type { PaymentForecast } from '#domain/payments/forecast-shapes.ts';
import type { PaymentOrder } from '#domain/payments/lines.ts';
import { toAmountsV2 } from '#domain/payments/payload.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface PaymentForecastInput {
  /** The payment under review. */
  readonly order: PaymentOrder;
}

export const paymentForecast = resource({
  id: 'paymentForecast',
  description: 'Shows what the payment will do: its split, the balances afterwards, and the next bills',
  load: call(paymentSubmissions.forecast),
  request: ({ order }: PaymentForecastInput) => ({ body: toAmountsV2(order) }),
  data: (forecast: PaymentForecast) => forecast,
  isEmpty: ({ accounts }) => accounts.length === 0,
  isWithinPage: true,
  isOptional: true,
});
