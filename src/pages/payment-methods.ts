/** Payment Methods: the saved bank accounts. */
import { paymentMethods } from '#machines/payments/payment-methods/payment-methods.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { paymentMethodsViews } from '../views/payments/payment-methods/views.tsx';

export default defineFlow<typeof paymentMethods>({
  machine: paymentMethods,
  views: paymentMethodsViews,
  input: ({ configuration: { nameOnAccount, nickname } }) => ({ limits: { nameOnAccount, nickname } }),
});
