/** The types of inbox messages (P §2.10, §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';

/** The opaque id of a message. */
export const DocumentId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

export const InboxMessage = v.object({
  documentId: DocumentId,
  /** Whether the message is about loans that the Department of Education owns. */
  isDirect: v.boolean(),
  /** Whether the message is plain text, which the portal shows on a page. Other messages are PDFs. */
  isPlainText: v.boolean(),
  subjectLine: v.string(),
  /** Whether the borrower has read the message. */
  readFlag: v.boolean(),
  docReceivedDate: PlainDateFromWire,
});
export type InboxMessage = v.InferOutput<typeof InboxMessage>;

/** The filter of the list: the selected tab. */
export const InboxFilter = v.picklist(['all', 'unread']);
export type InboxFilter = v.InferOutput<typeof InboxFilter>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A page of messages, newest first. */
export const InboxPage = v.object({
  messages: v.array(InboxMessage),
  /** The page number, starting at 1. For a number after the last page, the server returns the last page. */
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The number of messages, and the number of unread messages. */
  total: count,
  unread: count,
});
export type InboxPage = v.InferOutput<typeof InboxPage>;

/** A message with its text. Empty lines separate paragraphs. */
export const InboxText = v.object({ ...InboxMessage.entries, text: v.string() });
export type InboxText = v.InferOutput<typeof InboxText>;

/** The maximum number of messages per page, and of messages that can be marked at once. */
export const MAX_MESSAGES = 100;

/** A message to mark as read or unread (P §7). */
export const MarkedMessage = v.strictObject({ messageId: DocumentId, isDirect: v.boolean() });
export type MarkedMessage = v.InferOutput<typeof MarkedMessage>;
