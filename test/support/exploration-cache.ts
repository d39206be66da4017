/**
 * Caches the results of exploring flows in `.cache`. A result is reused until the flow's model, a file that the model
 * or the exploration imports, or a package changes.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import * as v from 'valibot';
import type { FlowModel } from 'xstate-workbench/model';
import { workbenchFile } from './workbench-file.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true });

/** Lockfile with the versions of XState and Valibot. */
const PACKAGES = 'package-lock.json';

/** Files that affect the exploration of every flow, with those that they import. */
const EXPLORATION = [PACKAGES, 'test/support/screen-paths.ts'];

const IMPORTS = /\b(?:from|import) '((?:[#.]|xstate-workbench\/)[^']+)'/g;

/** Returns the file of this repository that a file imports. */
const importedBy = (file: string, name: string): string =>
  workbenchFile(name) ?? (name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name));

interface Source {
  readonly digest: string;
  /** Imported files of this repository. */
  readonly imports: readonly string[];
}

async function readSource(file: string): Promise<Source> {
  const text = await readFile(file, 'utf8');
  const names = file === PACKAGES ? [] : [...text.matchAll(IMPORTS)].map(([, name = '']) => name);
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    imports: names.map((name) => importedBy(file, name)),
  };
}

const sources = new Map<string, Promise<Source>>();

function findSource(file: string): Promise<Source> {
  const source = sources.get(file) ?? readSource(file);
  sources.set(file, source);
  return source;
}

/** Returns a hash of these files and of all files of this repository that they import. */
async function computeHash(files: readonly string[]): Promise<string> {
  const found = new Set(files);
  const hash = createHash('sha256');
  for (const file of found) {
    const { digest, imports } = await findSource(file);
    hash.update(`${file} ${digest}\n`);
    for (const name of imports) found.add(name);
  }
  return hash.digest('hex').slice(0, 16);
}

let computed: Promise<ReadonlyMap<FlowModel, string>> | undefined;

/** Returns the hash of each model's sources at the first call, which are those that this process has loaded. */
const hashes = () =>
  (computed ??= Promise.all(
    Object.entries(models).map(
      async ([file, model]) => [model, await computeHash([file.slice(1), ...EXPLORATION])] as const,
    ),
  ).then((all) => new Map(all)));

/** Returns the cached result of `explore` in this folder of `.cache`, or calls it and caches its result. */
export async function cachedExploration<Result>(
  model: FlowModel,
  folder: string,
  schema: v.GenericSchema<Result>,
  explore: (model: FlowModel) => Result,
): Promise<Result> {
  const { id } = model.machine;
  const hash = (await hashes()).get(model);
  if (hash === undefined) throw new Error(`The model of ${id} is not in machines`);
  const path = join('.cache', folder);
  const file = join(path, `${id}.${hash}.json`);
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return v.parse(schema, JSON.parse(stored));
  const result = explore(model);
  await mkdir(path, { recursive: true });
  const older = (await readdir(path)).filter((name) => name.startsWith(`${id}.`) && name.endsWith('.json'));
  await Promise.all(older.map((name) => rm(join(path, name), { force: true })));
  // Written atomically, because another process may read the file at the same time.
  const written = `${file}.${process.pid}`;
  await writeFile(written, JSON.stringify(result));
  await rename(written, file);
  return result;
}
