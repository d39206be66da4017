import type { SubmissionMessages } from '../../kit/submission/messages.ts';

export const STEPS = ['Find Your Loans', 'Username and Password', 'Online Account Created'] as const;

/** Notices above the forms. `{phone}` is the placeholder for the servicer's phone number. */
export const NOTICES = {
  notRecognized:
    "We couldn't find loans that match what you entered. Please check all three entries and try again, or call us at {phone}.",
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't look up your loans right now. Nothing was saved. Please press Continue again.",
  couldNotRegister: "We couldn't create your online account. Nothing was saved. Please try again.",
  nothingWasRegistered: "We didn't receive your request, and we haven't created an online account. Please try again.",
  /** Fallback for managed content with the phone number. */
  onlyByPhone:
    "You've had too many wrong attempts, so you can't create an account online with these details. Call us at {phone} and we'll set it up with you.",
} as const;

/** Texts during the submission of the registration. */
export const registrationSubmissionMessages: SubmissionMessages = {
  sending: 'Creating your online account…',
  outcomeUnknown: 'We are checking whether your online account was created',
  explanation: "We haven't heard back yet. Please don't start again: we create an online account only once.",
  asking: 'Checking whether your online account was created…',
};
