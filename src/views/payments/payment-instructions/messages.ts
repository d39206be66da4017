import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Notices above the form. */
export const NOTICES = {
  changed: 'We changed your payment instruction.',
  notChanged: "We couldn't change your payment instruction. Please try again.",
} as const;

/** Texts during the submission of a change. */
export const instructionSubmissionMessages: SubmissionMessages = {
  sending: 'Saving your instruction…',
  outcomeUnknown: 'We are checking whether your instruction changed',
  explanation: "We haven't heard back yet. Please don't change it again: we make the change only once.",
  asking: 'Checking whether your instruction changed…',
};
