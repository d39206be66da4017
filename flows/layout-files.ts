/** ELK in scripts, with its results in files: builds, diagrams and reports share them. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import elk from 'elkjs/package.json' with { type: 'json' };
import { elkInNode } from './elk-in-node.ts';
import type { LayoutEngine } from './layout.ts';
import { type StoredLayouts, cachedEngine, parseLayouts } from './layout-cache.ts';

const FOLDER = `.cache/layouts/elk-${elk.version}`;

/** Returns ELK with its results in `folder`. Another version of ELK does not use them. Adds the results to `used`. */
export function elkWithFiles(used: StoredLayouts = {}, folder = FOLDER): LayoutEngine {
  const toFile = (key: string) => join(folder, `${key}.json`);
  return cachedEngine(elkInNode, {
    async read(key) {
      const text = await readFile(toFile(key), 'utf8').catch(() => undefined);
      const places = text === undefined ? undefined : parseLayouts(text)[key];
      if (places !== undefined) used[key] = places;
      return places;
    },
    async write(key, places) {
      used[key] = places;
      await mkdir(folder, { recursive: true });
      // Renaming is atomic, and other processes may read the file at the same time.
      const unfinished = `${toFile(key)}.${randomUUID()}`;
      await writeFile(unfinished, JSON.stringify({ [key]: places }));
      await rename(unfinished, toFile(key));
    },
  });
}
