import type { ViewsOf } from '#machines/kit/view.ts';
import type { paymentMethod } from '#machines/payment-method/payment-method.machine.ts';
import { PaymentMethod } from './PaymentMethod.tsx';

export const paymentMethodViews = {
  decidingHow: PaymentMethod,
  choosingSavedMethod: PaymentMethod,
  enteringBankAccount: PaymentMethod,
  // What comes next is shown by the flow around it.
  methodChosen: () => null,
} satisfies ViewsOf<typeof paymentMethod>;
