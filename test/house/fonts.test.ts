/**
 * The font subsets of every page: the committed files equal the tool's output and contain every character of the
 * portal's texts.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { files, read } from './repository.ts';

const Tool = v.object({ basicSigns: v.function(), makeFonts: v.function(), folder: v.string() });
const { basicSigns, makeFonts, folder } = v.parse(Tool, await import(pathToFileURL(resolve('tools/fonts.mjs')).href));

it('equal the output of `npm run fonts`', async () => {
  const made = v.parse(v.array(v.tuple([v.string(), v.instance(Uint8Array)])), await makeFonts());
  expect(made.map(([name]) => name)).toEqual(['public-sans-basic.woff2', 'merriweather-bold-basic.woff2']);
  for (const [name, font] of made) expect(await readFile(join(folder, name)), name).toEqual(Buffer.from(font));
});

it('contain every character of the shipped pages', async () => {
  const signs = new Set(v.parse(v.string(), await basicSigns()));
  const pages = files.filter((file) => /^content\/.*\.(?:html|json)$/.test(file));
  expect(pages.length).toBeGreaterThan(10);
  const missing = pages.flatMap((file) => (read(file).match(/\S/gu) ?? []).filter((sign) => !signs.has(sign)));
  expect([...new Set(missing)]).toEqual([]);
});
