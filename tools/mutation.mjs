/**
 * `npm run mutation`: applies one mutation at a time to machines, to the conditions of their guards, and to rules, and
 * counts those that a test detects. `-- machines …`, `-- guards …` or `-- rules …` runs one part. The rules are tested by
 * Stryker, which gets all options but three: with `--changed REV`, all parts test only what differs from REV; with
 * `--lines N` too, `rules` tests at most N of the changed lines of `domain`, at random, without the walks, and with
 * `--minutes N` it stops after N minutes.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SAMPLE_REPORT, SANDBOX, sources } from './stryker/stryker.config.mjs';
import { generate } from './generated.mjs';
import { root } from './sources.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Runs a program. Returns whether it passed. */
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

/** Runs a program for at most some minutes. Returns whether it passed, or was stopped. */
async function runFor(minutes, args, env) {
  const options = { cwd: root, stdio: 'inherit', detached: true, env: { ...process.env, ...env } };
  const child = spawn(process.execPath, args, options);
  let isStopped = false;
  const timer = setTimeout(() => {
    isStopped = true;
    process.kill(-child.pid, 'SIGTERM');
  }, minutes * 60_000);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  if (!isStopped) return status === 0;
  try {
    // Stryker's test runners do not end with it.
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
  rmSync(join(root, SANDBOX), { recursive: true, force: true });
  process.stdout.write(`rules: stopped after ${minutes} minutes\n`);
  return true;
}

const machines = (args) => run(['tools/run.mjs', 'test/mutation/machines.ts', ...args]);

const guards = (args) => run(['tools/run.mjs', 'test/mutation/guards.ts', ...args]);

/** Returns Stryker's patterns as Git's. */
const pathspecs = (patterns) =>
  patterns.map((each) => (each.startsWith('!') ? `:(exclude,glob)${each.slice(1)}` : `:(glob)${each}`));

/** Returns the files that match Stryker's patterns and differ from a revision. */
function changedSince(revision, patterns) {
  const paths = pathspecs(patterns);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', revision, '--', ...paths),
    ...git('ls-files', '--others', '--exclude-standard', '--', ...paths),
  ];
}

/** Required mutation score of a sample: below the 90 % of all rules, because few mutants vary. */
const REQUIRED_OF_SAMPLE = 0.6;
/** Time limit of a sample without `--minutes`. */
const MANY_MINUTES = 60;
/** Number of adjacent lines to test together, so that most mutants that span lines are tested. */
const ADJACENT = 10;

/** Returns the changed lines of the files that match, as Stryker's ranges: at most `count` lines, at random. */
function changedLines(revision, patterns, count) {
  let file = '';
  const ranges = [];
  for (const line of git('diff', '--unified=0', '--diff-filter=d', revision, '--', ...pathspecs(patterns))) {
    file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1] ?? file;
    const [, first, length = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    const end = Number(first) + Number(length);
    for (let start = Number(first); start < end; start += ADJACENT) {
      ranges.push({ file, start, end: Math.min(start + ADJACENT, end) });
    }
  }
  const shuffled = ranges
    .map((range) => ({ range, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ range }) => range);
  let left = count;
  return shuffled.flatMap(({ file: path, start, end }) => {
    if (left <= 0) return [];
    left -= end - start;
    return `${path}:${start}-${end - 1}`;
  });
}

const STRYKER = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tools/stryker/stryker.config.mjs'];

/** Runs Stryker on files of `domain` or `server`. Returns whether enough mutants were killed. */
function stryker(half, mutate, args) {
  if (mutate.length === 0) {
    process.stdout.write(`${half}: nothing to mutate\n`);
    return true;
  }
  return run([...STRYKER, '--mutate', mutate.join(','), ...args], { MUTATED: half });
}

/**
 * Tests a sample of the changed lines of `domain`. Mutants that no test executes do not count, because the walks and
 * the tests of the server, which are too slow for a sample, can execute them. If the time is over, those tested until
 * then count.
 */
async function sample(revision, lines, minutes, args) {
  const mutate = changedLines(revision, sources.domain, lines);
  if (mutate.length === 0) {
    process.stdout.write('domain: nothing to mutate\n');
    return true;
  }
  const report = join(root, SAMPLE_REPORT);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, '');
  const command = [...STRYKER, '--mutate', mutate.join(','), ...args];
  const passed = await runFor(minutes, command, { MUTATED: 'domain', SAMPLED: '1' });
  const statuses = readFileSync(report, 'utf8').split('\n');
  const count = (...names) => statuses.filter((status) => names.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const executed = killed + count('Survived');
  process.stdout.write(`rules ${killed} of ${executed} killed, ${count('NoCoverage')} not executed\n`);
  return passed && killed >= executed * REQUIRED_OF_SAMPLE;
}

async function rules(args) {
  await generate(['api-examples.json']);
  const rest = [...args];
  /** Removes an option from the arguments. Returns its value. */
  const take = (name) => (rest.includes(name) ? rest.splice(rest.indexOf(name), 2)[1] : undefined);
  const revision = take('--changed');
  const lines = take('--lines');
  const minutes = take('--minutes');
  const chosen = take('--mutate')?.split(',');
  if (revision !== undefined && lines !== undefined)
    return sample(revision, Number(lines), Number(minutes ?? MANY_MINUTES), rest);
  return Object.entries(sources)
    .map(([half, patterns]) => {
      const all = revision === undefined ? patterns : changedSince(revision, patterns);
      return stryker(half, chosen?.filter((each) => each.startsWith(`${half}/`)) ?? all, rest);
    })
    .every(Boolean);
}

const [first, ...rest] = process.argv.slice(2);
const parts = { machines, guards, rules };
const results = Object.hasOwn(parts, first ?? '') ? [await parts[first](rest)] : [];
if (results.length === 0) for (const part of Object.values(parts)) results.push(await part(process.argv.slice(2)));
process.exit(results.every(Boolean) ? 0 : 1);
