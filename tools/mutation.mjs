/**
 * `npm run mutation`: applies one mutation at a time to machines, to the conditions of their guards, and to rules, and
 * counts those that a test detects. `-- machines …`, `-- guards …` or `-- rules …` runs one part. The rules are tested by
 * Stryker, which gets all options but two: with `--changed REV`, all parts test only what differs from REV; with
 * `--lines N` too, `rules` tests at most N of the changed lines of `domain`, at random, without the walks.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_REPORT, sources } from './stryker/stryker.config.mjs';
import { root } from './sources.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Runs a program. Returns whether it passed. */
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

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

/** Runs Stryker on files or lines of `domain` or `server`. Returns whether enough mutants were killed. */
function stryker(half, mutate, args, env = {}) {
  if (mutate.length === 0) {
    process.stdout.write(`${half}: nothing to mutate\n`);
    return true;
  }
  const command = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tools/stryker/stryker.config.mjs'];
  return run([...command, '--mutate', mutate.join(','), ...args], { MUTATED: half, ...env });
}

/**
 * Tests a sample of the changed lines of `domain`. Mutants that no test executes do not count, because the walks and
 * the tests of the server, which are too slow for a sample, can execute them.
 */
function sample(revision, lines, args) {
  const report = join(root, SAMPLE_REPORT);
  rmSync(report, { force: true });
  const passed = stryker('domain', changedLines(revision, sources.domain, lines), args, { SAMPLED: '1' });
  if (!passed || !existsSync(report)) return passed;
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...names) => statuses.filter((status) => names.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const executed = killed + count('Survived');
  process.stdout.write(`rules ${killed} of ${executed} killed, ${count('NoCoverage')} not executed\n`);
  return killed >= executed * REQUIRED_OF_SAMPLE;
}

function rules(args) {
  const rest = [...args];
  /** Removes an option from the arguments. Returns its value. */
  const take = (name) => (rest.includes(name) ? rest.splice(rest.indexOf(name), 2)[1] : undefined);
  const revision = take('--changed');
  const lines = take('--lines');
  const chosen = take('--mutate')?.split(',');
  if (revision !== undefined && lines !== undefined) return sample(revision, Number(lines), rest);
  return Object.entries(sources)
    .map(([half, patterns]) => {
      const all = revision === undefined ? patterns : changedSince(revision, patterns);
      return stryker(half, chosen?.filter((each) => each.startsWith(`${half}/`)) ?? all, rest);
    })
    .every(Boolean);
}

const [first, ...rest] = process.argv.slice(2);
const parts = { machines, guards, rules };
const results = Object.hasOwn(parts, first ?? '')
  ? [parts[first](rest)]
  : Object.values(parts).map((part) => part(process.argv.slice(2)));
process.exit(results.every(Boolean) ? 0 : 1);
