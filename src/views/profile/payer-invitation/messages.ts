import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Notices above the form. */
export const PAYER_INVITATION_NOTICES = {
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAccept: "We couldn't create your username. Nothing was saved. Please try again.",
  nothingWasAccepted: "We didn't receive your request, and we haven't created your username. Please try again.",
} as const;

/** Texts while the invitation is being accepted. */
export const acceptanceMessages: SubmissionMessages = {
  sending: 'Creating your username…',
  outcomeUnknown: "We're checking whether your username was created",
  explanation: "We haven't heard back yet. Please don't start again: the invitation works only once.",
  asking: 'Checking whether your username was created…',
};
