/** Confirmation numbers of submissions. */
import { randomInt } from 'node:crypto';

/** Digits and letters without those that are easily confused when read aloud. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const fourCharacters = (): string =>
  Array.from({ length: 4 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');

/**
 * Returns a random confirmation number that is easy to read aloud and hard to guess: three groups of four characters,
 * more than 10^17 combinations.
 */
export const newConfirmationNumber = (): string => [fourCharacters(), fourCharacters(), fourCharacters()].join('-');
