/**
 * Breaks text into lines and draws them, with the fonts of several writing systems in one line. Text from right to left
 * is put in order by the Unicode algorithm (UAX 9); pdfkit connects Arabic letters within one font.
 */
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type { PDFDocument } from 'pdfkit';
import { onFirstUse } from '#domain/on-first-use.ts';
import { type PdfFont, type Typeface, type Weight, splitCharacters } from './typeface.ts';

export interface TextStyle {
  readonly weight: Weight;
  /** In points. */
  readonly size: number;
}

/** A part of a line in one font and direction. */
interface Run {
  readonly font: PdfFont;
  readonly level: number;
  text: string;
}

interface PlacedRun extends Run {
  /** From the start of the line. */
  readonly x: number;
}

export interface Line {
  /** In reading order. */
  readonly runs: readonly PlacedRun[];
  readonly width: number;
  readonly height: number;
  readonly style: TextStyle;
}

const bidi = onFirstUse(bidiFactory);
const thaiWords = onFirstUse(() => new Intl.Segmenter('th', { granularity: 'word' }));

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Devanagari vowels that are drawn before the consonant that they follow in reading order. */
const REORDERED = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}]/u;
const THAI = /^\p{Script=Thai}/u;

/** The direction of each character; undefined if all are from left to right. */
type Levels = Uint8Array | undefined;

const getLevels = (text: string): Levels =>
  RIGHT_TO_LEFT.test(text) ? bidi().getEmbeddingLevels(text, 'auto').levels : undefined;

const isRightToLeft = ({ level }: Run): boolean => level % 2 === 1;

/** Returns where lines may end. Thai has no spaces between words. */
function findBreaks(text: string): readonly number[] {
  const positions = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) positions.add(next.position);
  if (/\p{Script=Thai}/u.test(text)) {
    for (const { index, segment } of thaiWords().segment(text)) {
      if (index > 0 && THAI.test(segment) && THAI.test(text.slice(index - 1))) positions.add(index);
    }
  }
  return [...positions].toSorted((a, b) => a - b);
}

/** Returns the visual order of runs, from left to right (UAX 9, rule L2). */
function visualOrder<T extends Run>(runs: readonly T[]): readonly T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** Returns a run's text for pdfkit, which reverses letters, but no signs. */
function drawnText(run: Run): string {
  if (!isRightToLeft(run) || RIGHT_TO_LEFT.test(run.text)) return run.text;
  return splitCharacters(run.text)
    .toReversed()
    .map((each) => bidi().getMirroredCharacter(each) ?? each)
    .join('');
}

/**
 * Returns the font features of a run. Writing systems other than English are drawn run by run, so that their letters are
 * connected, also across spaces.
 */
const getFeatures = (run: Run) => (run.font.language === undefined && !isRightToLeft(run) ? undefined : []);

export class Typesetter {
  readonly #doc: PDFDocument;
  readonly #typeface: Typeface;

  constructor(doc: PDFDocument, typeface: Typeface) {
    this.#doc = doc;
    this.#typeface = typeface;
    for (const { name, source } of typeface.fonts) doc.registerFont(name, source);
  }

  #use(run: Run, { size }: TextStyle) {
    return this.#doc.font(run.font.name).fontSize(size);
  }

  #toRuns(text: string, levels: Levels, { weight }: TextStyle, from: number): readonly Run[] {
    if (levels === undefined && this.#typeface.isPlain) {
      return text === '' ? [] : [{ font: this.#typeface.getFont(text, weight), level: 0, text }];
    }
    const runs: Run[] = [];
    let index = from;
    for (const character of splitCharacters(text)) {
      const level = levels?.[index] ?? 0;
      const font = this.#typeface.getFont(character, weight);
      const last = runs.at(-1);
      if (last !== undefined && last.font === font && last.level === level) last.text += character;
      else runs.push({ font, level, text: character });
      index += character.length;
    }
    return runs;
  }

  #widthOfRun(run: Run, style: TextStyle): number {
    return this.#use(run, style).widthOfString(drawnText(run), { features: getFeatures(run) });
  }

  /** Returns a line. The space at which a text is broken stays in it, so that programs do not join two words. */
  #toLine(given: string, levels: Levels, from: number, style: TextStyle): Line {
    const text = given.trimEnd();
    const runs = this.#toRuns(text, levels, style, from);
    const places = new Map<Run, number>();
    let width = 0;
    for (const run of visualOrder(runs)) {
      places.set(run, width);
      width += this.#widthOfRun(run, style);
    }
    // Other writing systems have marks above and below their letters.
    const isTall = runs.some(({ font }) => !font.isOwn);
    return {
      runs: [
        ...runs.map((run) => ({ ...run, x: places.get(run) ?? 0 })),
        ...(text === given ? [] : [{ font: this.#typeface.getFont(' ', style.weight), level: 0, text: ' ', x: width }]),
      ],
      width,
      height: style.size * (isTall ? 1.7 : 1.45),
      style,
    };
  }

  /** Returns the text for screen readers, if its shapes are not in reading order; otherwise undefined. */
  actualText(given: string): string | undefined {
    const text = this.#typeface.printable(given);
    return REORDERED.test(text) ? text : undefined;
  }

  /** Returns the lines of a text, at most `width` wide. A word that is wider is broken anywhere. */
  toLines(given: string, style: TextStyle, width: number): readonly Line[] {
    return this.#typeface
      .printable(given)
      .split('\n')
      .flatMap((text) => this.#toParagraphLines(text, style, width));
  }

  #toParagraphLines(text: string, style: TextStyle, width: number): readonly Line[] {
    const levels = getLevels(text);
    const getWidth = (from: number, to: number) => this.#toLine(text.slice(from, to), levels, from, style).width;
    const lines: Line[] = [];
    let start = 0;
    const add = (end: number) => {
      lines.push(this.#toLine(text.slice(start, end), levels, start, style));
      start = end;
    };
    let end = 0;
    for (const position of findBreaks(text)) {
      if (end > start && getWidth(start, position) > width) add(end);
      if (getWidth(start, position) > width) {
        let at = start;
        for (const character of splitCharacters(text.slice(start, position))) {
          if (at > start && getWidth(start, at + character.length) > width) add(at);
          at += character.length;
        }
      }
      end = position;
    }
    if (end > start || lines.length === 0) add(text.length);
    return lines;
  }

  /** Returns the width of a text on one line. */
  getWidth(given: string, style: TextStyle): number {
    const lines = this.#typeface.printable(given).split('\n');
    return Math.max(...lines.map((text) => this.#toLine(text, getLevels(text), 0, style).width));
  }

  /** Returns the width of the longest part that is not broken. */
  getLongestPart(given: string, style: TextStyle): number {
    const text = this.#typeface.printable(given);
    const breaks = findBreaks(text);
    return Math.max(0, ...breaks.map((end, index) => this.getWidth(text.slice(breaks[index - 1] ?? 0, end), style)));
  }

  /** Draws a line whose top is at `y`. */
  draw({ runs, height, style }: Line, x: number, y: number): void {
    const doc = this.#doc;
    const baseline = y + height / 2 + style.size * 0.35;
    for (const run of runs) {
      const text = drawnText(run);
      const { language } = run.font;
      if (language !== undefined) doc.markContent('Span', { lang: language });
      this.#use(run, style).text(text, x + run.x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: getFeatures(run),
      });
      if (language !== undefined) doc.endMarkedContent();
    }
  }
}
