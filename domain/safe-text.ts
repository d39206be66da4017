/**
 * The characters that names and addresses may contain (P §5.2, ruling 39): letters of any script and common
 * punctuation.
 */

const NAME = /^[\p{L}\p{M} .'’-]*$/u;
const NAME_WITH_DIGITS = /^[\p{L}\p{M}\d .'’-]*$/u;
const STREET = /^[\p{L}\p{M}\d .'’,#&/()-]*$/u;
const LETTER = /\p{L}/u;

/** Returns whether a text contains only letters, spaces, hyphens, apostrophes and periods (ruling 39). */
export const isSafeName = (text: string): boolean => NAME.test(text);

/** Like {@link isSafeName}, but also allows digits (ruling 57). */
export const isSafeNameWithDigits = (text: string): boolean => NAME_WITH_DIGITS.test(text);

/**
 * Returns whether a text contains only the characters of street addresses: those of names, digits, commas, `#`, `&`,
 * slashes and parentheses.
 */
export const isSafeStreet = (text: string): boolean => STREET.test(text);

/** Returns whether a text contains a letter of any script. */
export const hasLetter = (text: string): boolean => LETTER.test(text);
