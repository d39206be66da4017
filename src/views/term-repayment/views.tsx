/** The views of the states of the term-based wizard. */
import type { termRepayment } from '#machines/term-repayment/term-repayment.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Application } from './Application.tsx';
import { Qualification } from './Qualification.tsx';
import { Receipt } from './Receipt.tsx';
import { SelectPlans } from './SelectPlans.tsx';

export const termRepaymentViews = {
  gettingFacts: Loading,
  gettingPlans: Loading,
  couldNotGetFacts: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  qualifying: Qualification,
  selectingPlans: SelectPlans,
  applying: Application,
  receipt: Receipt,
} satisfies ViewsOf<typeof termRepayment>;
