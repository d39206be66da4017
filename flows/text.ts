/**
 * Measures text without a browser, so that diagrams are the same on every machine. The widths are those of Helvetica,
 * which Arial and Liberation Sans share; other fonts are slightly narrower or have spare room.
 */

/** In thousandths of the font's size, from the space to the tilde. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const WIDEST = 1_000;
const ROOM_TO_SPARE = 1.04;
const BOLD = 1.08;

export function measureWidth(text: string, size: number, isBold = false): number {
  const units = Array.from(text, (char) => WIDTHS[(char.codePointAt(0) ?? 0) - 32] ?? WIDEST).reduce(
    (sum, wide) => sum + wide,
    0,
  );
  return Math.ceil((units / 1_000) * size * ROOM_TO_SPARE * (isBold ? BOLD : 1));
}

/** A text in lines that are no wider than this, where its words allow it. */
export function wrap(text: string, size: number, width: number, isBold = false): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measureWidth(longer, size, isBold) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
