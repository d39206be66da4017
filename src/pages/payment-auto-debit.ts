/** Auto Debit: enrollment, terms and drafts of each account. */
import { autoDebitLabels } from '#domain/payments/auto-debit/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { autoDebit, autoDebitDraft } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formDraft } from '../app/flow/draft.ts';
import { autoDebitViews } from '../views/payments/payment-auto-debit/views.tsx';

export default defineFlow<typeof autoDebit, FormDraft>({
  machine: autoDebit,
  views: autoDebitViews,
  isRefreshed: true,
  draft: formDraft(autoDebitDraft, autoDebitLabels),
  input: (_, draft) => ({ draft }),
});
