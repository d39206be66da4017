import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** The messages during the cancellation of a payment. */
export const cancellationSubmissionMessages: SubmissionMessages = {
  sending: 'Canceling',
  outcomeUnknown: "We're checking what happened to your cancellation",
  explanation: "We haven't heard back yet. You don't need to do anything: we'll show you if the payment was canceled.",
  asking: 'Checking what happened to your cancellation…',
};
