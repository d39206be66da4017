/**
 * What the server tells its monitoring: requests, submissions and security events. Emitting costs nothing while nobody
 * listens, so code that emits does not depend on the metrics library.
 */

/** A list of listeners for one kind of fact. */
export class Signal<Fact> {
  readonly #listeners = new Set<(fact: Fact) => void>();

  /** Calls all listeners. */
  emit(fact: Fact): void {
    for (const listener of this.#listeners) listener(fact);
  }

  /** Adds a listener. Returns the function that removes it. */
  listen(listener: (fact: Fact) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** An HTTP request that has been answered, or whose client has left. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the address, such as `/api/1/documents/:id`: never the address itself. */
  readonly route: string;
  /** The status; 499 where the client closed the connection before the answer's end. */
  readonly status: number;
  readonly seconds: number;
}

/**
 * What became of a submission: `recorded` for the first time, `refused` by a rule and recorded as such, `repeated` with the
 * answer of before, `rejected` because its key is closed or belongs to another body, or `failed` with an error.
 */
export type SubmissionResult = 'recorded' | 'refused' | 'repeated' | 'rejected' | 'failed';

/** All signals of the server. */
export const signals = {
  answered: new Signal<AnsweredRequest>(),
  submission: new Signal<{ readonly call: string; readonly outcome: SubmissionResult }>(),
  securityEvent: new Signal<{ readonly kind: string }>(),
} as const;
