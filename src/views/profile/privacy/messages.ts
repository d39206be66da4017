import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Texts during the submission of a privacy form. */
export const privacySubmissionMessages: SubmissionMessages = {
  sending: 'Submitting your request…',
  outcomeUnknown: "We're checking whether your request was received",
  explanation: "We haven't heard back yet. Please don't submit it again: we count a request only once.",
  asking: 'Checking whether your request was received…',
};
