import type { ViewsOf } from '#machines/kit/view.ts';
import type { emailUs } from '#machines/messages/email-us/email-us.machine.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { EmailSent } from './EmailSent.tsx';
import { emailSubmissionMessages } from './messages.ts';
import { outcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { WriteEmail } from './WriteEmail.tsx';

export const emailUsViews = {
  loadingPage: Loading,
  couldNotLoad: CouldNotLoad,
  writing: WriteEmail,
  // The same view as the preceding state, so that the pressed button keeps focus.
  sending: WriteEmail,
  outcomeCheckFailed: outcomeCheckFailed(emailSubmissionMessages),
  sent: EmailSent,
} satisfies ViewsOf<typeof emailUs>;
