/** Runs test steps in separate processes and adds up their results. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './sources.mjs';

const results = join(root, '.cache/test');
/** The path of the Playwright report, as in `playwright.config.ts`. */
const journeys = join(root, '.cache/journeys.json');

/** Number of lines of a failed test's output to repeat at the end. */
const LINES = 6;

const catchError = (name, messages) => ({
  name,
  message: stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, LINES)
    .join('\n'),
});

/** Returns the counts and failures of Vitest's JSON report. */
const countVitest = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  failures: testResults.flatMap(({ name, assertionResults, status, message }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0 && status === 'failed') return [catchError(file, [message])];
    return failed.map((each) => catchError(`${file} > ${each.fullName}`, each.failureMessages));
  }),
});

/** Returns the tests of a suite in Playwright's report, including nested suites. */
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** Returns the counts and failures of Playwright's JSON report. */
const countPlaywright = ({ stats, errors, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  failures: [
    ...suites
      .flatMap(listSpecs)
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const messages = tests.flatMap((each) => each.results).flatMap((result) => result.errors);
        return catchError(
          `${file}:${line} > ${title}`,
          messages.map(({ message }) => message ?? ''),
        );
      }),
    ...errors.map(({ message }) => catchError('journeys', [message ?? ''])),
  ],
});

/** A step that counts as one test. */
export const check = (name, ...command) => ({ name, command });

/** Returns a step that runs Vitest. */
export function vitest(name, ...args) {
  const report = join(results, `${name.replaceAll(/\W+/g, '-')}.json`);
  const command = ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args];
  return { name, command, report, count: countVitest };
}

/** Returns a step that runs the journeys. */
export const playwright = (name, ...args) => ({
  name,
  command: ['npx', 'playwright', 'test', ...args],
  report: journeys,
  count: countPlaywright,
});

/** Runs a command. The output of parallel steps is buffered until each has ended. */
function execute([program, ...args], isAlone) {
  return new Promise((resolve) => {
    const stdio = isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, stdio, shell: process.platform === 'win32' });
    let text = '';
    const append = (part) => (text += part);
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    child.on('error', () => resolve({ status: 1, text }));
    child.on('exit', (status) => resolve({ status: status ?? 1, text }));
  });
}

async function countConnections({ report, count }, status) {
  if (report === undefined) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, failures: [] };
  const counted = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => ({ passed: 0, failed: 0, failures: [] }),
  );
  // An aborted run counts as failed, whatever it had counted.
  return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

async function runStep(step, isAlone) {
  if (isAlone) process.stdout.write(`\n== ${step.name}\n`);
  const began = performance.now();
  const { status, text } = await execute(step.command, isAlone);
  if (!isAlone) process.stdout.write(`\n== ${step.name}\n${text}`);
  const counted = await countConnections(step, status);
  return { name: step.name, ...counted, seconds: Math.round((performance.now() - began) / 1000) };
}

/**
 * Runs groups of steps in sequence; the steps of a group run in parallel. Every step runs, even after a failure. Prints
 * the duration of each part; the last line contains the total: `N passed, N failed`. Returns whether all passed.
 */
export async function prove(groups) {
  await rm(results, { recursive: true, force: true });
  await rm(journeys, { force: true });
  await mkdir(results, { recursive: true });
  const began = performance.now();
  const done = [];
  for (const group of groups) done.push(...(await Promise.all(group.map((step) => runStep(step, group.length === 1)))));
  for (const { name, failed, failures } of done) {
    if (failed > 0) process.stdout.write(`\n== failed: ${name}\n`);
    for (const each of failures) process.stdout.write(`${each.name}\n${each.message.replaceAll(/^/gm, '    ')}\n`);
  }
  const width = Math.max(...done.map(({ name }) => name.length));
  const lines = done.map(
    ({ name, passed, failed, seconds }) =>
      `${name.padEnd(width)}  ${String(seconds).padStart(4)} s  ${passed} passed, ${failed} failed`,
  );
  const total = (key) => done.reduce((sum, part) => sum + part[key], 0);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`\n${lines.join('\n')}\nIn all ${minutes} minutes\n\n`);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
  return total('failed') === 0;
}
