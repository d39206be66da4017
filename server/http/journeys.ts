/**
 * Isolation of parallel tests on one server in test mode. Each test sends its journey id in a header. Settings that a
 * test makes with that header (a fault, a different time) apply only to its own requests.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import { type BusinessClock, createClock } from '../clock.ts';

/** The request header that contains the journey id. */
export const JOURNEY_HEADER = 'x-test-journey';

/** Tracks the journey of the current request. */
export class Journeys {
  readonly #storage = new AsyncLocalStorage<string>();

  /** The journey of the current request. Undefined if the request has no journey header. */
  get current(): string | undefined {
    return this.#storage.getStore();
  }

  /** Handles the request within its journey. */
  readonly middleware: MiddlewareHandler = (c, next) => {
    const journey = c.req.header(JOURNEY_HEADER);
    return journey === undefined ? next() : this.#storage.run(journey, next);
  };
}

/** A business clock that a journey can set for itself. Requests without an individual time use `shared`. */
export class JourneyClock implements BusinessClock {
  readonly #shared: BusinessClock;
  readonly #journeys: Journeys;
  readonly #own = new Map<string, BusinessClock>();

  constructor(shared: BusinessClock, journeys: Journeys) {
    this.#shared = shared;
    this.#journeys = journeys;
  }

  now(): Date {
    const own = this.#own.get(this.#journeys.current ?? '');
    return (own ?? this.#shared).now();
  }

  set(instant: Date): void {
    const journey = this.#journeys.current;
    if (journey === undefined) this.#shared.set(instant);
    else this.#own.set(journey, createClock(instant));
  }

  /** Sets the time for all requests and discards the times that journeys have set. */
  reset(instant: Date): void {
    this.#own.clear();
    this.#shared.set(instant);
  }
}
