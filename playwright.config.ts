/** The journeys: a real browser, the built product, its real server and database. `npx playwright test` */
import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/support/chrome.ts';

const port = process.env['PORT'] ?? '4460';
const origin = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One server with one clock and one database, which every test sets back: the tests take turns.
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    baseURL: origin,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Where it is another day: payment dates are the server's, in New York.
    timezoneId: 'Pacific/Auckland',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node test/journeys/support/serve.mjs',
    url: `${origin}/api/1/time/epoch`,
    env: { PORT: port, PUBLIC_URL: origin, PORTAL_TEST: '1', PORTAL_NOW: '2026-11-20T15:00:00Z' },
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
