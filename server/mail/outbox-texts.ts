/**
 * Sender of texts for the demo, which has no text message service. Codes are files in the outbox folder (ruling 115). Alerts
 * go nowhere: the outbox records them, and Text Alerts lists them.
 */
import { storeInOutbox } from './transport.ts';
import type { TextMessage, TextSender } from './texts.ts';

/** Returns the name of a code's file in the outbox folder. */
export const toTextFileName = (textId: string): string => `text-code-${textId}.txt`;

const formatContent = ({ to, text }: TextMessage): string =>
  `This demo sends no text messages. This one would go to the number ending in ${to.slice(-4)}:\n\n${text}\n`;

/** Creates the sender. */
export const outboxTextSender = (folder: string): TextSender => ({
  send: async (message) => {
    if (message.kind === 'textCode')
      await storeInOutbox(folder, toTextFileName(message.textId), formatContent(message));
  },
});
