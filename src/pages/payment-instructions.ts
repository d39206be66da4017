/** Payment Instructions. A link may name the account. */
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import {
  instructionsDraft,
  paymentInstructions,
} from '#machines/payments/payment-instructions/payment-instructions.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { queryId } from '../app/page/query-id.ts';
import { formDraft } from '../app/flow/draft.ts';
import { paymentInstructionsViews } from '../views/payments/payment-instructions/views.tsx';

export default defineFlow<typeof paymentInstructions, FormDraft>({
  machine: paymentInstructions,
  views: paymentInstructionsViews,
  draft: formDraft(instructionsDraft, {}),
  input: ({ query }, draft) => ({ account: queryId(query, 'account'), draft }),
});
