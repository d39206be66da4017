/**
 * Prints the stories of the flows' states as JSON, one story for each visible state. Storybook's indexer
 * (`.storybook/state-stories.ts`) runs it in a separate process, because exploring all flows takes about a minute. The
 * states of a flow are cached in `.cache/states`.
 */
import * as v from 'valibot';
import { type CatalogEntry, loadCatalog } from '#machines/catalog.ts';
import { cachedExploration } from './exploration-cache.ts';
import { listStates } from './states.ts';
import { storyNames } from './story-names.ts';

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
const findGroup = (place: string): string => (place.includes('`/') ? 'Flows' : 'Around every page');

/** Returns the stories of a flow with these states. */
export function createStories({ id, title, place, file }: CatalogEntry, states: readonly string[]): StateStories {
  const names = storyNames(states);
  return {
    flow: id,
    file: file.replace('.machine.ts', '.model.ts'),
    title: `${findGroup(place)}/${title}`,
    stories: states.map((state, index) => ({ name: names[index] ?? '', state })),
  };
}

export default async function print(): Promise<void> {
  const flows: StateStories[] = [];
  for (const entry of visibleFlows(await loadCatalog())) {
    flows.push(createStories(entry, await cachedExploration(entry.model, 'states', v.array(v.string()), listStates)));
  }
  process.stdout.write(JSON.stringify(flows));
}
