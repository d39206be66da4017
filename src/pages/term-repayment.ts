/** Term-based repayment. */
import { thresholdOf } from '#domain/term/qualification.ts';
import { TermDraft } from '#domain/term/shapes.ts';
import { termDraft, termRepayment } from '#machines/term-repayment/term-repayment.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { termRepaymentViews } from '../views/term-repayment/views.tsx';

export default defineDraftedFlow<typeof termRepayment, TermDraft>({
  machine: termRepayment,
  views: termRepaymentViews,
  draft: {
    schema: TermDraft,
    migrations: [],
    of: termDraft,
    isUrgent: ({ submission }) => submission !== null,
  },
  input: ({ configuration }, draft) => ({ threshold: thresholdOf(configuration.termRepaymentAmount), draft }),
});
