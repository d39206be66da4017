/**
 * Isolates user text from the surrounding text direction. Otherwise a name in Hebrew or Arabic reverses the numbers and
 * punctuation after it: `*****6789` reads as `6789*****`. Also works where an element cannot, such as in options and labels.
 */

/** Characters written from right to left, and direction marks. */
const BIDI_CHARACTERS =
  /[\u{590}-\u{8FF}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates within the text could end the isolation early. */
const ISOLATES = /[\u{2066}-\u{2069}]/gu;

/** Returns typed text isolated from the direction of the text around it. Text without such characters stays as it is. */
export const isolated = (typed: string): string =>
  BIDI_CHARACTERS.test(typed) ? `\u{2068}${typed.replaceAll(ISOLATES, '')}\u{2069}` : typed;
