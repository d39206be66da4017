/** Views of the states of a deferment by type. */
import type { deferment } from '#machines/repayment/deferment/deferment.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import { Content } from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { NotOffered } from '../postponement/NotOffered.tsx';
import { Application } from './Application.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Plan } from './Plan.tsx';
import { Qualification } from './Qualification.tsx';

/** Notice that the borrower is not eligible for any of the three types (R §8). */
const NoType = ({ state }: ViewProps<typeof deferment>) => (
  <NotOffered
    heading="You can't apply for any of these deferments"
    isInDefault={state.context.facts?.eligibility.isInDefault === true}
  >
    <Content
      section="deferment"
      name="all-groups-ineligible"
      fallbackWhileLoading
      fallback={
        <p>None of your loans qualify for an unemployment, rehabilitation training or economic hardship deferment.</p>
      }
    />
  </NotOffered>
);

export const defermentViews = {
  loadingData: Loading,
  couldNotLoad: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  noType: NoType,
  qualifying: Qualification,
  choosingPlan: Plan,
  applying: Application,
  nextSteps: NextSteps,
} satisfies ViewsOf<typeof deferment>;
