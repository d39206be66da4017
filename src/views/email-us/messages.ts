import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said above the form. The servicer's phone number stands for `{phone}`. */
export const NOTICES = {
  tooMany: 'You have sent many messages within a day. Please wait until tomorrow, or call us at {phone}.',
  couldNotSend:
    "We couldn't send your message. Everything you typed is still here. Please try again, or call us at {phone}.",
  nothingWasSent: "We didn't receive your message. Please send it again.",
} as const;

/** What is said while a message is sent. */
export const emailSubmissionMessages: SubmissionMessages = {
  sending: 'Sending your message…',
  outcomeUnknown: 'We are checking what happened to your message',
  explanation: "We haven't heard back yet. Please don't write again: a message is sent only once.",
  asking: 'Checking what happened to your message…',
};
