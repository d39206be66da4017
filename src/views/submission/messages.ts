/** What is said while something is submitted that counts once; each flow says it of its own. */
export interface SubmissionMessages {
  /** While it is under way: 'Submitting your payment…'. */
  readonly sending: string;
  /** When no answer came: 'We are checking what became of your payment'. */
  readonly outcomeUnknown: string;
  /** What that means, and that it is not to be submitted again. */
  readonly explanation: string;
  /** While the server is being asked: 'Asking for the outcome of your payment…'. */
  readonly asking: string;
}
