/**
 * `npm run mutation`: applies one mutation at a time to machines and rules, and counts those that a test detects.
 * `-- machines …` or `-- rules …` runs one half. The rules are tested by Stryker, which gets all options but `--changed
 * REV`: with it, both halves test only files that differ from REV.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { sources } from './stryker/stryker.config.mjs';
import { root } from './sources.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Runs a program. Returns whether it passed. */
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const machines = (args) => run(['tools/run.mjs', 'test/mutation/machines.ts', ...args]);

/** Returns the files that match Stryker's patterns and differ from a revision. */
function changedSince(revision, patterns) {
  const paths = patterns.map((each) => (each.startsWith('!') ? `:(exclude,glob)${each.slice(1)}` : `:(glob)${each}`));
  return [
    ...git('diff', '--name-only', '--diff-filter=d', revision, '--', ...paths),
    ...git('ls-files', '--others', '--exclude-standard', '--', ...paths),
  ];
}

function rules(args) {
  const rest = [...args];
  /** Removes an option from the arguments. Returns its value. */
  const take = (name) => (rest.includes(name) ? rest.splice(rest.indexOf(name), 2)[1] : undefined);
  const revision = take('--changed');
  const chosen = take('--mutate')?.split(',');
  let passed = true;
  for (const [half, patterns] of Object.entries(sources)) {
    const all = revision === undefined ? patterns : changedSince(revision, patterns);
    const mutate = chosen?.filter((each) => each.startsWith(`${half}/`)) ?? all;
    if (mutate.length === 0) {
      process.stdout.write(`${half}: no file to mutate\n`);
      continue;
    }
    const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tools/stryker/stryker.config.mjs'];
    passed = run([...stryker, '--mutate', mutate.join(','), ...rest], { MUTATED: half }) && passed;
  }
  return passed;
}

const [first, ...rest] = process.argv.slice(2);
const halves = { machines, rules };
const results = Object.hasOwn(halves, first ?? '')
  ? [halves[first](rest)]
  : Object.values(halves).map((half) => half(process.argv.slice(2)));
process.exit(results.every(Boolean) ? 0 : 1);
