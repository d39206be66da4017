/** Messages in the inbox (P §2.10, §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';

/** The opaque id of a message. */
export const DocumentId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

export const InboxMessage = v.object({
  documentId: DocumentId,
  /** Whether it is about loans that the Department of Education owns. */
  isDirect: v.boolean(),
  /** Plain text is read on a page of the portal; every other message is a PDF. */
  isPlainText: v.boolean(),
  subjectLine: v.string(),
  /** Whether it has been read. */
  readFlag: v.boolean(),
  docReceivedDate: PlainDateFromWire,
});
export type InboxMessage = v.InferOutput<typeof InboxMessage>;

/** Which messages are listed: the tab. */
export const InboxFilter = v.picklist(['all', 'unread']);
export type InboxFilter = v.InferOutput<typeof InboxFilter>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One page of the messages, the newest first. */
export const InboxPage = v.object({
  messages: v.array(InboxMessage),
  /** Counted from 1. A page after the last one is answered with the last one. */
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** How many messages there are, and how many of them have not been read. */
  total: count,
  unread: count,
});
export type InboxPage = v.InferOutput<typeof InboxPage>;

/** A message with its text. Paragraphs are separated by an empty line. */
export const InboxText = v.object({ ...InboxMessage.entries, text: v.string() });
export type InboxText = v.InferOutput<typeof InboxText>;

/** The most messages of one page, and those that are marked at once. */
export const MOST_MESSAGES = 100;

/** A message that is to be marked (P §7). */
export const MarkedMessage = v.strictObject({ messageId: DocumentId, isDirect: v.boolean() });
export type MarkedMessage = v.InferOutput<typeof MarkedMessage>;
