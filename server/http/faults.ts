/** Failures on order, for tests: the next answers of a call are refused, lost, or held back. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Journeys } from './journeys.ts';
import { HttpProblem, problemResponse } from './problems.ts';

/** What is to go wrong. `after` lets the call act first and then loses, replaces or holds its answer. */
export const Fault = v.strictObject({
  when: v.picklist(['before', 'after']),
  /** Waits until the test releases the call; whatever else is to go wrong follows then. */
  hold: v.optional(v.literal(true)),
  /** Refuses with this status. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  /** Never answers. */
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

/** An order as it is kept: whose it is, and how many answers it still spoils. */
interface Order {
  readonly call: string;
  /** The journey that ordered it, whose requests alone it holds for; undefined for everybody's. */
  readonly journey: string | undefined;
  readonly how: Fault;
  left: number;
  /** Aborted when the test releases what this order holds. */
  readonly hold: AbortController;
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Tells the server that there is nothing to send. */
const nothingSent = (): Response => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** The failure in place of an answer; undefined when the answer was only held back. */
async function fail(c: Context<AppBindings>, { how, hold }: Order): Promise<Response | undefined> {
  const { signal } = c.req.raw;
  if (how.hold === true) await untilAborted(AbortSignal.any([signal, hold.signal]));
  // Who has gone while the call was held never reached the server.
  if (how.hold === true && signal.aborted) return nothingSent();
  if (how.hang === true) await untilAborted(signal);
  if (how.drop === true) c.env.outgoing?.destroy();
  if (how.hang === true || how.drop === true) return nothingSent();
  return how.status === undefined
    ? undefined
    : problemResponse(new HttpProblem(how.status, 'This failure was asked for by a test.'));
}

/** The failures that are on order. An order that was given within a journey holds for that journey's requests only. */
export class Faults {
  readonly #journeys: Journeys | undefined;
  readonly #orders: Order[] = [];

  /** Without `journeys` all requests are treated alike. */
  constructor(journeys?: Journeys) {
    this.#journeys = journeys;
  }

  order({ call, times, how }: FaultOrder): void {
    const journey = this.#journeys?.current;
    this.#orders.push({ call, journey, how, left: times, hold: new AbortController() });
  }

  /** Lets go what the present journey's orders hold of a call, now and later. Gives whether there was such an order. */
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

  /** Answers a call with `act`, unless a failure for it is on order. */
  async around(call: string, c: Context<AppBindings>, act: () => Promise<Response>): Promise<Response> {
    const order = this.#take(call);
    if (order === undefined) return act();
    if (order.how.when === 'before') return (await fail(c, order)) ?? act();
    const answer = await act();
    return (await fail(c, order)) ?? answer;
  }
}
