/** Journeys: a real browser with the built product, its real server and database. `npx playwright test` */
import { defineConfig } from '@playwright/test';
import { WITHOUT_OPTIMIZER, launchOptions } from './test/support/chrome.ts';

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  // Long enough for a busy machine. Tests wait for conditions, so a long timeout costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: './test/journeys/support/start-server.ts',
  // All tests share one server, where each journey has separate people, faults and clock.
  // Twice the cores of a small machine, because tests wait for more than half of their time.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    launchOptions: launchOptions(WITHOUT_OPTIMIZER),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // A time zone with a different date, because payment dates are in New York time.
    timezoneId: 'Pacific/Auckland',
    // Recording costs a third of the time. Use `npx playwright test --trace on` if needed.
    trace: 'off',
  },
});
