/** Texts during an idempotent submission. Each flow has its own texts. */
export interface SubmissionMessages {
  /** While the submission is in progress: 'Submitting your payment…'. */
  readonly sending: string;
  /** After a missing response: 'We are checking what happened to your payment'. */
  readonly outcomeUnknown: string;
  /** Explanation, with a warning not to submit again. */
  readonly explanation: string;
  /** While the portal requests the outcome: 'Checking what happened to your payment…'. */
  readonly asking: string;
}
