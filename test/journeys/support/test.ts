/** The fixtures of all journeys: separate demo users, faults and clock at the server, and a monitored page. */
import { randomUUID } from 'node:crypto';
import { type Page, expect, test as base } from '@playwright/test';
import { JOURNEY_HEADER } from '#server/http/journeys.ts';
import { PageMonitor } from './page-monitor.ts';
import { ORIGIN_VARIABLE } from './settings.ts';
import { TestServer } from './test-server.ts';

export { expect };

/** Another browser of the same person, which shares only the server. */
export interface Device {
  readonly page: Page;
  readonly monitor: PageMonitor;
  readonly close: () => Promise<void>;
}

interface Fixtures {
  readonly testServer: TestServer;
  readonly monitor: PageMonitor;
  /**
   * Returns the sign-in name of this journey's copy of a demo user with initial data. A payer or impersonator acts for
   * this journey's copy of the borrower.
   */
  readonly demoUser: (like: string) => Promise<string>;
  /** Opens another browser. */
  readonly newDevice: () => Promise<Device>;
}

export const test = base.extend<Fixtures>({
  // Playwright parses the dependencies of a fixture from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: ({}, provide) => provide(process.env[ORIGIN_VARIABLE]),
  // All requests of a journey carry its id, so that faults at the server affect only this journey.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: ({}, provide) => provide({ [JOURNEY_HEADER]: randomUUID() }),

  testServer: ({ request }, provide) => provide(new TestServer(request)),

  demoUser: async ({ testServer }, provide) => {
    const copied = new Map<string, string>();
    await provide(async (like) => {
      if (!copied.has(like)) {
        const { signIns } = await testServer.copyPerson(like);
        for (const [original, signIn] of Object.entries(signIns)) copied.set(original, signIn);
      }
      return copied.get(like) ?? like;
    });
  },

  monitor: [
    async ({ context }, provide) => {
      const monitor = new PageMonitor(context);
      await monitor.watchEntries();
      await provide(monitor);
      expect(monitor.unexpected, 'the browser complained').toEqual([]);
      expect(monitor.leaked, 'what may be an account number or a password was stored').toEqual([]);
    },
    { auto: true },
  ],

  // A context that a test opens also has the test's options, including base URL and headers.
  newDevice: ({ browser }, provide) =>
    provide(async () => {
      const context = await browser.newContext();
      const monitor = new PageMonitor(context);
      return { page: await context.newPage(), monitor, close: () => context.close() };
    }),
});
