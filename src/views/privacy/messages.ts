import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said while one of the privacy forms is submitted. */
export const privacySubmissionMessages: SubmissionMessages = {
  sending: 'Submitting your request…',
  outcomeUnknown: 'We are checking whether your request was received',
  explanation: "We haven't heard back yet. Please don't submit it again: we count a request only once.",
  asking: 'Checking whether your request was received…',
};
