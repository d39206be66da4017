/**
 * The stories of the flows' states, without files: an indexer lists them for each model, and a plugin of Vite serves a
 * virtual module with the stories of each flow.
 */
import { execFile } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Indexer } from 'storybook/internal/types';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import type { StateStories } from '../test/support/state-stories.ts';
import { toStateStoriesId } from '../test/support/story-names.ts';

const root = resolve(import.meta.dirname, '..');

const Flows: v.GenericSchema<unknown, StateStories[]> = v.array(
  v.object({
    flow: v.string(),
    file: v.string(),
    title: v.string(),
    stories: v.array(v.object({ name: v.string(), state: v.string() })),
  }),
);

async function listFlows(): Promise<readonly StateStories[]> {
  const script = [resolve(root, 'tools/run.mjs'), 'test/support/state-stories.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root, maxBuffer: 2 ** 24 });
  return v.parse(Flows, JSON.parse(stdout));
}

let listed: Promise<readonly StateStories[]> | undefined;

/** Models that were indexed since the flows were listed. */
const indexed = new Set<string>();

const list = (): Promise<readonly StateStories[]> => (listed ??= listFlows());

/** Lists the stories of a model. Storybook indexes a model again after a change, for which all flows are listed again. */
export const stateIndexer: Indexer = {
  test: /\.model\.ts$/,
  async createIndex(fileName) {
    if (indexed.has(fileName)) {
      indexed.clear();
      listed = undefined;
    }
    indexed.add(fileName);
    const file = relative(root, fileName).replaceAll('\\', '/');
    const found = (await list()).find((each) => each.file === file);
    if (found === undefined) return [];
    const { flow, title, stories } = found;
    return stories.map(({ name }) => ({
      type: 'story',
      subtype: 'story',
      importPath: toStateStoriesId(flow),
      exportName: name,
      title,
    }));
  },
};

const formatImport = (name: string, path: string): string =>
  `import ${name} from ${JSON.stringify(resolve(root, path))};`;

/** Returns the stories of a flow as a module in Component Story Format. */
export function formatModule({ file, title, stories }: StateStories): string {
  return [
    formatImport('model', file),
    formatImport('{ atState }', 'test/support/story.tsx'),
    `export default { title: ${JSON.stringify(title)} };`,
    ...stories.map(({ name, state }) => `export const ${name} = atState(model, ${JSON.stringify(state)});`),
  ].join('\n');
}

const PREFIX = toStateStoriesId('');

/** Serves the modules with the stories of states. */
export const stateStories = (): Plugin => ({
  name: 'state-stories',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const found = (await list()).find(({ flow }) => `\0${toStateStoriesId(flow)}` === id);
    return found && formatModule(found);
  },
});
