/** Stores the coverage of each run until the report combines it. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Level, Taken } from './coverage.ts';

export const FOLDER = '.cache/flows';

const Stored = v.object({
  flow: v.string(),
  level: v.picklist([1, 2, 3]),
  machine: v.string(),
  taken: v.array(v.string()),
});

/** Returns the file of one run. `part` separates independent runs of the same flow, such as runs within a parent. */
export const toFileName = ({ flow, level }: Pick<Taken, 'flow' | 'level'>, part?: string): string =>
  join(FOLDER, [flow, level, ...(part === undefined ? [] : [part]), 'json'].join('.'));

/**
 * Stores the coverage of a run. The coverage of invoked machines is stored under their own names. `part` separates
 * independent runs of the same flow.
 */
export async function storeTaken(flow: string, all: readonly Taken[], part?: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const taken of all) {
    const file = toFileName(taken, taken.flow === flow ? part : [flow, part].filter(Boolean).join('-'));
    await writeFile(file, `${JSON.stringify(taken, null, 1)}\n`);
  }
}

/**
 * Returns the combined coverage of a machine at a level, or undefined if no run used the current version of the
 * machine.
 */
export async function readTaken(flow: string, level: Level, machine: string): Promise<string[] | undefined> {
  const names = await readdir(FOLDER).catch(() => []);
  const files = names.filter((name) => name.startsWith(`${flow}.${level}.`) && name.endsWith('.json'));
  const runs = await Promise.all(
    files.map(async (name) => v.parse(Stored, JSON.parse(await readFile(join(FOLDER, name), 'utf8')))),
  );
  const current = runs.filter((run) => run.machine === machine);
  return current.length === 0 ? undefined : current.flatMap(({ taken }) => taken);
}
