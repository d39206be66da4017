/** The types of live chat (P §3). */
import * as v from 'valibot';

/** The URL of the conversation page, which the portal shows in an iframe. */
export const ChatInformation = v.object({ chatUrl: v.pipe(v.string(), v.url(), v.regex(/^https?:/)) });
export type ChatInformation = v.InferOutput<typeof ChatInformation>;

/** The chat partner: the bot of public pages or an agent (P §2.2). */
export type ChatKind = 'bot' | 'agent';
