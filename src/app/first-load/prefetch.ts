/** Prefetched results. */

/** A result that can be fetched before it is needed. */
export interface Prefetch<Answer> {
  /** Starts the fetch now; the caller of `take` receives its error. */
  readonly start: () => void;
  /** Returns the prefetched result, once; without one, fetches now. */
  readonly take: () => Promise<Answer>;
}

/** Creates a result that `requested` fetches at most once before it is used. */
export function createPrefetch<Answer>(requested: () => Promise<Answer>): Prefetch<Answer> {
  let underWay: Promise<Answer> | undefined;
  return {
    start() {
      underWay ??= requested();
      underWay.catch(() => undefined);
    },
    take() {
      const answer = underWay ?? requested();
      underWay = undefined;
      return answer;
    },
  };
}
