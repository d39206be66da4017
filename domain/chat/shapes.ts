/** Live chat (P §3). */
import * as v from 'valibot';

/** Where the conversation page stands; it is shown in a frame of the portal. */
export const ChatInformation = v.object({ chatUrl: v.pipe(v.string(), v.url(), v.regex(/^https?:/)) });
export type ChatInformation = v.InferOutput<typeof ChatInformation>;

/** With whom somebody chats: the bot of public pages, or an agent (P §2.2). */
export type ChatKind = 'bot' | 'agent';
