/**
 * The characters that names and addresses may contain (P §5.2, ruling 39): letters of any script and common
 * punctuation.
 */

import { isolated } from './isolated-text.ts';
import type { Issue } from './issue.ts';

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

/** The issues of rules that refuse characters, with the characters that each rule accepts. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  'holder.format': NAME,
  'name.characters': NAME,
  'payerName.characters': NAME,
  'firstName.format': NAME,
  'lastName.format': NAME,
  'city.invalid': NAME,
  'consumerCity.characters': NAME,
  'nickname.format': NAME_WITH_DIGITS,
  'street.characters': STREET,
  'businessName.characters': STREET,
};

const formatCharacter = (character: string): string =>
  /\p{C}/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : `“${isolated(character)}”`;

/**
 * Returns the hint that names the characters which the rule of an issue refuses in a text (ruling 109). Undefined for
 * other issues.
 */
export function refusedCharactersHint({ code }: Issue, text: string): string | undefined {
  const accepted = Object.hasOwn(ACCEPTED, code) ? ACCEPTED[code] : undefined;
  if (accepted === undefined) return undefined;
  const refused = new Set(Array.from(text).filter((character) => !accepted.test(character)));
  return refused.size === 0 ? undefined : `Please remove ${[...refused].map(formatCharacter).join(', ')}.`;
}
