import type { ViewsOf } from '#machines/kit/view.ts';
import type { privacyRequest } from '#machines/profile/privacy-request/privacy-request.machine.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { privacySubmissionMessages } from '../privacy/messages.ts';
import { outcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { PrivacyRequest } from './PrivacyRequest.tsx';
import { RequestReceived } from './RequestReceived.tsx';

export const privacyRequestViews = {
  starting: Loading,
  gettingLists: Loading,
  couldNotLoad: CouldNotLoad,
  fillingIn: PrivacyRequest,
  // The same view as the preceding state, so that the pressed button keeps focus.
  submittingRequest: PrivacyRequest,
  outcomeCheckFailed: outcomeCheckFailed(privacySubmissionMessages),
  requestReceived: RequestReceived,
} satisfies ViewsOf<typeof privacyRequest>;
