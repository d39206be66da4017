/** Client of the server's test endpoints (docs/testing.md). Faults affect only the requests of one journey. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import type { Fault, FaultOrder } from '#server/http/faults.ts';

/** A copy of a demo user. */
const DemoCopy = v.object({ signIns: v.record(v.string(), v.string()), ssnLastFour: v.optional(v.string()) });
export type DemoCopy = v.InferOutput<typeof DemoCopy>;

/** Releases a held call. */
export type Release = () => Promise<void>;

async function post(request: APIRequestContext, name: string, data: unknown) {
  const answer = await request.post(`/__test__/${name}`, { data });
  if (!answer.ok()) throw new Error(`POST /__test__/${name}: ${answer.status()} ${await answer.text()}`);
  return answer;
}

/** Creates a session at the sign-in provider and stores its cookie in the browser. */
export async function openSession(context: BrowserContext, signIn: string): Promise<void> {
  await post(context.request, 'sessions', { signIn });
}

export class TestServer {
  readonly #request: APIRequestContext;

  /** `request` has a header that identifies the journey. */
  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** Copies a demo borrower with all people who act for the borrower. `like` is the sign-in name of one of them. */
  async copyPerson(like: string): Promise<DemoCopy> {
    const answer = await post(this.#request, 'people', { like });
    return v.parse(DemoCopy, await answer.json());
  }

  async setClock(now: string): Promise<void> {
    await post(this.#request, 'clock', { now });
  }

  /** Makes the next answers of a call fail. */
  async fail(call: FaultOrder['call'], how: Fault, times = 1): Promise<void> {
    await post(this.#request, 'fail', { call, how, times });
  }

  /**
   * Holds the next answer of a call, so that the test can check the page in the meantime. `how` specifies
   * when the answer is held and any fault after the release. Returns the function that releases it.
   */
  async hold(call: FaultOrder['call'], how: Omit<Fault, 'hold'>): Promise<Release> {
    await this.fail(call, { ...how, hold: true });
    return () => this.release(call);
  }

  /** Releases a call that this journey holds. */
  async release(call: FaultOrder['call']): Promise<void> {
    await post(this.#request, 'release', { call });
  }
}
