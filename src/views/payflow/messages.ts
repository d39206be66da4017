import type { SubmissionMessages } from '../submission/messages.ts';

/** What is said while a payment is being submitted. */
export const paymentSubmissionMessages: SubmissionMessages = {
  sending: 'Submitting your payment…',
  outcomeUnknown: 'We are checking what became of your payment',
  explanation:
    'No answer to your payment has arrived yet. Please do not pay again: we are asking for the outcome, and will show it here as soon as it is known. A payment is never taken twice.',
  asking: 'Asking for the outcome of your payment…',
};
