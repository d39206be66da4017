/** Notices above the messages. */
export const INBOX_NOTICES = {
  nothingSelected: 'Please select at least one message.',
  couldNotMark: "We couldn't mark the messages you selected. Please try again.",
} as const;

/** Screen reader announcement after messages were marked (P §4). */
export const MARKED = 'Message(s) marked as read or unread';
