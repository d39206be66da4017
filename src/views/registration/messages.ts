import type { SubmissionMessages } from '../submission/messages.ts';

export const STEPS = ['Find Your Loans', 'Username and Password', 'Online Account Created'] as const;

/** What is said above the forms. The servicer's phone number stands for `{phone}`. */
export const NOTICES = {
  notRecognized:
    'We could not find loans that go with what you entered. Please check all three entries and try again, or call us at {phone}.',
  tooManyAttempts: 'There were too many attempts. Please try again in 15 minutes.',
  couldNotAsk: 'Your loans could not be looked up just now. Nothing was saved. Please press Continue again.',
  couldNotRegister: 'Your online account could not be created. Nothing was saved. Please try again.',
  nothingWasRegistered: 'Your request did not arrive, and no online account was created. Please try again.',
  /** Stands where the managed text, which has the phone number, could not be loaded. */
  onlyByPhone:
    'An online account cannot be created on this site for what you entered, because there were too many wrong attempts. Please call us at {phone}.',
} as const;

/** What is said while the registration is submitted. */
export const registrationSubmissionMessages: SubmissionMessages = {
  sending: 'Creating your online account…',
  outcomeUnknown: 'We are checking whether your online account was created',
  explanation: 'No answer has arrived yet. Please do not start again: an online account is created only once.',
  asking: 'Asking whether your online account was created…',
};
