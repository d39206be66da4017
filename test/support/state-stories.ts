/**
 * Prints the stories of the flows' states as JSON, one story for each visible state. Storybook's indexer
 * (`.storybook/state-stories.ts`) runs it in a process of its own, because exploring all flows takes about a minute. The
 * states of a flow are cached in `.cache/states` until its model or a file that the model imports changes.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import * as v from 'valibot';
import { type CatalogEntry, loadCatalog } from '#machines/catalog.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import { statesOf } from './states.ts';
import { storyNames } from './story-names.ts';

const CACHE = '.cache/states';

/** Files that affect the states of every flow: the exploration, and the versions of XState and Valibot. */
const SHARED = ['test/support/states.ts', 'package-lock.json'];

/** The stories of a flow's states. */
export interface StateStories {
  /** Machine id. */
  readonly flow: string;
  /** File of the model. */
  readonly file: string;
  readonly title: string;
  readonly stories: readonly { readonly name: string; readonly state: string }[];
}

/** Returns the flows that a borrower can see. Invoked machines are visible within their parents; drafts have no screen. */
export function visibleFlows(catalog: readonly CatalogEntry[]): CatalogEntry[] {
  const invoked = new Set(catalog.flatMap(({ model }) => Object.values(model.children ?? {})));
  return catalog.filter(
    ({ id, file, model }) => !invoked.has(model) && !file.startsWith('machines/kit/') && id !== 'draft',
  );
}

/** Returns the group in Storybook's sidebar: flows, or elements around every page. */
const groupOf = (place: string): string => (place.includes('`/') ? 'Flows' : 'Around every page');

/** Returns the stories of a flow with these states. */
export function storiesOf({ id, title, place, file }: CatalogEntry, states: readonly string[]): StateStories {
  const names = storyNames(states);
  return {
    flow: id,
    file: file.replace('.machine.ts', '.model.ts'),
    title: `${groupOf(place)}/${title}`,
    stories: states.map((state, index) => ({ name: names[index] ?? '', state })),
  };
}

const IMPORTS = /\bfrom '([#.][^']+)'/g;

/** Returns a hash of some files and of all files of this repository that they import. */
async function hashOf(files: readonly string[]): Promise<string> {
  const found = new Set(files);
  const hash = createHash('sha256');
  for (const file of found) {
    const text = await readFile(file, 'utf8');
    hash.update(`\n${file}\n`).update(text);
    if (file === 'package-lock.json') continue;
    for (const [, name = ''] of text.matchAll(IMPORTS))
      found.add(name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name));
  }
  return hash.digest('hex');
}

const Cached = v.object({ hash: v.string(), states: v.array(v.string()) });

async function cachedStates(model: FlowModel, file: string): Promise<readonly string[]> {
  const path = join(CACHE, `${model.machine.id}.json`);
  const hash = await hashOf([file, ...SHARED]);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const cached = text === undefined ? undefined : v.parse(Cached, JSON.parse(text));
  if (cached?.hash === hash) return cached.states;
  const states = statesOf(model);
  await mkdir(CACHE, { recursive: true });
  await writeFile(path, JSON.stringify({ hash, states }));
  return states;
}

export default async function print(): Promise<void> {
  const flows: StateStories[] = [];
  for (const entry of visibleFlows(await loadCatalog())) {
    flows.push(storiesOf(entry, await cachedStates(entry.model, entry.file.replace('.machine.ts', '.model.ts'))));
  }
  process.stdout.write(JSON.stringify(flows));
}
