/**
 * `npm test`: the whole proof, step by step, each in a process of its own. Every step runs, also after one has failed, and
 * the last line counts over all of them: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';

const results = join(root, '.cache/test');
/** Where `playwright.config.ts` has its report written. */
const journeys = join(root, '.cache/journeys.json');

/** The counts of vitest's JSON report. */
const ofVitest = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests });

/** The counts of Playwright's JSON report. */
const ofPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

const steps = [
  { name: 'format', command: ['npx', 'prettier', '--check', '.'] },
  { name: 'types', command: ['npx', 'tsc'] },
  { name: 'lint', command: ['npx', 'oxlint', '--type-aware'] },
  {
    name: 'units, paths, server, views, stories',
    command: [
      'npx',
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${join(results, 'vitest.json')}`,
    ],
    report: join(results, 'vitest.json'),
    count: ofVitest,
  },
  {
    name: 'journeys',
    command: ['npx', 'playwright', 'test'],
    report: journeys,
    count: ofPlaywright,
  },
  { name: 'every transition walked', command: ['npm', 'run', '-s', 'coverage:flows'] },
];

async function countOf({ report, count }, status) {
  if (report === undefined) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counted = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => ({ passed: 0, failed: 0 }),
  );
  // A run that broke off counts as failed, whatever it had counted by then.
  return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

await rm(results, { recursive: true, force: true });
await rm(journeys, { force: true });
// What was walked before this run proves nothing about it.
await rm(join(root, '.cache/flows'), { recursive: true, force: true });
await mkdir(results, { recursive: true });

const total = { passed: 0, failed: 0 };
const lines = [];
for (const step of steps) {
  process.stdout.write(`\n== ${step.name}\n`);
  const began = performance.now();
  const [program, ...args] = step.command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const { passed, failed } = await countOf(step, status);
  total.passed += passed;
  total.failed += failed;
  const seconds = Math.round((performance.now() - began) / 1000);
  lines.push(`${step.name}: ${passed} passed, ${failed} failed, in ${seconds} s`);
}
process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
