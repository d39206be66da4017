/**
 * Test endpoints (docs/testing.md), available only with `PORTAL_TEST=1`. Settings made with a journey header apply only
 * to requests of that journey.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { calls } from '#domain/api/calls.ts';
import type { BusinessClock } from '../clock.ts';
import { Instant } from '../readable.ts';
import { type AppBindings, type Faults, FaultOrder, Release } from './faults.ts';
import type { Journeys } from './journeys.ts';
import { HttpProblem, problemResponse } from './problems.ts';
import { TEST_BASE } from './routes.ts';

/** The copy of a demo person. */
export interface DemoCopy {
  /**
   * The sign-in names of the copied borrower and of all people who act for the borrower, by the original sign-in names.
   */
  readonly signIns: Readonly<Record<string, string>>;
  /** The last four digits of the borrower's Social Security number, if the original can register. */
  readonly ssnLastFour?: string | undefined;
}

export interface TestMode {
  readonly clock: BusinessClock;
  readonly faults: Faults;
  readonly journeys: Journeys;
  /** Reloads the demo data. With `sessions`, also signs out all users. */
  readonly reset: (options: { readonly sessions: boolean }) => Promise<void>;
  /** Copies a demo person. Returns undefined if the sign-in name does not exist. */
  readonly copyPerson: (like: string) => Promise<DemoCopy | undefined>;
  /** Signs a person in without the sign-in page. Returns false if the sign-in name does not exist. */
  readonly openSession: (signIn: string, connection: HttpBindings) => Promise<boolean>;
}

const ClockSetting = v.strictObject({ now: Instant });
const ResetOptions = v.strictObject({ sessions: v.optional(v.boolean(), false) });
const PersonRequest = v.strictObject({ like: v.string() });
const SessionRequest = v.strictObject({ signIn: v.string() });

async function read<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => ({}));
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new HttpProblem(400, `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}

const unknownUser = (signIn: string): HttpProblem => new HttpProblem(400, `There is no user ${signIn}`);

/** Creates the endpoints under `/__test__`. */
export function createTestMode(test: TestMode): Hono<AppBindings> {
  const { clock, faults } = test;
  const app = new Hono<AppBindings>();

  app.post(`${TEST_BASE}/clock`, async (c) => {
    clock.set((await read(c, ClockSetting)).now);
    return c.json({ now: clock.now().toISOString() });
  });

  app.post(`${TEST_BASE}/reset`, async (c) => {
    const options = await read(c, ResetOptions);
    faults.clear();
    await test.reset(options);
    return c.json({ now: clock.now().toISOString() });
  });

  app.post(`${TEST_BASE}/fail`, async (c) => {
    const order = await read(c, FaultOrder);
    if (!calls.some(({ id }) => id === order.call)) throw new HttpProblem(400, `There is no call ${order.call}`);
    faults.order(order);
    return c.body(null, 204);
  });

  app.post(`${TEST_BASE}/release`, async (c) => {
    const release = await read(c, Release);
    if (!faults.release(release)) throw new HttpProblem(400, `No request of ${release.call} is paused`);
    return c.body(null, 204);
  });

  app.post(`${TEST_BASE}/people`, async (c) => {
    const { like } = await read(c, PersonRequest);
    const copy = await test.copyPerson(like);
    if (copy === undefined) throw unknownUser(like);
    return c.json(copy);
  });

  app.post(`${TEST_BASE}/sessions`, async (c) => {
    const { signIn } = await read(c, SessionRequest);
    const { incoming, outgoing } = c.env;
    if (incoming === undefined || outgoing === undefined) throw new HttpProblem(400, 'A session requires a connection');
    if (!(await test.openSession(signIn, { incoming, outgoing }))) throw unknownUser(signIn);
    return c.body(null, 204);
  });

  app.onError((error) => {
    if (error instanceof HttpProblem) return problemResponse(error);
    throw error;
  });
  return app;
}
