/** Failures on order, for tests: the next answers of a call are refused, late, or lost. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpProblem, problemResponse } from './problems.ts';

const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000));

/** What is to go wrong. `after` lets the call act first and then loses or replaces its answer. */
export const Fault = v.strictObject({
  when: v.picklist(['before', 'after']),
  /** Refuses with this status. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  /** Never answers. */
  hang: v.optional(v.literal(true)),
  /** Closes the connection. */
  drop: v.optional(v.literal(true)),
  /** Waits first; without another failure the answer is only late. */
  delayMs: v.optional(Milliseconds),
});
export type Fault = v.InferOutput<typeof Fault>;

export const FaultOrder = v.strictObject({
  call: v.string(),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  how: Fault,
});
export type FaultOrder = v.InferOutput<typeof FaultOrder>;

export type AppBindings = { Bindings: Partial<HttpBindings> };

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

const untilGone = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Tells the server that there is nothing to send. */
const nothingSent = (): Response => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** The failure in place of an answer; undefined when the answer was only to be late. */
async function failed(c: Context<AppBindings>, fault: Fault): Promise<Response | undefined> {
  if (fault.delayMs !== undefined) await wait(fault.delayMs);
  if (fault.hang === true) await untilGone(c.req.raw.signal);
  if (fault.drop === true) c.env.outgoing?.destroy();
  if (fault.hang === true || fault.drop === true) return nothingSent();
  return fault.status === undefined
    ? undefined
    : problemResponse(new HttpProblem(fault.status, 'This failure was asked for by a test.'));
}

/** The failures that are on order. */
export class Faults {
  readonly #orders: { readonly call: string; readonly how: Fault; left: number }[] = [];

  order({ call, times, how }: FaultOrder): void {
    this.#orders.push({ call, how, left: times });
  }

  clear(): void {
    this.#orders.length = 0;
  }

  #take(call: string): Fault | undefined {
    const order = this.#orders.find((each) => each.call === call && each.left > 0);
    if (order !== undefined) order.left -= 1;
    return order?.how;
  }

  /** Answers a call with `act`, unless a failure for it is on order. */
  async around(call: string, c: Context<AppBindings>, act: () => Promise<Response>): Promise<Response> {
    const fault = this.#take(call);
    if (fault === undefined) return act();
    if (fault.when === 'before') return (await failed(c, fault)) ?? act();
    const answer = await act();
    return (await failed(c, fault)) ?? answer;
  }
}
