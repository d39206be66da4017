/** An invalid file in the managed content; `message` names the file and the problem. */
export class ContentProblem extends Error {
  override readonly name = 'ContentProblem';
}
