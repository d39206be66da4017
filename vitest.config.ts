/** All tests except the journeys: tests in Node, and tests in a real browser engine. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { launchOptions } from './test/support/chrome.ts';

execFileSync(process.execPath, ['tools/generated.mjs', 'flow-names.json'], { stdio: 'inherit' });

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
};

/**
 * Dependencies of the pages under test. They are bundled before the first test; discovering a package during a run
 * would reload the page and fail its tests.
 */
const optimizeDeps = {
  include: [
    '@storybook/react-vite',
    '@xstate/react',
    'storybook/test',
    'axe-core',
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
    'react-router',
    'react-router-dom',
    'react/jsx-runtime',
    'sanitize-html',
    'valibot',
    'xstate',
    'xstate/graph',
  ],
};

/**
 * The server tests that depend on database behavior run on a PostgreSQL server in place of the embedded engine, if
 * `PORTAL_TEST_DATABASE` contains its URL with a superuser.
 */
const { PORTAL_TEST_DATABASE: testDatabase = '' } = process.env;
const ON_DATABASE = [
  'test/server/{mail,migrations,payers,payment-effects,posting,recovery,registration}.test.ts',
  'test/server/{application-life,submissions,operations,bulk-copies,rap,row-seals,text-alerts}.test.ts',
];
/** Requires a PostgreSQL server, and is skipped if PgBouncer is not installed. */
const POOLER_TEST = 'test/server/pgbouncer.test.ts';
const onPostgres = {
  test: {
    name: 'postgres',
    environment: 'node' as const,
    include: [...ON_DATABASE, POOLER_TEST],
    isolate: false,
    globalSetup: ['test/support/test-databases.ts'],
    env: { TEST_DATABASES_KEPT: '1', TEST_DATABASE_URL: testDatabase },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

/** The files that take longest, which run first, so that no worker is left with one of them at the end. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /[\\/](?:paths[\\/]machines|views[\\/]walks)-\d\.test\.tsx?$/.test(moduleId);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const WITHOUT_MOTION = 'test/support/without-motion.ts';
const WITHOUT_OWNER_STACKS = 'test/support/without-owner-stacks.ts';

/** Number of concurrent files in a browser. The default is one fewer than the number of cores. */
const onThreePages = { maxWorkers: 3 };

/** The story files. The states of the flows, whose stories have no files, are covered by the walks. */
const storyFiles = ['src', 'test/stories']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.stories.tsx'))
  .sort();

export default defineConfig({
  test: {
    // One per core, because files often wait.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Rules and machines have no shared state, so their files share a worker.
      {
        test: {
          name: 'pure',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/{server,house}/**'],
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
          exclude: [...configDefaults.exclude, POOLER_TEST, ...(testDatabase === '' ? [] : ON_DATABASE)],
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
          ...onThreePages,
          include: ['test/views/**/*.test.tsx'],
          globalSetup: ['test/support/paths-of-run.ts'],
          setupFiles: ['test/support/async-timeout.ts', WITHOUT_MOTION, WITHOUT_OWNER_STACKS],
          // Long paths on a busy machine.
          testTimeout: 180_000,
          browser: { ...browser, viewport: { width: 1280, height: 900 }, instances: [{ browser: 'chromium' }] },
        },
      },
      {
        extends: './vite.config.ts',
        optimizeDeps,
        test: {
          name: 'stories',
          ...onThreePages,
          include: ['test/stories/*.test.tsx'],
          setupFiles: [WITHOUT_MOTION, WITHOUT_OWNER_STACKS],
          provide: { storyFiles },
          testTimeout: 60_000,
          browser: { ...browser, instances: [{ browser: 'chromium' }] },
        },
      },
    ],
  },
});
