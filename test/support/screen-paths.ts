/**
 * The paths that are walked on the screen, computed once: what has been computed is kept in `.cache/paths` under a hash of
 * everything that paths are made from, so that another part of the proof finds it there.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Path, isSeenOnScreen, pathsOf } from '#flows/simulation/paths.ts';

const FOLDER = '.cache/paths';

/** Written by this module, and found under the hash of what wrote it: that it is a list of paths is all that is asked. */
const Kept = v.custom<readonly Path[]>(
  (value) => Array.isArray(value) && value.every((path: unknown) => Object(path).steps !== undefined),
);

/** What paths depend on: machines and models, their rules, and what explores them. */
const SOURCES = ['domain', 'flows', 'machines', 'test/support'];

/** The machines' engine and what checks values. */
const PACKAGES = 'package-lock.json';

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function computeHash(): Promise<string> {
  const files = await Promise.all(SOURCES.map(filesIn));
  const hash = createHash('sha256');
  for (const file of [PACKAGES, ...files.flat().sort()]) hash.update(`\n${file}\n`).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

let computed: Promise<string> | undefined;

/** The hash of the sources as they were when it was first asked for, which are those that this process has loaded. */
const hashOfSources = (): Promise<string> => (computed ??= computeHash());

/** The paths that show every screen of a flow and all that its model and those of its machines say. */
export async function screenPathsOf(model: FlowModel): Promise<readonly Path[]> {
  const { id } = model.machine;
  const file = join(FOLDER, `${id}.${await hashOfSources()}.json`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return v.parse(Kept, JSON.parse(kept));
  const paths = pathsOf(model, { isWhole: true, isWanted: isSeenOnScreen });
  await mkdir(FOLDER, { recursive: true });
  const older = (await readdir(FOLDER)).filter((name) => name.startsWith(`${id}.`) && name.endsWith('.json'));
  await Promise.all(older.map((name) => rm(join(FOLDER, name), { force: true })));
  // Whole or not at all, for whoever reads at the same time.
  const written = `${file}.${process.pid}`;
  await writeFile(written, JSON.stringify(paths));
  await rename(written, file);
  return paths;
}
