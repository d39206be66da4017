import type { ViewsOf } from '#machines/kit/view.ts';
import type { privacyOptOut } from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { privacySubmissionMessages } from '../privacy/messages.ts';
import { outcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OptOutReceived } from './OptOutReceived.tsx';
import { PrivacyOptOut } from './PrivacyOptOut.tsx';

export const privacyOptOutViews = {
  starting: Loading,
  gettingStates: Loading,
  couldNotLoad: CouldNotLoad,
  fillingIn: PrivacyOptOut,
  // The same view as the preceding state, so that the pressed button keeps focus.
  submittingOptOut: PrivacyOptOut,
  outcomeCheckFailed: outcomeCheckFailed(privacySubmissionMessages),
  optOutReceived: OptOutReceived,
} satisfies ViewsOf<typeof privacyOptOut>;
