import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** The messages during a change of auto debit. */
export const autoDebitChangeMessages: SubmissionMessages = {
  sending: 'Saving your change…',
  outcomeUnknown: "We're checking what happened to your change",
  explanation: "We haven't heard back yet. You don't need to do anything: we'll show you if the change was made.",
  asking: 'Checking what happened to your change…',
};

/** The results of a change. `name` is the display name of the account. */
export const autoDebitResults = {
  enrolled: (name: string) => `Auto debit is set up for ${name}.`,
  notEnrolled: (name: string) => `Auto debit for ${name} wasn't changed. Please try again.`,
  stopped: (name: string) => `You stopped auto debit for ${name}.`,
  notStopped: (name: string) => `Auto debit for ${name} wasn't stopped. Please try again.`,
} as const;
