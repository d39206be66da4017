import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Texts during the submission of an application to postpone payments. */
export const applicationMessages: SubmissionMessages = {
  sending: 'Submitting your application…',
  outcomeUnknown: "We're checking what happened to your application",
  explanation: "We haven't heard back yet. Please don't apply again: an application counts only once.",
  asking: 'Checking what happened to your application…',
};
