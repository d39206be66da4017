/** Term-based repayment. */
import { thresholdOf } from '#domain/repayment/term/qualification.ts';
import { TermDraft } from '#domain/repayment/term/shapes.ts';
import { termDraft, termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { lazyViews } from '../app/flow/lazy-views.tsx';
import { CouldNotLoad } from '../views/kit/loading/CouldNotLoad.tsx';
import { Loading } from '../views/kit/loading/Loading.tsx';
import { Qualification } from '../views/repayment/term-repayment/Qualification.tsx';

const later = lazyViews(() => import('../views/repayment/term-repayment/lazy-views.ts'));

export default defineDraftedFlow<typeof termRepayment, TermDraft>({
  machine: termRepayment,
  views: {
    gettingFacts: Loading,
    gettingPlans: Loading,
    couldNotLoad: CouldNotLoad,
    leaving: Loading,
    left: Loading,
    qualifying: Qualification,
    selectingPlans: later.view('SelectPlans'),
    applying: later.view('Application'),
    receipt: later.view('Receipt'),
  },
  later,
  draft: {
    schema: TermDraft,
    migrations: [],
    of: termDraft,
    isUrgent: ({ submission }) => submission !== null,
  },
  input: ({ configuration }, draft) => ({ threshold: thresholdOf(configuration.termRepaymentAmount), draft }),
});
