/** The test endpoints. They exist only when the server is started with `PORTAL_TEST=1`. */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { calls } from '#domain/calls.ts';
import type { BusinessClock } from '../clock.ts';
import { Instant } from '../env.ts';
import { type Faults, FaultOrder } from './faults.ts';
import { HttpProblem, problemResponse } from './problems.ts';
import { TEST_BASE } from './routes.ts';

export interface TestMode {
  readonly clock: BusinessClock;
  readonly faults: Faults;
  /** Loads the demo data anew; with `sessions` everybody is signed out as well. */
  readonly reset: (options: { readonly sessions: boolean }) => Promise<void>;
}

const ClockSetting = v.strictObject({ now: Instant });
const ResetOptions = v.strictObject({ sessions: v.optional(v.boolean(), false) });

async function read<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => ({}));
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new HttpProblem(400, `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}

/** The endpoints under `/__test__`. */
export function createTestMode({ clock, faults, reset }: TestMode): Hono {
  const app = new Hono();
  app.post(`${TEST_BASE}/clock`, async (c) => {
    clock.set((await read(c, ClockSetting)).now);
    return c.json({ now: clock.now().toISOString() });
  });
  app.post(`${TEST_BASE}/reset`, async (c) => {
    const options = await read(c, ResetOptions);
    faults.clear();
    await reset(options);
    return c.json({ now: clock.now().toISOString() });
  });
  app.post(`${TEST_BASE}/fail`, async (c) => {
    const order = await read(c, FaultOrder);
    if (!calls.some(({ id }) => id === order.call)) throw new HttpProblem(400, `There is no call ${order.call}`);
    faults.order(order);
    return c.body(null, 204);
  });
  app.onError((error) => {
    if (error instanceof HttpProblem) return problemResponse(error);
    throw error;
  });
  return app;
}
