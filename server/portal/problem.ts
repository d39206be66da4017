/** A file among the managed content that cannot be used; `message` says which, and what is wrong with it. */
export class ContentProblem extends Error {
  override readonly name = 'ContentProblem';
}
