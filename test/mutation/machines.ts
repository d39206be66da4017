/**
 * `npm run mutation -- machines`: mutation tests for all state machines. Applies one mutation at a time and counts
 * those that the flow's model detects. `--only payflow,draft` selects machines; `--list` prints the mutants and stops;
 * `--changed REV` selects machines whose files differ from a revision; `--minutes N` tests a random sample of mutants
 * for N minutes. The last line is `machines N of M noticed`.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import * as v from 'valibot';
import type { FlowModel } from 'xstate-workbench/model';
import { type Mutant, createMutants } from '#test/support/mutants.ts';
import { verify } from '#test/support/verify.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default' });

/** Equivalent mutants and known survivors, each with a reason: by machine, by name. */
const Survivors = v.record(v.string(), v.record(v.string(), v.string()));

/** Reads the equivalent mutants and known survivors. */
export const readSurvivors = async (): Promise<v.InferOutput<typeof Survivors>> =>
  v.parse(Survivors, JSON.parse(await readFile('test/mutation/surviving-machine-faults.json', 'utf8')));

/** Required mutation score. */
const WANTED = 0.9;
/** Minimum share of the time for each machine of a sample, in milliseconds. */
const LEAST_PER_MACHINE = 2_000;

/** Returns the first finding that detects a mutant, or undefined. */
export function findNotice(model: FlowModel, { machine }: Mutant): string | undefined {
  try {
    for (const finding of verify({ ...model, machine })) return finding;
    return undefined;
  } catch (thrown) {
    return String(thrown);
  }
}

/** Returns the value of an option: `payflow` for `--only payflow`. */
export const option = (args: readonly string[], name: string): string | undefined => {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
};

/** Returns the items in random order. */
function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}

/** Returns the folders of the files that differ from a revision. */
export function foldersChangedSince(revision: string): ReadonlySet<string> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')];
  return new Set(files.map((file) => posix.dirname(file)));
}

/** Returns whether a file of the machine, or a file that all machines share, differs from a revision. */
function changedSince(revision: string): (file: string) => boolean {
  const folders = foldersChangedSince(revision);
  const isKit = folders.has('machines/kit');
  return (file) => isKit || folders.has(posix.dirname(file).slice(1));
}

export default async function run(args: readonly string[]): Promise<number> {
  const only = option(args, '--only')?.split(',');
  const revision = option(args, '--changed');
  const isChanged = revision === undefined ? () => true : changedSince(revision);
  const minutes = option(args, '--minutes');
  const survivors = await readSurvivors();
  let noticed = 0;
  let total = 0;
  const open: string[] = [];
  const stale: string[] = [];
  const began = performance.now();
  const loaded: FlowModel[] = [];
  for (const [file, load] of Object.entries(models)) if (isChanged(file)) loaded.push(await load());
  const given = minutes === undefined ? Number.POSITIVE_INFINITY : Number(minutes) * 60_000;
  const perMachine = Math.max(given / loaded.length, LEAST_PER_MACHINE);
  for (const model of minutes === undefined ? loaded : shuffled(loaded)) {
    const { id } = model.machine;
    if (only !== undefined && !only.includes(id)) continue;
    // Also before the model is compared with the machine without a fault, which takes seconds for a large flow.
    if (performance.now() - began > given) break;
    const mutants = createMutants(model.machine);
    if (args.includes('--list')) {
      process.stdout.write(`${mutants.map(({ name }) => `${id}: ${name}`).join('\n')}\n`);
      continue;
    }
    const [first] = verify(model);
    if (first !== undefined) throw new Error(`The model of ${id} does not hold without a fault:\n${first}`);
    const excused = survivors[id] ?? {};
    const names = new Set(mutants.map(({ name }) => name));
    stale.push(
      ...Object.keys(excused)
        .filter((name) => !names.has(name))
        .map((name) => `${id}: ${name} (unknown mutant)`),
    );
    const before = [noticed, total] as const;
    // Each machine gets the same share of the time, so that a large one does not use all of it.
    const deadline = Math.min(performance.now() + perMachine, began + given);
    for (const mutant of minutes === undefined ? mutants : shuffled(mutants)) {
      if (performance.now() > deadline) break;
      const notice = findNotice(model, mutant);
      const isExcused = Object.hasOwn(excused, mutant.name);
      if (notice !== undefined && isExcused) stale.push(`${id}: ${mutant.name} (it is noticed)`);
      total += 1;
      if (notice !== undefined) noticed += 1;
      else open.push(`${id}: ${mutant.name}${isExcused ? ` (${excused[mutant.name] ?? ''})` : ''}`);
    }
    process.stdout.write(`${id}: ${noticed - before[0]} of ${total - before[1]} noticed\n`);
  }
  const took = ((performance.now() - began) / 60_000).toFixed(1);
  if (open.length > 0) process.stdout.write(`\nNot noticed:\n${open.join('\n')}\n`);
  if (stale.length > 0) process.stdout.write(`\nRemove from the list of survivors:\n${stale.join('\n')}\n`);
  process.stdout.write(`\nMachines took ${took} minutes\nmachines ${noticed} of ${total} noticed\n`);
  // A sample tests few of the listed survivors, so whether it would fail for them is a matter of chance.
  return (stale.length > 0 && minutes === undefined) || (total > 0 && noticed / total < WANTED) ? 1 : 0;
}
