/** Fault injection for tests: rejects, drops or delays the next responses of a call. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Journeys } from './journeys.ts';
import { HttpProblem, nothingSent, problemResponse } from './problems.ts';

/** A fault to inject. With `after`, the handler runs first and its response is lost, replaced or delayed. */
export const Fault = v.strictObject({
  when: v.picklist(['before', 'after']),
  /** Holds the request until the test releases it. The other faults of this object follow. */
  hold: v.optional(v.literal(true)),
  /** Responds with this status. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  /** Never responds. */
  hang: v.optional(v.literal(true)),
  /** Closes the connection. */
  drop: v.optional(v.literal(true)),
});
export type Fault = v.InferOutput<typeof Fault>;

export const FaultOrder = v.strictObject({
  call: v.string(),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  how: Fault,
});
export type FaultOrder = v.InferOutput<typeof FaultOrder>;

export const Release = v.strictObject({ call: v.string() });
export type Release = v.InferOutput<typeof Release>;

export type AppBindings = { Bindings: Partial<HttpBindings> };

/** A registered fault with its scope and the remaining number of responses. */
interface Order {
  readonly call: string;
  /** The journey that registered the fault. Undefined if the fault applies to all requests. */
  readonly journey: string | undefined;
  readonly how: Fault;
  left: number;
  /** Aborted when the test releases the held requests. */
  readonly hold: AbortController;
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Applies a fault. Returns the error response, or undefined if the fault was only a delay. */
async function fail(c: Context<AppBindings>, { how, hold }: Order): Promise<Response | undefined> {
  const { signal } = c.req.raw;
  if (how.hold === true) await untilAborted(AbortSignal.any([signal, hold.signal]));
  // If the client disconnects while the request is held, the handler does not run.
  if (how.hold === true && signal.aborted) return nothingSent();
  if (how.hang === true) await untilAborted(signal);
  if (how.drop === true) c.env.outgoing?.destroy();
  if (how.hang === true || how.drop === true) return nothingSent();
  return how.status === undefined
    ? undefined
    : problemResponse(new HttpProblem(how.status, 'A test requested this error.'));
}

/** The registered faults. A fault that was registered within a journey applies only to requests of that journey. */
export class Faults {
  readonly #journeys: Journeys | undefined;
  readonly #orders: Order[] = [];

  /** Without `journeys`, faults apply to all requests. */
  constructor(journeys?: Journeys) {
    this.#journeys = journeys;
  }

  order({ call, times, how }: FaultOrder): void {
    const journey = this.#journeys?.current;
    this.#orders.push({ call, journey, how, left: times, hold: new AbortController() });
  }

  /**
   * Releases the requests of a call that faults of the current journey hold, now and in the future. Returns whether
   * such a fault exists.
   */
  release({ call }: Release): boolean {
    const holding = this.#orders.filter(
      (order) => order.call === call && order.journey === this.#journeys?.current && order.how.hold === true,
    );
    for (const { hold } of holding) hold.abort();
    return holding.length > 0;
  }

  clear(): void {
    for (const { hold } of this.#orders) hold.abort();
    this.#orders.length = 0;
  }

  #take(call: string): Order | undefined {
    const journey = this.#journeys?.current;
    const order = this.#orders.find(
      (each) => each.call === call && each.left > 0 && (each.journey === undefined || each.journey === journey),
    );
    if (order !== undefined) order.left -= 1;
    return order;
  }

  /** Handles a call with `act`, unless a fault is registered for it. */
  async around(call: string, c: Context<AppBindings>, act: () => Promise<Response>): Promise<Response> {
    const order = this.#take(call);
    if (order === undefined) return act();
    if (order.how.when === 'before') return (await fail(c, order)) ?? act();
    const answer = await act();
    return (await fail(c, order)) ?? answer;
  }
}
