/** The server's test endpoints (docs/testing.md). What is ordered there holds for the requests of one journey only. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import type { Fault, FaultOrder } from '#server/http/faults.ts';

/** What is known of a copy of a demo person. */
const DemoCopy = v.object({ signIns: v.record(v.string(), v.string()), ssnLastFour: v.optional(v.string()) });
export type DemoCopy = v.InferOutput<typeof DemoCopy>;

/** Lets go what is held of a call. */
export type Release = () => Promise<void>;

async function post(request: APIRequestContext, name: string, data: unknown) {
  const answer = await request.post(`/__test__/${name}`, { data });
  if (!answer.ok()) throw new Error(`POST /__test__/${name}: ${answer.status()} ${await answer.text()}`);
  return answer;
}

/** Opens a session of somebody at the sign-in provider; the browser gets its cookie. */
export async function openSession(context: BrowserContext, signIn: string): Promise<void> {
  await post(context.request, 'sessions', { signIn });
}

export class TestServer {
  readonly #request: APIRequestContext;

  /** `request` names the journey in a header. */
  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** Copies a demo borrower with everybody who acts for them; `like` is the sign-in name of one of them. */
  async copyPerson(like: string): Promise<DemoCopy> {
    const answer = await post(this.#request, 'people', { like });
    return v.parse(DemoCopy, await answer.json());
  }

  async setClock(now: string): Promise<void> {
    await post(this.#request, 'clock', { now });
  }

  /** Lets the next answers of a call go wrong. */
  async fail(call: FaultOrder['call'], how: Fault, times = 1): Promise<void> {
    await post(this.#request, 'fail', { call, how, times });
  }

  /**
   * Holds the next answer of a call, so that what a page shows meanwhile stays until it has been seen. `how` says when it
   * is held, and what else goes wrong when it is released. Gives the function that releases it.
   */
  async hold(call: FaultOrder['call'], how: Omit<Fault, 'hold'>): Promise<Release> {
    await this.fail(call, { ...how, hold: true });
    return () => this.release(call);
  }

  /** Lets go what this journey holds of a call. */
  async release(call: FaultOrder['call']): Promise<void> {
    await post(this.#request, 'release', { call });
  }
}
