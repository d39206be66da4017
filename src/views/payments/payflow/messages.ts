import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Texts during the submission of a payment. */
export const paymentSubmissionMessages: SubmissionMessages = {
  sending: 'Submitting your payment…',
  outcomeUnknown: "We're checking what happened to your payment",
  explanation:
    "We haven't heard back about your payment yet. Please don't pay again. We're checking, and we'll show what happened here as soon as we know. We never take a payment twice.",
  asking: 'Checking what happened to your payment…',
};
