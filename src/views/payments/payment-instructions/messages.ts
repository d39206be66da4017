import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Notices above the form. */
export const PAYMENT_INSTRUCTION_NOTICES = {
  changed: 'We changed where your extra payments go.',
  notChanged: "We couldn't change where your extra payments go. Please try again.",
} as const;

/** Texts during the submission of a change. */
export const instructionSubmissionMessages: SubmissionMessages = {
  sending: 'Saving your choice…',
  outcomeUnknown: "We're checking whether your choice was saved",
  explanation: "We haven't heard back yet. Please don't change it again: we make the change only once.",
  asking: 'Checking whether your choice was saved…',
};
