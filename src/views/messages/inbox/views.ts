import type { ViewsOf } from '#machines/kit/view.ts';
import type { inbox } from '#machines/messages/inbox/inbox.machine.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { NotEligible } from '../paperless/NotEligible.tsx';
import { InboxMessages } from './InboxMessages.tsx';
import { Message } from './Message.tsx';
import { NotEnrolled } from './WithoutPaperless.tsx';

export const inboxViews = {
  checkingEnrollment: Loading,
  checkingClaimsStatus: Loading,
  couldNotLoad: CouldNotLoad,
  notEnrolled: NotEnrolled,
  notEligible: NotEligible,
  loadingMessages: Loading,
  showingMessages: InboxMessages,
  readingMessage: Message,
} satisfies ViewsOf<typeof inbox>;
