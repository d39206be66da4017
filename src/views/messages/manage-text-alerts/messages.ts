import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** The messages during a change of text alerts. */
export const textAlertChangeMessages: SubmissionMessages = {
  sending: 'Saving your change…',
  outcomeUnknown: "We're checking what happened to your change",
  explanation: "We haven't heard back yet. You don't need to do anything: we'll show you if the change was made.",
  asking: 'Checking what happened to your change…',
};

/** The label of the consent checkbox. */
export const CONSENT_LABEL = 'I agree to get automated texts at this number';
