/** The safe characters of names and addresses (P §5.2, ruling 39): letters of any script, and what names are written with. */

const NAME = /^[\p{L}\p{M} .'’-]*$/u;
const NAME_WITH_DIGITS = /^[\p{L}\p{M}\d .'’-]*$/u;
const STREET = /^[\p{L}\p{M}\d .'’,#&/()-]*$/u;
const LETTER = /\p{L}/u;

/** Whether a text has letters, spaces, hyphens, apostrophes and periods only (ruling 39). */
export const isSafeName = (text: string): boolean => NAME.test(text);

/** The same, with digits allowed (ruling 57). */
export const isSafeNameWithDigits = (text: string): boolean => NAME_WITH_DIGITS.test(text);

/** Whether a text has what streets are written with: as names, with digits, commas, `#`, `&`, slashes and brackets. */
export const isSafeStreet = (text: string): boolean => STREET.test(text);

/** Whether a text has a letter, of any script. */
export const hasLetter = (text: string): boolean => LETTER.test(text);
