/**
 * In test mode many tests use one server at the same time. The requests of one test name it in a header; what the test
 * orders at a test endpoint with that header (a failure, another time) holds for its own requests only.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import { type BusinessClock, createClock } from '../clock.ts';

/** The header that says which journey a request belongs to. */
export const JOURNEY_HEADER = 'x-test-journey';

/** Knows which journey the present request belongs to. */
export class Journeys {
  readonly #storage = new AsyncLocalStorage<string>();

  /** The journey of the request that is being answered; undefined for a request without the header. */
  get current(): string | undefined {
    return this.#storage.getStore();
  }

  /** Answers the request `c` within its journey. */
  readonly middleware: MiddlewareHandler = (c, next) => {
    const journey = c.req.header(JOURNEY_HEADER);
    return journey === undefined ? next() : this.#storage.run(journey, next);
  };
}

/** A business clock that a journey can set for itself; `shared` is the time of all others. */
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

  /** Sets the time for everybody, whatever a journey had set for itself. */
  reset(instant: Date): void {
    this.#own.clear();
    this.#shared.set(instant);
  }
}
