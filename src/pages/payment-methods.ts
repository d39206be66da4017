/** Payment Methods: the saved bank accounts. */
import { bankFieldLabels } from '#domain/payments/banking/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { methodsDraft, paymentMethods } from '#machines/payments/payment-methods/payment-methods.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { paymentMethodsViews } from '../views/payments/payment-methods/views.tsx';

export default defineFlow<typeof paymentMethods, FormDraft>({
  machine: paymentMethods,
  views: paymentMethodsViews,
  isRefreshed: true,
  draft: formDraft(methodsDraft, bankFieldLabels),
  input: ({ configuration: { nameOnAccount, nickname } }, draft) => ({ limits: { nameOnAccount, nickname }, draft }),
});
