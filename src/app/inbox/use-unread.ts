/** Provides the number of unread messages. */
import { provided } from '../page/provided.ts';
import type { UnreadMessages } from './unread-messages.ts';

export interface InboxParts {
  readonly unread: UnreadMessages;
}

export const [InboxProvider, useUnread] = provided<InboxParts>('inbox');
