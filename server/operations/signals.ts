/**
 * Events for monitoring: requests, submissions and security events. Without listeners, emitting costs nothing, and code
 * that emits does not depend on the metrics library.
 */

/** An event emitter for one type of event. */
export class Signal<Fact> {
  readonly #listeners = new Set<(fact: Fact) => void>();

  /** Calls all listeners. */
  emit(fact: Fact): void {
    for (const listener of this.#listeners) listener(fact);
  }

  /** Adds a listener. Returns a function that removes it. */
  listen(listener: (fact: Fact) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** A completed or aborted HTTP request. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route pattern, such as `/api/1/documents/:id`, and never the URL itself. */
  readonly route: string;
  /** The status. 499 if the client closed the connection before the end of the response. */
  readonly status: number;
  readonly seconds: number;
}

/**
 * The result of a submission: `recorded` for the first time, `refused` by a rule and recorded as such, `repeated` with
 * the earlier response, `rejected` because its key is closed or belongs to another body, or `failed` with an error.
 */
export type SubmissionResult = 'recorded' | 'refused' | 'repeated' | 'rejected' | 'failed';

/** All signals of the server. */
export const signals = {
  answered: new Signal<AnsweredRequest>(),
  submission: new Signal<{ readonly call: string; readonly outcome: SubmissionResult }>(),
  securityEvent: new Signal<{ readonly kind: string }>(),
} as const;
