/** The numbers by which people refer to what they have submitted. */
import { randomInt } from 'node:crypto';

/** Digits and letters that nobody mistakes for each other when reading a number out. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const fourCharacters = (): string =>
  Array.from({ length: 4 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');

/** A number that can be read out and not guessed: three times four signs, one of more than 10^17. */
export const newConfirmationNumber = (): string => [fourCharacters(), fourCharacters(), fourCharacters()].join('-');
