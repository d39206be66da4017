import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said while one of the privacy forms is submitted. */
export const privacySubmissionMessages: SubmissionMessages = {
  sending: 'Submitting your request…',
  outcomeUnknown: 'We are checking whether your request was received',
  explanation: 'No answer has arrived yet. Please do not submit it again: a request is received only once.',
  asking: 'Asking whether your request was received…',
};
