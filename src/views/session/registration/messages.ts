import type { SubmissionMessages } from '../../kit/submission/messages.ts';

export const STEPS = ['Find Your Loans', 'Enter Your Code', 'Username and Password', 'Online Account Created'] as const;

/** Notices above the forms. */
export const REGISTRATION_NOTICES = {
  over: 'Too much time has passed since you entered your code. For your safety, please start again.',
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't send a code right now. Please try again.",
  couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
  couldNotRegister: "We couldn't create your online account. Nothing was saved. Please try again.",
  nothingWasRegistered: "We didn't receive your request, and we haven't created an online account. Please try again.",
} as const;

/** Texts during the submission of the registration. */
export const registrationSubmissionMessages: SubmissionMessages = {
  sending: 'Creating your online account…',
  outcomeUnknown: "We're checking whether your online account was created",
  explanation: "We haven't heard back yet. Please don't start again: we create an online account only once.",
  asking: 'Checking whether your online account was created…',
};
