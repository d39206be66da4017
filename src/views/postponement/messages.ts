import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said while an application to postpone payments is submitted. */
export const applicationMessages: SubmissionMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: 'We are checking what happened to your application',
  explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
  asking: 'Checking what happened to your application…',
};
