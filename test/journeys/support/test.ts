/** What every journey has: fresh data, a clock at its start, and a page that is watched. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type APIRequestContext, type BrowserContext, expect, test as base } from '@playwright/test';
import type { FaultOrder } from '#server/http/faults.ts';
import { freePort } from '#test/support/free-port.ts';

export { expect };

/** Friday, 20 November 2026, 10:00 in New York: payments for the same day are still taken. */
export const NOW = '2026-11-20T15:00:00Z';

/** The server's test endpoints. */
export class Backstage {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async #post(name: string, data: unknown): Promise<void> {
    const answer = await this.#request.post(`/__test__/${name}`, { data });
    expect(answer.ok(), `POST /__test__/${name}: ${answer.status()} ${await answer.text()}`).toBe(true);
  }

  /** The demo data as they were, the clock at its start, no failure on order. */
  reset(): Promise<void> {
    return this.#post('reset', {});
  }

  setClock(now: string): Promise<void> {
    return this.#post('clock', { now });
  }

  /** Lets the next answer of a call go wrong. */
  fail(call: FaultOrder['call'], how: FaultOrder['how'], times = 1): Promise<void> {
    return this.#post('fail', { call, how, times });
  }
}

/** What happened in the browser beside what a person sees. */
export class Watch {
  readonly #complaints: string[] = [];
  readonly #provoked: RegExp[] = [];
  /** The address of every request, in order. */
  readonly addresses: string[] = [];
  /** The API calls that were sent: method, path and body. */
  readonly calls: { readonly method: string; readonly path: string; readonly body: string | null }[] = [];
  #token = '';

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text());
    });
    context.on('weberror', (error) => this.#complaints.push(`Uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      this.addresses.push(request.url());
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/1/')) return;
      this.calls.push({ method: request.method(), path: pathname.slice('/api/1/'.length), body: request.postData() });
      this.#token = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1] ?? this.#token;
    });
  }

  /** The access token that the page last sent. */
  get token(): string {
    return this.#token;
  }

  /** Says that the test brings this complaint of the browser about. */
  provokes(complaint: RegExp): void {
    this.#provoked.push(complaint);
  }

  /** What the browser complained of without being provoked: errors, broken security policies, warnings. */
  get unprovoked(): string[] {
    return this.#complaints.filter((text) => !this.#provoked.some((complaint) => complaint.test(text)));
  }
}

/** How long a server may take to start, in milliseconds. */
const START_LIMIT = 60_000;

/** Waits until the server answers; throws when it has ended or does not answer in time. */
async function answering(origin: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${origin}/api/1/time/epoch`).catch(() => undefined);
    if (answer?.ok === true) return;
    await setTimeout(100);
  }
  throw new Error(`The server at ${origin} did not start`);
}

interface WorkerFixtures {
  /** Where this worker's own server answers. */
  readonly origin: string;
}

interface Fixtures {
  readonly backstage: Backstage;
  readonly watch: Watch;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: [
    // Playwright reads what a fixture needs off its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const port = String(await freePort());
      const origin = `http://localhost:${port}`;
      const env = { ...process.env, PORT: port, PUBLIC_URL: origin, PORTAL_TEST: '1', PORTAL_NOW: NOW };
      const server = spawn(process.execPath, ['test/journeys/support/serve.mjs'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const ended = once(server, 'exit');
      try {
        await answering(origin, server);
        await provide(origin);
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
    },
    { scope: 'worker', timeout: START_LIMIT },
  ],
  baseURL: ({ origin }, provide) => provide(origin),

  backstage: [
    async ({ request }, use) => {
      const backstage = new Backstage(request);
      await backstage.reset();
      await backstage.setClock(NOW);
      await use(backstage);
    },
    { auto: true },
  ],
  watch: [
    async ({ context }, use) => {
      const watch = new Watch(context);
      await use(watch);
      expect(watch.unprovoked, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});
