/** Runs the steps of a proof, each in a process of its own, and counts over all of them. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';

const results = join(root, '.cache/test');
/** Where `playwright.config.ts` has its report written. */
const journeys = join(root, '.cache/journeys.json');

/** The counts of vitest's JSON report. */
const countVitest = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests });

/** The counts of Playwright's JSON report. */
const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

/** A step that counts as one test. */
export const check = (name, ...command) => ({ name, command });

/** A run of vitest. */
export function vitest(name, ...args) {
  const report = join(results, `${name.replaceAll(/\W+/g, '-')}.json`);
  const command = ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args];
  return { name, command, report, count: countVitest };
}

/** A run of the journeys. */
export const playwright = (name, ...args) => ({
  name,
  command: ['npx', 'playwright', 'test', ...args],
  report: journeys,
  count: countPlaywright,
});

/** Runs a command. What is printed by steps that run side by side is printed when each has ended. */
function execute([program, ...args], isAlone) {
  return new Promise((resolve) => {
    const stdio = isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, stdio, shell: process.platform === 'win32' });
    let text = '';
    const keep = (part) => (text += part);
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', () => resolve({ status: 1, text }));
    child.on('exit', (status) => resolve({ status: status ?? 1, text }));
  });
}

async function countOf({ report, count }, status) {
  if (report === undefined) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counted = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => ({ passed: 0, failed: 0 }),
  );
  // A run that broke off counts as failed, whatever it had counted by then.
  return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

async function runStep(step, isAlone) {
  if (isAlone) process.stdout.write(`\n== ${step.name}\n`);
  const began = performance.now();
  const { status, text } = await execute(step.command, isAlone);
  if (!isAlone) process.stdout.write(`\n== ${step.name}\n${text}`);
  const counted = await countOf(step, status);
  return { name: step.name, ...counted, seconds: Math.round((performance.now() - began) / 1000) };
}

/**
 * Runs groups of steps one after the other; the steps of a group run side by side. Every step runs, also after one has
 * failed. Prints what each part took; the last line counts over all: `N passed, N failed`. Returns whether all passed.
 */
export async function prove(groups) {
  await rm(results, { recursive: true, force: true });
  await rm(journeys, { force: true });
  await mkdir(results, { recursive: true });
  const began = performance.now();
  const done = [];
  for (const group of groups) done.push(...(await Promise.all(group.map((step) => runStep(step, group.length === 1)))));
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
