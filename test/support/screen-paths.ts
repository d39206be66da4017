/**
 * Paths for the screen tests and the stories. They are computed once and cached in `.cache/paths`, under a hash of all
 * sources that affect them, so that later test runs reuse them.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Path, isSeenOnScreen, pathsOf } from '#flows/simulation/paths.ts';
import { type Way, shortestWay, statesOf } from './states.ts';

const FOLDER = '.cache/paths';

export interface ScreenPaths {
  /** Paths that show every screen of a flow and every expectation of its model and of its invoked models. */
  readonly paths: readonly Path[];
  /** Shortest path to each state that has a story. */
  readonly stories: readonly { readonly state: string; readonly way: Way }[];
}

/** Schema of a cached file. It only checks for both lists, because this module wrote the file under the current hash. */
const Kept = v.custom<ScreenPaths>(
  (value) => Array.isArray(Object(value).paths) && Array.isArray(Object(value).stories),
);

/** Sources that affect the paths: machines, models, their rules, and the exploration. */
const SOURCES = ['domain', 'flows', 'machines', 'test/support'];

/** Lockfile with the versions of XState and Valibot. */
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

/** Returns the hash of the sources at the first call, which are those that this process has loaded. */
const hashOfSources = (): Promise<string> => (computed ??= computeHash());

/** Returns the paths of a flow that the screen tests and the stories walk. */
export async function screenPathsOf(model: FlowModel): Promise<ScreenPaths> {
  const { id } = model.machine;
  const file = join(FOLDER, `${id}.${await hashOfSources()}.json`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return v.parse(Kept, JSON.parse(kept));
  const made: ScreenPaths = {
    paths: pathsOf(model, { isWhole: true, isWanted: isSeenOnScreen }),
    stories: statesOf(model).map((state) => ({ state, way: shortestWay(model, state) })),
  };
  await mkdir(FOLDER, { recursive: true });
  const older = (await readdir(FOLDER)).filter((name) => name.startsWith(`${id}.`) && name.endsWith('.json'));
  await Promise.all(older.map((name) => rm(join(FOLDER, name), { force: true })));
  // Written atomically, because another process may read the file at the same time.
  const written = `${file}.${process.pid}`;
  await writeFile(written, JSON.stringify(made));
  await rename(written, file);
  return made;
}
