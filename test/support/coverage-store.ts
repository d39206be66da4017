/** Where the runs keep what they have taken, until the report puts it together. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Level, Taken } from './coverage.ts';

export const FOLDER = '.cache/flows';

const Kept = v.object({
  flow: v.string(),
  level: v.picklist([1, 2, 3]),
  machine: v.string(),
  taken: v.array(v.string()),
});

/** The file of one run. `part` keeps apart runs of the same flow that do not know of each other, such as a parent's. */
export const fileOf = ({ flow, level }: Pick<Taken, 'flow' | 'level'>, part?: string): string =>
  join(FOLDER, [flow, level, ...(part === undefined ? [] : [part]), 'json'].join('.'));

/**
 * Keeps what a run has taken; what a flow took of the machines that it invokes is a part of theirs. `part` keeps apart runs of
 * one flow that do not know of each other.
 */
export async function keepTaken(flow: string, all: readonly Taken[], part?: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const taken of all) {
    const file = fileOf(taken, taken.flow === flow ? part : [flow, part].filter(Boolean).join('-'));
    await writeFile(file, `${JSON.stringify(taken, null, 1)}\n`);
  }
}

/** What all runs of a level have taken of a machine; undefined where none has run since the machine was changed. */
export async function readTaken(flow: string, level: Level, machine: string): Promise<string[] | undefined> {
  const names = await readdir(FOLDER).catch(() => []);
  const files = names.filter((name) => name.startsWith(`${flow}.${level}.`) && name.endsWith('.json'));
  const runs = await Promise.all(
    files.map(async (name) => v.parse(Kept, JSON.parse(await readFile(join(FOLDER, name), 'utf8')))),
  );
  const current = runs.filter((run) => run.machine === machine);
  return current.length === 0 ? undefined : current.flatMap(({ taken }) => taken);
}
