/**
 * Sender of texts for the demo, which has no text message service. Codes go to the borrower's inbox, so that the borrower
 * can read and enter them. Alerts go nowhere: the outbox records them, and Text Alerts lists them.
 */
import { businessDate } from '#domain/calendar.ts';
import type { Database } from '../db/database.ts';
import { inboxMessages } from '../db/schema/index.ts';
import type { TextMessage, TextSender } from './texts.ts';

/** Returns the inbox message in place of a text. */
const messageOf = ({ to, text }: TextMessage) => ({
  subject: 'Text message with your code',
  text: [`This demo sends no text messages. This one would go to the number ending in ${to.slice(-4)}:`, text].join(
    '\n\n',
  ),
});

/** Creates the sender. `now` is the business clock, from which the day of the message is taken. */
export const inboxTextSender = (db: Database, now: () => Date): TextSender => ({
  send: async (message) => {
    if (message.kind !== 'textCode') return;
    await db
      .insert(inboxMessages)
      .values({
        borrowerKey: message.borrowerKey,
        documentId: `text-${message.textId}`,
        isDirect: false,
        isPlainText: true,
        ...messageOf(message),
        receivedOn: businessDate(now()),
      })
      .onConflictDoNothing();
  },
});
