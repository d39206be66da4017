/** All files of `src/pages`, by their names: what the rows of the table of addresses name. */
import type { PageDefinition } from '#src/app/flow/define-flow.ts';

const files = import.meta.glob<PageDefinition>('/src/pages/*.{ts,tsx}', { import: 'default', eager: true });

export const pages: readonly { readonly name: string; readonly page: PageDefinition }[] = Object.entries(files).map(
  ([file, page]) => ({ name: file.replace(/^.*\/|\.tsx?$/g, ''), page }),
);

// A walk sees each screen at once.
for (const { page } of pages) if ('later' in page) await page.later?.load();
