/** Payoff Quote. A link may name the account. */
import { payoffQuote } from '#machines/payments/payoff-quote/payoff-quote.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { payoffQuoteViews } from '../views/payments/payoff-quote/views.tsx';

export default defineFlow<typeof payoffQuote>({
  machine: payoffQuote,
  views: payoffQuoteViews,
  input: ({ query }) => ({ account: new URLSearchParams(query).get('account') }),
});
