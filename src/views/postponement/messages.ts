import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said while an application to postpone payments is submitted. */
export const applicationMessages: SubmissionMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: 'We are checking what became of your application',
  explanation: 'No answer has arrived yet. Please do not apply again: an application counts only once.',
  asking: 'Asking what became of your application…',
};
