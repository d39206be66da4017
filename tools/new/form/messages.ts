import type { SubmissionMessages } from '#src/views/kit/submission/messages.ts';

/** Notices above the form. `{phone}` is the placeholder for the servicer's phone number. */
export const NOTICES = {
  tooMany: "You've sent as many messages as we can take in a day. Please wait until tomorrow, or call us at {phone}.",
  notSent: "We couldn't send your message. What you typed is still here. Please try again, or call us at {phone}.",
} as const;

/** Texts during the submission. */
export const exampleFormMessages: SubmissionMessages = {
  sending: 'Sending your message…',
  outcomeUnknown: 'We are checking what happened to your message',
  explanation: "We haven't heard back yet. Please don't send it again: a message is sent only once.",
  asking: 'Checking what happened to your message…',
};
