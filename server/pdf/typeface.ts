/**
 * The fonts of one PDF. English texts are in Public Sans. A character that it lacks is in a Noto Sans font, which is read
 * only for PDFs with such a character, and reduced to the characters of the PDF.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { onFirstUse } from '#domain/on-first-use.ts';
import { paths } from '../paths.ts';
import { type FontFile, notoFilesFor } from './noto-fonts.ts';

const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

/** A font of the PDF. */
export interface PdfFont {
  /** The name under which it is registered. */
  readonly name: string;
  readonly source: Uint8Array;
  /** Undefined if the writing system does not imply a language. */
  readonly language: string | undefined;
  /** Whether it is Public Sans. */
  readonly isOwn: boolean;
}

/** The texts of a PDF in each weight. */
export type PdfTexts = Readonly<Record<Weight, readonly string[]>>;

/** Returns the code points that a font contains. fontkit throws for a font that is reduced to none. */
function readCharacterSet(source: Uint8Array): ReadonlySet<number> {
  try {
    return new Set(create(source).characterSet);
  } catch {
    return new Set();
  }
}

/** Characters without a glyph: joiners, variation selectors, controls of the text direction. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

const graphemes = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Returns the grapheme clusters of a text: a letter with its accents is one. */
export const splitCharacters = (text: string): readonly string[] =>
  Array.from(graphemes().segment(text), ({ segment }) => segment);

const composed = (text: string): string => text.normalize('NFC');

const toCodePoints = (text: string): number[] => Array.from(text, (each) => each.codePointAt(0) ?? 0);

/** Returns the code points that a font must contain to draw a character. */
const listShapes = (character: string): number[] => toCodePoints(character.replaceAll(SHAPELESS, ''));

const formatCodePoint = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

type ByWeight<T> = Readonly<Record<Weight, T>>;

interface OwnFont extends PdfFont {
  readonly characters: ReadonlySet<number>;
}

const ownFont = async (name: Weight, file: string): Promise<OwnFont> => {
  const source = await readFile(join(paths.pdfFonts, file));
  return { name, source, language: undefined, isOwn: true, characters: readCharacterSet(source) };
};
const publicSans = onFirstUse(async () => ({
  regular: await ownFont('regular', 'PublicSans-Regular.ttf'),
  bold: await ownFont('bold', 'PublicSans-Bold.ttf'),
}));

export class Typeface {
  readonly fonts: readonly PdfFont[];
  /** The code points that no font contains: `U+1F600`. */
  readonly missing: readonly string[];
  readonly #found: ByWeight<ReadonlyMap<string, PdfFont>>;
  readonly #own: ByWeight<OwnFont>;
  readonly #absent: ReadonlySet<string>;

  constructor(own: ByWeight<OwnFont>, found: ByWeight<ReadonlyMap<string, PdfFont>>, absent: ReadonlySet<string>) {
    this.#own = own;
    this.#found = found;
    this.#absent = absent;
    this.fonts = [...new Set([own.regular, own.bold, ...found.regular.values(), ...found.bold.values()])];
    const { characters } = own.regular;
    const lacking = [...absent].flatMap(listShapes).filter((each) => !characters.has(each));
    this.missing = [...new Set(lacking.map(formatCodePoint))];
  }

  /** Whether all texts are in Public Sans. */
  get isPlain(): boolean {
    return this.fonts.every(({ isOwn }) => isOwn);
  }

  /** Returns the font of a character of {@link printable} text. */
  getFont(character: string, weight: Weight): PdfFont {
    return this.#found[weight].get(character) ?? this.#own[weight];
  }

  /** Returns a text with the code points of missing characters, `[U+1F600]`, and with accents composed with their letters. */
  printable(text: string): string {
    if (this.#absent.size === 0) return composed(text);
    const { characters } = this.#own.regular;
    const printed = (codePoint: number) =>
      characters.has(codePoint) ? String.fromCodePoint(codePoint) : `[${formatCodePoint(codePoint)}]`;
    return splitCharacters(composed(text))
      .map((each) => (this.#absent.has(each) ? listShapes(each).map(printed).join('') : each))
      .join('');
  }
}

/** Returns a font file reduced to some characters, as a font of one weight, with the characters that it does not contain. */
async function reduced(file: FontFile, characters: readonly string[], weight: Weight) {
  const options = { targetFormat: 'truetype', variationAxes: { wght: WEIGHTS[weight] } } as const;
  const source = await subsetFont(await readFile(file.path), characters.join(''), options);
  const contained = readCharacterSet(source);
  const isContained = (character: string) => listShapes(character).every((each) => contained.has(each));
  return { source, absent: characters.filter((character) => !isContained(character)) };
}

/** Returns the fonts of characters that Public Sans lacks, and the characters that are in none. */
async function findFonts(
  requested: readonly string[],
  weight: Weight,
  filesFor: (codePoint: number) => readonly FontFile[],
): Promise<{ readonly found: ReadonlyMap<string, PdfFont>; readonly absent: readonly string[] }> {
  const found = new Map<string, PdfFont>();
  const absent: string[] = [];
  let open = requested.map((character) => {
    const [first = 0, ...others] = listShapes(character);
    const rest = others.map(filesFor);
    return { character, files: filesFor(first).filter((file) => rest.every((files) => files.includes(file))) };
  });
  for (let attempt = 0; open.length > 0; attempt += 1) {
    const byFile = new Map<FontFile, string[]>();
    for (const { character, files } of open) {
      const [file] = files;
      if (file === undefined) absent.push(character);
      else byFile.set(file, [...(byFile.get(file) ?? []), character]);
    }
    const again = new Set<string>();
    for (const [file, characters] of byFile) {
      const { source, absent: lacking } = await reduced(file, characters, weight);
      const font = { name: `${file.path} ${weight} ${attempt}`, source, language: file.language, isOwn: false };
      for (const character of characters) {
        if (lacking.includes(character)) again.add(character);
        else found.set(character, font);
      }
    }
    open = open
      .filter(({ character }) => again.has(character))
      .map(({ character, files }) => ({ character, files: files.slice(1) }));
  }
  return { found, absent };
}

/** Returns the fonts for these texts. */
export async function typefaceFor(texts: PdfTexts): Promise<Typeface> {
  const own = await publicSans();
  const listMissing = (weight: Weight) => {
    const lacks = (character: string) => listShapes(character).some((each) => !own[weight].characters.has(each));
    return [...new Set(texts[weight].flatMap((text) => splitCharacters(composed(text))))].filter(lacks);
  };
  const requested = { regular: listMissing('regular'), bold: listMissing('bold') };
  if (requested.regular.length + requested.bold.length === 0)
    return new Typeface(own, { regular: new Map(), bold: new Map() }, new Set());
  const filesFor = await notoFilesFor([...texts.regular, ...texts.bold].join('\n'));
  const regular = await findFonts(requested.regular, 'regular', filesFor);
  const bold = await findFonts(requested.bold, 'bold', filesFor);
  const found = { regular: regular.found, bold: bold.found };
  return new Typeface(own, found, new Set([...regular.absent, ...bold.absent]));
}
