/**
 * Whether a password is too easy to guess, held against the passwords that are used most and the names that belong to
 * this portal. The lists are too large for the browser, which checks the short rules only (domain/credentials).
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { normalizedPassword } from '#domain/credentials/rules.ts';

/** Of 0 to 4: below it are the passwords that fewer than a hundred million guesses find. */
const LOWEST_SCORE = 3;
/** Characters that are looked at; the work grows faster than the length. */
const LONGEST_LOOK = 64;

let estimator: ZxcvbnFactory | undefined;
/** Reads the lists at the first password that is chosen, not at every start. */
const estimatorOf = (): ZxcvbnFactory =>
  (estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST_LOOK }));

/** Words that somebody who knows the portal or the person tries first, each whole and in its parts. */
const partsOf = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => [name, ...name.split(/[\s.@_-]+/)]))].filter((part) => part.length >= 3);

/**
 * Returns a password without years, punctuation and the digits at its end: people append these to words, and guessers do the same. The
 * estimate counts them as if they were random.
 */
const coreOf = (text: string): string =>
  text
    .replaceAll(/(?:19|20)\d{2}/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d{1,4}$/, '');

/** Whether a password is too easy to guess, also without what {@link coreOf} removes. `names` are those of the portal and the person. */
export function isEasyToGuess(password: string, names: readonly string[]): boolean {
  const text = normalizedPassword(password).toLowerCase();
  const parts = partsOf(names.map((name) => name.toLowerCase()));
  const isWeak = (guessed: string) => estimatorOf().check(guessed, parts).score < LOWEST_SCORE;
  const core = coreOf(text);
  return isWeak(text) || (/\p{L}/u.test(core) && isWeak(core));
}
