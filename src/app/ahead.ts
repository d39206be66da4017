/** Answers that are asked for before they are needed. */

/** An answer that may be asked for before it is needed. */
export interface Ahead<Answer> {
  /** Asks now; what fails is said to whoever takes the answer. */
  readonly ask: () => void;
  /** The answer that was asked for, once; or one that is asked for now. */
  readonly take: () => Promise<Answer>;
}

/** An answer for which `asked` asks; it is asked for once until it is taken. */
export function ahead<Answer>(asked: () => Promise<Answer>): Ahead<Answer> {
  let underWay: Promise<Answer> | undefined;
  return {
    ask() {
      underWay ??= asked();
      underWay.catch(() => undefined);
    },
    take() {
      const answer = underWay ?? asked();
      underWay = undefined;
      return answer;
    },
  };
}
