/** What every journey has: people of its own, its own failures and clock at the server, and a page that is monitored. */
import { randomUUID } from 'node:crypto';
import { type Page, expect, test as base } from '@playwright/test';
import { JOURNEY_HEADER } from '#server/http/journeys.ts';
import { PageMonitor } from './page-monitor.ts';
import { ORIGIN_VARIABLE } from './settings.ts';
import { TestServer } from './test-server.ts';

export { expect };

/** Another browser of the same person: nothing is shared but the server. */
export interface Device {
  readonly page: Page;
  readonly monitor: PageMonitor;
  close(): Promise<void>;
}

interface Fixtures {
  readonly testServer: TestServer;
  readonly monitor: PageMonitor;
  /**
   * Gives the sign-in name of this journey's own copy of a demo person, as the server's data have them at the start. Who
   * acts for a borrower acts for this journey's copy of the borrower.
   */
  readonly demoUser: (like: string) => Promise<string>;
  /** Opens another browser. */
  readonly newDevice: () => Promise<Device>;
}

export const test = base.extend<Fixtures>({
  // Playwright reads what a fixture needs off its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: ({}, provide) => provide(process.env[ORIGIN_VARIABLE]),
  // All requests of a journey name it, from whichever page: what it orders at the server is for them alone.
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
      await provide(monitor);
      expect(monitor.unexpected, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],

  // A context that a test opens itself has the options of the test as well, its address and headers included.
  newDevice: ({ browser }, provide) =>
    provide(async () => {
      const context = await browser.newContext();
      const monitor = new PageMonitor(context);
      return { page: await context.newPage(), monitor, close: () => context.close() };
    }),
});
