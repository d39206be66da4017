/** What is said while something is submitted that counts once; each flow says it of its own. */
export interface SubmissionMessages {
  /** While it is under way: 'Submitting your payment…'. */
  readonly sending: string;
  /** When no answer came: 'We are checking what happened to your payment'. */
  readonly outcomeUnknown: string;
  /** What that means, and that it is not to be submitted again. */
  readonly explanation: string;
  /** While the server is being asked: 'Checking what happened to your payment…'. */
  readonly asking: string;
}
