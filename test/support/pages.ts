/** All modules of `src/pages` by name, to which the rows of the route table refer. */
import type { PageDefinition } from '#src/app/flow/define-flow.ts';

const files = import.meta.glob<PageDefinition>('/src/pages/*.{ts,tsx}', { import: 'default', eager: true });

export const pages: readonly { readonly name: string; readonly page: PageDefinition }[] = Object.entries(files).map(
  ([file, page]) => ({ name: file.replace(/^.*\/|\.tsx?$/g, ''), page }),
);

// The walks need all views to be loaded in advance.
for (const { page } of pages) if ('later' in page) await page.later?.load();
