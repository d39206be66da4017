/** The parts that are used of packages without published types. */
declare module 'fontkit' {
  /** Opens a font. */
  export function create(font: Uint8Array): {
    /** The code points that it contains. */
    readonly characterSet: readonly number[];
  };
}

declare module 'subset-font' {
  /** Returns a font reduced to the characters of a text. A variable font becomes one of fixed weight. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'truetype'; readonly variationAxes: { readonly wght: number } },
  ): Promise<Uint8Array>;
}

declare module 'linebreak' {
  /** Finds where a text can be broken into lines (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next break; null after the last. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
