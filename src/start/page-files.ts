/** The code of the pages, loaded when a page is first opened and cached for the lifetime of the document. */
import callback from '../pages/callback.tsx';
import home from '../pages/home.tsx';
import type { PageDefinition } from '../app/flow/define-flow.ts';

/** The file of each page, by its path. */
const files = import.meta.glob<{ readonly default: PageDefinition }>([
  '../pages/*.{ts,tsx}',
  '!../pages/{home,callback}.tsx',
]);

/** Pages that only redirect are in the main chunk, so that a redirect does not wait for code. */
const loaded = new Map<string, PageDefinition>([
  ['home', home],
  ['callback', callback],
]);

/** Returns a page whose code has loaded; undefined for any other. */
export const loadedPage = (name: string): PageDefinition | undefined => loaded.get(name);

/** Loads the code of a page once. Rejects on failure; a later call then retries. */
export async function loadPage(name: string): Promise<void> {
  if (loaded.has(name)) return;
  const load = files[`../pages/${name}.ts`] ?? files[`../pages/${name}.tsx`];
  if (load === undefined) throw new Error(`There is no page ${name} in src/pages`);
  loaded.set(name, (await load()).default);
}
