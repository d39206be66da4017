import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said above the form. The servicer's phone number stands for `{phone}`. */
export const NOTICES = {
  tooMany: 'You have sent many messages within a day. Please wait until tomorrow, or call us at {phone}.',
  couldNotSend:
    'Your message could not be sent. Everything that you typed is still here. Please try again, or call us at {phone}.',
  nothingWasSent: 'Your message did not arrive, and nothing was sent. Please send it again.',
} as const;

/** What is said while a message is sent. */
export const emailSubmissionMessages: SubmissionMessages = {
  sending: 'Sending your message…',
  outcomeUnknown: 'We are checking what became of your message',
  explanation: 'No answer has arrived yet. Please do not write again: a message is sent only once.',
  asking: 'Asking what became of your message…',
};
