/** Payoff Quote. Its address names the account and the day. */
import { quoteDateIn } from '#domain/payments/payoff/address.ts';
import { payoffLabels } from '#domain/payments/payoff/messages.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { payoffDraft, payoffQuery, payoffQuote } from '#machines/payments/payoff-quote/payoff-quote.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { queryId } from '../app/page/query-id.ts';
import { formDraft } from '../app/flow/draft.ts';
import { payoffQuoteViews } from '../views/payments/payoff-quote/views.tsx';

export default defineFlow<typeof payoffQuote, FormDraft>({
  machine: payoffQuote,
  views: payoffQuoteViews,
  isRefreshed: true,
  draft: formDraft(payoffDraft, payoffLabels),
  toQuery: payoffQuery,
  input: ({ query }, draft) => ({ account: queryId(query, 'account'), date: quoteDateIn(query), draft }),
});
