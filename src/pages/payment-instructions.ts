/** Payment Instructions. A link may name the account. */
import { paymentInstructions } from '#machines/payments/payment-instructions/payment-instructions.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { paymentInstructionsViews } from '../views/payments/payment-instructions/views.tsx';

export default defineFlow<typeof paymentInstructions>({
  machine: paymentInstructions,
  views: paymentInstructionsViews,
  input: ({ query }) => ({ account: new URLSearchParams(query).get('account') }),
});
