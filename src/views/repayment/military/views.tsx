/** Views of the states of a military deferment. */
import type { military } from '#machines/repayment/military/military.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Qualification } from './Qualification.tsx';
import { SelectBenefit } from './SelectBenefit.tsx';

export const militaryViews = {
  loadingData: Loading,
  couldNotLoad: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  qualifying: Qualification,
  selecting: SelectBenefit,
  nextSteps: NextSteps,
} satisfies ViewsOf<typeof military>;
