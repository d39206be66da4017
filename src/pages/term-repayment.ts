/** Term-based repayment. */
import { thresholdOf } from '#domain/term/qualification.ts';
import { TermDraft } from '#domain/term/shapes.ts';
import { termDraft, termRepayment } from '#machines/term-repayment/term-repayment.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { lazyViews } from '../app/flow/lazy-views.tsx';
import { CouldNotLoad } from '../views/loading/CouldNotLoad.tsx';
import { Loading } from '../views/loading/Loading.tsx';
import { Qualification } from '../views/term-repayment/Qualification.tsx';

const later = lazyViews(() => import('../views/term-repayment/lazy-views.ts'));

export default defineDraftedFlow<typeof termRepayment, TermDraft>({
  machine: termRepayment,
  views: {
    gettingFacts: Loading,
    gettingPlans: Loading,
    couldNotGetFacts: CouldNotLoad,
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
