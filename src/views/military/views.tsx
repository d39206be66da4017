/** The views of the states of a military deferment. */
import type { military } from '#machines/military/military.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { Content } from '../../ui/index.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';
import { Loading } from '../loading/Loading.tsx';
import { NotOffered } from '../postponement/NotOffered.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Qualification } from './Qualification.tsx';
import { SelectBenefit } from './SelectBenefit.tsx';

const NoGroups = () => (
  <NotOffered heading="You cannot apply for a military deferment">
    <Content
      section="militarybenefits"
      name="all-groups-ineligible"
      meanwhile
      fallback={<p>None of your loans can have a military deferment.</p>}
    />
  </NotOffered>
);

export const militaryViews = {
  gettingFacts: Loading,
  couldNotGetFacts: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  noGroups: NoGroups,
  qualifying: Qualification,
  selecting: SelectBenefit,
  nextSteps: NextSteps,
} satisfies ViewsOf<typeof military>;
