/** Mutation tests of the rules: `npm run mutation -- rules`, which sets `MUTATED` to one of `sources`. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sources.mjs';

/** The mutated files. Samples are not rules: only tests, models and stories use them. */
export const sources = {
  domain: ['domain/**/*.ts', '!domain/**/samples.ts'],
  server: [
    'server/service/**/*.ts',
    'server/portal/**/*.ts',
    ...['passwords', 'people', 'rate-limits', 'recovery', 'registration'].map((name) => `server/oidc/${name}.ts`),
  ],
};

/** Report of a sample of changed lines: the status of each tested mutant, one on each line. */
export const SAMPLE_REPORT = '.cache/stryker/sample.json';

/** Folder of the mutated copies. */
export const SANDBOX = '.cache/stryker/sandbox';

/** Reports each mutant when it has been tested, so that a sample can be stopped. */
const statuses = {
  onMutantTested: ({ status }) => appendFileSync(join(root, SAMPLE_REPORT), `${status}\n`),
};

/** Properties with texts for developers: call summaries in the API description, and search keywords. */
const isProse = (path) => path.isObjectProperty() && ['summary', 'keywords'].includes(path.node.key.name);
const isError = (path) => path.isNewExpression() && /^(?:Range|Type)?Error$/.test(path.node.callee.name ?? '');
const isArgument = (path, method) =>
  path.isStringLiteral() && path.parentPath.isCallExpression() && path.parent.callee.property?.name === method;
/** The message of a check of a schema, which is for developers. */
const isCheckMessage = (path) => isArgument(path, 'check') && path.key === 1;
/** The name of a prepared statement, which is arbitrary. */
const isStatementName = (path) => isArgument(path, 'prepare');

export const strykerPlugins = [
  { kind: 'Reporter', name: 'statuses', value: statuses },
  {
    kind: 'Ignore',
    name: 'texts-for-developers',
    value: {
      shouldIgnore: (path) =>
        [isProse, isError, isCheckMessage, isStatementName].some((is) => is(path))
          ? 'a text for developers'
          : undefined,
    },
  },
];

const half = process.env['MUTATED'] === 'server' ? 'server' : 'domain';
const isSample = process.env['SAMPLED'] !== undefined;

export default {
  mutate: sources[half],
  // Of a sample, `npm run mutation` judges the mutants that a test executes.
  thresholds: { high: 100, low: 90, break: isSample ? null : 90 },
  plugins: ['@stryker-mutator/vitest-runner', import.meta.filename],
  ignorers: ['texts-for-developers'],
  // A change of one table can consist of texts alone, most of which no test repeats.
  mutator: { excludedMutations: isSample ? ['StringLiteral'] : [] },
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  incremental: !isSample,
  incrementalFile: `.cache/stryker/${half}.json`,
  dryRunTimeoutMinutes: 20,
  // Stryker cannot read tsconfig.json with TypeScript 7.
  tsconfigFile: 'none',
  ignorePatterns: ['.cache', '.data', 'coverage', 'dist', 'storybook-static', 'test-results'],
  tempDirName: SANDBOX,
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress', isSample ? 'statuses' : 'html'],
  htmlReporter: { fileName: `reports/mutation/${half}.html` },
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  warnings: { slow: false },
};
