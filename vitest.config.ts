/** All tests but the journeys: what runs in Node, and what runs in a real browser engine. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { launchOptions } from './test/support/chrome.ts';

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
};

/**
 * What the pages under test import. Named here, so that it is bundled before the first test: found in the middle of a run,
 * a package makes the page load anew and its tests fail.
 */
const optimizeDeps = {
  include: [
    '@date-fns/utc',
    '@tanstack/history',
    '@xstate/react',
    'axe-core',
    'date-fns',
    'dompurify',
    'hono/html',
    'jose',
    'oauth4webapi',
    '@testing-library/react',
    '@testing-library/user-event',
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-dev-runtime',
    'react/jsx-runtime',
    'sanitize-html',
    'valibot',
    'xstate',
    'xstate/graph',
  ],
};

/**
 * The tests of the server that are about what the database does, once more on a PostgreSQL server: there where
 * `PORTAL_TEST_DATABASE` names one, with a role that may make databases and is a superuser.
 */
const { PORTAL_TEST_DATABASE: testDatabase = '' } = process.env;
/** Needs a PostgreSQL server, and is skipped where PgBouncer is not installed. */
const POOLER_TEST = 'test/server/pgbouncer.test.ts';
const onPostgres = {
  test: {
    name: 'postgres',
    environment: 'node' as const,
    include: [
      'test/server/{access,banking,contact,demo,drafts,due,email-us,mail,migrations,posting,recovery,registration}.test.ts',
      'test/server/{applications,deferment,forbearance,submissions,submissions-by-group,web-account,operations,bulk-copies,row-seals}.test.ts',
      POOLER_TEST,
    ],
    isolate: false,
    globalSetup: ['test/support/test-databases.ts'],
    env: { TEST_DATABASES_KEPT: '1', TEST_DATABASE_URL: testDatabase },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

/** Files that are run in a browser at the same time. Unless a project says it, they are one fewer than there are cores. */
const onTwoPages = { maxWorkers: 2 };

/**
 * The files of stories that have no test: what they show is looked at where the flows are walked. The browser would load each
 * of them, only to find nothing in it.
 */
const storiesWithoutTests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.stories.tsx'))
  .map((file) => join('src', file))
  .filter((file) => readFileSync(file, 'utf8').includes("tags: ['!test']"));

export default defineConfig({
  test: {
    // As many as there are cores: what a file waits for leaves time for another.
    maxWorkers: 2,
    projects: [
      // Rules and machines keep nothing that another test could meet, so their files share a worker.
      {
        test: {
          name: 'pure',
          environment: 'node',
          include: ['test/{properties,paths}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/{server,house}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, POOLER_TEST],
          isolate: false,
          env: { TEST_DATABASES_KEPT: '1' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(testDatabase === '' ? [] : [onPostgres]),
      {
        extends: './vite.config.ts',
        optimizeDeps,
        test: {
          name: 'views',
          ...onTwoPages,
          include: ['test/views/**/*.test.tsx'],
          globalSetup: ['test/support/paths-of-run.ts'],
          setupFiles: ['test/support/patience.ts'],
          testTimeout: 60_000,
          browser: { ...browser, viewport: { width: 1280, height: 900 }, instances: [{ browser: 'chromium' }] },
        },
      },
      {
        extends: './vite.config.ts',
        optimizeDeps,
        plugins: [storybookTest({ configDir: '.storybook' })],
        test: {
          name: 'stories',
          exclude: [...configDefaults.exclude, ...storiesWithoutTests],
          ...onTwoPages,
          // A story puts up and clears away what it shows, so they share a page.
          isolate: false,
          testTimeout: 60_000,
          browser: { ...browser, instances: [{ browser: 'chromium' }] },
        },
      },
    ],
  },
});
