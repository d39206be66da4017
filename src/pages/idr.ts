/** Income-driven repayment. */
import { IdrDraft } from '#domain/repayment/idr/shapes.ts';
import { idr, idrDraft } from '#machines/repayment/idr/idr.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { lazyParts } from '../app/flow/lazy-parts.tsx';
import { Disclaimer } from '../views/repayment/idr/Disclaimer.tsx';
import { Income } from '../views/repayment/idr/Income.tsx';
import { TooEarly } from '../views/repayment/idr/TooEarly.tsx';
import { CouldNotLoad } from '../views/kit/loading/CouldNotLoad.tsx';
import { Loading } from '../views/kit/loading/Loading.tsx';

const later = lazyParts(() => import('../views/repayment/idr/lazy-views.ts'), { what: 'Screens of this page' });

export default defineFlow<typeof idr, IdrDraft>({
  machine: idr,
  headingContent: { section: 'repayoptions', name: 'idr-heading' },
  views: {
    loadingData: Loading,
    couldNotLoad: CouldNotLoad,
    left: Loading,
    tooEarly: TooEarly,
    gettingEstimates: Loading,
    readingDisclaimer: Disclaimer,
    enteringIncome: Income,
    choosingPlan: later.part('EligiblePlan'),
    applying: later.part('Apply'),
  },
  later,
  draft: flowDraft({ schema: IdrDraft, migrations: [], of: idrDraft }),
  input: ({ configuration }, draft) => {
    const { minDependents, maxDependents, idrAgiMaxAmount, idrAgiValidateThreshold } = configuration;
    return {
      limits: { minDependents, maxDependents, idrAgiMaxAmount, agiThreshold: idrAgiValidateThreshold },
      showsAllSteps: configuration.idrShowAllSteps,
      site: { name: `${configuration.federalProduct}/IDR`, url: `${configuration.federalSite}/IDR` },
      draft,
    };
  },
});
