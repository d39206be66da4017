/**
 * Which file of the Noto Sans packages contains a character. Each package splits its font into files for parts of the
 * alphabet, and lists the ranges of each in `unicode.json`. The lists are read when a PDF first has such a character.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { onFirstUse } from '#domain/on-first-use.ts';
import { paths } from '../paths.ts';

/** A font file, with the language that its writing system implies for screen readers. */
export interface FontFile {
  readonly path: string;
  readonly language: string | undefined;
}

/** A range of characters with the file that contains them. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly file: FontFile;
}

/** Parts of fonts that belong to one language. Cyrillic is shared by several. */
const LANGUAGES: Readonly<Record<string, string>> = {
  'noto-sans/greek': 'el',
  'noto-sans/greek-ext': 'el',
  'noto-sans/devanagari': 'hi',
  'noto-sans-hebrew/hebrew': 'he',
  'noto-sans-arabic/arabic': 'ar',
  'noto-sans-thai/thai': 'th',
};

/** Chinese characters are in four fonts, which draw them as their readers expect. */
const EAST_ASIAN = {
  japanese: { name: 'noto-sans-jp', language: 'ja' },
  simplified: { name: 'noto-sans-sc', language: 'zh-Hans' },
  traditional: { name: 'noto-sans-tc', language: 'zh-Hant' },
  korean: { name: 'noto-sans-kr', language: 'ko' },
} as const;
type EastAsian = (typeof EAST_ASIAN)[keyof typeof EAST_ASIAN];

const Ranges = v.record(v.string(), v.string());

async function readRanges(name: string, language?: string): Promise<readonly Range[]> {
  const folder = join(paths.notoFonts, name);
  const listed = v.parse(Ranges, JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')));
  return Object.entries(listed).flatMap(([key, ranges]) => {
    // Numbered parts are written as `[12]`.
    const part = key.replaceAll(/[[\]]/g, '');
    const path = join(folder, `files/${name}-${part}-wght-normal.woff2`);
    const file = { path, language: LANGUAGES[`${name}/${part}`] ?? (part === key ? undefined : language) };
    return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, first = '', last = first]) => ({
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
      file,
    }));
  });
}

const alphabets = onFirstUse(async () => {
  const names = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'];
  return (await Promise.all(names.map((name) => readRanges(name)))).flat();
});

const eastAsian = onFirstUse(async () => {
  const fonts = Object.values(EAST_ASIAN);
  const ranges = await Promise.all(fonts.map(({ name, language }) => readRanges(name, language)));
  return new Map(fonts.map((font, index) => [font, ranges[index] ?? []]));
});

const isIn = (ranges: readonly Range[], codePoint: number): boolean =>
  ranges.some(({ first, last }) => first <= codePoint && codePoint <= last);

const EAST_ASIAN_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/gu;

/**
 * Returns the order in which East Asian fonts are tried: first the one of the text's own syllables, or else one that
 * contains all of its Chinese characters, so that a word is not drawn in two styles.
 */
function inOrder(text: string, ranges: ReadonlyMap<EastAsian, readonly Range[]>): readonly EastAsian[] {
  const { japanese, korean, ...chinese } = EAST_ASIAN;
  const fonts = [japanese, ...Object.values(chinese), korean];
  const codePoints = [...new Set(text.match(EAST_ASIAN_CHARACTER))].map((each) => each.codePointAt(0) ?? 0);
  const isWhole = (font: EastAsian) => codePoints.every((each) => isIn(ranges.get(font) ?? [], each));
  let best = fonts.find(isWhole);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) best = japanese;
  else if (/\p{Script=Hangul}/u.test(text)) best = korean;
  return best === undefined ? fonts : [best, ...fonts.filter((font) => font !== best)];
}

/** Returns a function that lists the files which may contain a character, the best first, for the PDF with this text. */
export async function notoFilesFor(text: string): Promise<(codePoint: number) => readonly FontFile[]> {
  const ranges = [...(await alphabets())];
  // Their punctuation and wide letters are in these fonts too, and only there.
  if (/[\u2E80-\uFFEF\u{20000}-\u{3FFFF}]/u.test(text)) {
    const lists = await eastAsian();
    for (const font of inOrder(text, lists)) ranges.push(...(lists.get(font) ?? []));
  }
  return (codePoint) =>
    ranges.filter(({ first, last }) => first <= codePoint && codePoint <= last).map(({ file }) => file);
}
