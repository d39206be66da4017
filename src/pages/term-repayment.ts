/** Term-based repayment. */
import { toThreshold } from '#domain/repayment/term/qualification.ts';
import { TermDraft } from '#domain/repayment/term/shapes.ts';
import { termDraft, termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { lazyParts } from '../app/flow/lazy-parts.tsx';
import { CouldNotLoad } from '../views/kit/loading/CouldNotLoad.tsx';
import { Loading } from '../views/kit/loading/Loading.tsx';
import { Qualification } from '../views/repayment/term-repayment/Qualification.tsx';

const later = lazyParts(() => import('../views/repayment/term-repayment/lazy-views.ts'), {
  what: 'Screens of this page',
});

export default defineFlow<typeof termRepayment, TermDraft>({
  machine: termRepayment,
  views: {
    loadingData: Loading,
    gettingPlans: Loading,
    couldNotLoad: CouldNotLoad,
    leaving: Loading,
    left: Loading,
    qualifying: Qualification,
    selectingPlans: later.part('SelectPlans'),
    applying: later.part('Application'),
    receipt: later.part('Receipt'),
  },
  later,
  draft: flowDraft({
    schema: TermDraft,
    migrations: [],
    of: termDraft,
    isUrgent: ({ submission }) => submission !== null,
  }),
  input: ({ configuration }, draft) => ({ threshold: toThreshold(configuration.termRepaymentAmount), draft }),
});
