/** Views of the states of an in-school deferment. */
import type { inSchool } from '#machines/repayment/in-school/in-school.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import { Content } from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { NotOffered } from '../postponement/NotOffered.tsx';
import { Application } from './Application.tsx';
import { NextSteps } from './NextSteps.tsx';
import { NotEligible } from './NotEligible.tsx';
import { Qualification } from './Qualification.tsx';

const HEADING = "You can't apply for an in-school deferment";

const NoGroups = ({ state }: ViewProps<typeof inSchool>) => (
  <NotOffered heading={HEADING} isInDefault={state.context.facts?.eligibility.isInDefault === true}>
    <Content
      section="school"
      name="all-groups-ineligible"
      fallbackWhileLoading
      fallback={<p>None of your loans qualify for an in-school deferment.</p>}
    />
  </NotOffered>
);

const NotOfferedToBorrower = () => (
  <NotOffered heading={HEADING}>
    <NotEligible />
  </NotOffered>
);

export const inSchoolViews = {
  loadingData: Loading,
  couldNotLoad: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  noGroups: NoGroups,
  notEligible: NotOfferedToBorrower,
  qualifying: Qualification,
  applying: Application,
  nextSteps: NextSteps,
} satisfies ViewsOf<typeof inSchool>;
