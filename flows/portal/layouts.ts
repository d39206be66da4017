/** Writes the layouts of all flows to a file for the workbench: `node tools/run.mjs flows/portal/layouts.ts <file>`. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadCatalog } from '#machines/catalog.ts';
import { computeLayout } from '../layout.ts';
import type { StoredLayouts } from '../layout-cache.ts';
import { elkWithFiles } from '../layout-files.ts';
import { createPortalDiagram } from './portal-diagram.ts';

export default async function writeLayouts([file = '']: readonly string[]): Promise<number> {
  const layouts: StoredLayouts = {};
  const elk = elkWithFiles(layouts);
  for (const { machine } of await loadCatalog()) await computeLayout(createPortalDiagram(machine), elk);
  await mkdir(dirname(file), { recursive: true });
  // A development server may read the file at the same time.
  await writeFile(`${file}.new`, JSON.stringify(layouts));
  await rename(`${file}.new`, file);
  return 0;
}
