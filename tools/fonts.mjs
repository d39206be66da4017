/**
 * Writes the font subsets of every page into `src/ui/styles/fonts`: the characters of English texts and the weights
 * that the portal uses, for the two fonts of the first viewport. The full alphabets are 50% larger; a page requests
 * them if it contains other characters.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './sources.mjs';

/** The folder of the subsets. */
export const folder = join(root, 'src/ui/styles/fonts');

const FONTS = {
  'public-sans-basic.woff2': {
    source: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  'merriweather-bold-basic.woff2': { source: '@uswds/uswds/dist/fonts/merriweather/Latin-Merriweather-Bold.woff2' },
};

/**
 * Returns the characters of the ranges in the stylesheet's `$basic`, which tells browsers which characters these files
 * contain.
 */
export async function basicSigns() {
  const styles = await readFile(join(root, 'src/ui/styles/_fonts.scss'), 'utf8');
  const [, ranges = ''] = /\$basic:([^;]*);/.exec(styles) ?? [];
  const signs = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from, to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  if (signs.length === 0) throw new Error('The stylesheet names no basic characters');
  return signs.join('');
}

/** Returns the fonts by file name. */
export async function makeFonts() {
  const signs = await basicSigns();
  return Promise.all(
    Object.entries(FONTS).map(async ([name, { source, ...options }]) => {
      const font = await readFile(join(root, 'node_modules', source));
      return [name, await subsetFont(font, signs, { ...options, targetFormat: 'woff2' })];
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  await mkdir(folder, { recursive: true });
  for (const [name, font] of await makeFonts()) await writeFile(join(folder, name), font);
}
