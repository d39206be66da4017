/** Payoff Quote. A link may name the account. */
import { payoffLabels } from '#domain/payments/payoff/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { payoffDraft, payoffQuote } from '#machines/payments/payoff-quote/payoff-quote.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { queryId } from '../app/page/query-id.ts';
import { formDraft } from '../app/flow/flow-definition.ts';
import { payoffQuoteViews } from '../views/payments/payoff-quote/views.tsx';

export default defineDraftedFlow<typeof payoffQuote, FormDraft>({
  machine: payoffQuote,
  views: payoffQuoteViews,
  isRefreshed: true,
  draft: formDraft(payoffDraft, payoffLabels),
  input: ({ query }, draft) => ({ account: queryId(query, 'account'), draft }),
});
