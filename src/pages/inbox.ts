/** Inbox: the list of messages and the page of a message. */
import { inbox } from '#machines/messages/inbox/inbox.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { inboxViews } from '../views/messages/inbox/views.ts';

export default defineFlow<typeof inbox>({
  machine: inbox,
  views: inboxViews,
  headingIn: ({ reading }) => reading?.subjectLine,
  input: ({ configuration, flags }) => ({
    pageSize: configuration.inboxMessagesPerPage,
    noticeMs: configuration.screenReaderMessageMs,
    asksClaimsStatus: flags.eCorrClaimsStatusMessageEnabled,
  }),
});
