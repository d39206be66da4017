/** The chunks of the build. */
import { build } from 'vite';
import { expect, it } from 'vitest';
import { chunkGroups } from '../../vite.config.ts';

it('each group of modules is a chunk of the build, and there are five at most', { timeout: 300_000 }, async () => {
  const built = await build({ configFile: 'vite.config.ts', logLevel: 'error', build: { write: false } });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const names = new Set(chunks.filter(({ type }) => type === 'chunk').map(({ name }) => name));
  expect(chunkGroups.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(chunkGroups.length).toBeLessThanOrEqual(5);
});
