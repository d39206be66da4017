/** The code of the pages, loaded when a page is first opened. */
import callback from '../pages/callback.tsx';
import home from '../pages/home.tsx';
import type { PageDefinition } from '../app/flow/define-flow.ts';
import { type LazyCode, lazyCode } from '../app/flow/lazy-parts.tsx';

/** The file of each page, by its path. */
const files = import.meta.glob<{ readonly default: PageDefinition }>([
  '../pages/*.{ts,tsx}',
  '!../pages/{home,callback}.tsx',
]);

const pages = new Map<string, LazyCode<{ readonly default: PageDefinition }>>(
  Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.tsx?$/g, ''), lazyCode(load)]),
);

/** Pages that only redirect are in the main chunk, so that a redirect does not wait for code. */
const present = new Map<string, PageDefinition>([
  ['home', home],
  ['callback', callback],
]);

/** Returns a page whose code has loaded; undefined for any other. */
export const loadedPage = (name: string): PageDefinition | undefined =>
  present.get(name) ?? pages.get(name)?.loaded()?.default;

/** Loads the code of a page once. Rejects on failure; a later call then retries. */
export async function loadPage(name: string): Promise<void> {
  if (present.has(name)) return;
  const page = pages.get(name);
  if (page === undefined) throw new Error(`There is no page ${name} in src/pages`);
  await page.load();
}
