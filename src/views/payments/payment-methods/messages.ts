import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** The messages during a change of a saved bank account. */
export const methodChangeMessages: SubmissionMessages = {
  sending: 'Saving your change…',
  outcomeUnknown: "We're checking what happened to your change",
  explanation: "We haven't heard back yet. You don't need to do anything: we'll show you if the change was made.",
  asking: 'Checking what happened to your change…',
};
