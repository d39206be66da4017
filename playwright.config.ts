/** The journeys: a real browser, the built product, its real server and database. `npx playwright test` */
import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/support/chrome.ts';

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  // Long enough for a machine that is busy with something else: who waits for what comes loses nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: './test/journeys/support/start-server.ts',
  // All use one server; each journey has people, failures and a clock of its own there.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Where it is another day: payment dates are the server's, in New York.
    timezoneId: 'Pacific/Auckland',
    // Recording costs a third of the time; `npx playwright test --trace on` where it is wanted.
    trace: 'off',
  },
});
