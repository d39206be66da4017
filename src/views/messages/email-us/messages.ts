import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Notices above the form. `{phone}` is the placeholder for the servicer's phone number. */
export const EMAIL_US_NOTICES = {
  tooMany: "You've sent as many messages as we can take in a day. Please wait until tomorrow, or call us at {phone}.",
  couldNotSend:
    "We couldn't send your message. Everything you typed is still here. Please try again, or call us at {phone}.",
  nothingWasSent: "We didn't receive your message. Please send it again.",
} as const;

/** Texts during the submission of a message. */
export const emailSubmissionMessages: SubmissionMessages = {
  sending: 'Sending your message…',
  outcomeUnknown: "We're checking what happened to your message",
  explanation: "We haven't heard back yet. Please don't write again: a message is sent only once.",
  asking: 'Checking what happened to your message…',
};
