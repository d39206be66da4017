/** All tests but the journeys: what runs in Node, and what runs in a real browser engine. */
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './test/support/chrome.ts';

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/{properties,paths,server,house}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'views',
          include: ['test/views/**/*.test.tsx'],
          testTimeout: 120_000,
          browser: { ...browser, viewport: { width: 1280, height: 900 }, instances: [{ browser: 'chromium' }] },
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [storybookTest({ configDir: '.storybook' })],
        test: {
          name: 'stories',
          testTimeout: 60_000,
          browser: { ...browser, instances: [{ browser: 'chromium' }] },
        },
      },
    ],
  },
});
