/**
 * Rejects passwords that are easy to guess, based on the most common passwords and on the names related to this portal.
 * The word lists are too large for the browser, which checks the simple rules only (domain/session/credentials).
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { normalizedPassword } from '#domain/session/credentials/rules.ts';

/** Minimum zxcvbn score, from 0 to 4. Passwords below it can be guessed with fewer than 10^8 attempts. */
const LOWEST_SCORE = 3;
/** Number of characters to check. The cost grows faster than the length. */
const LONGEST_LOOK = 64;

let estimator: ZxcvbnFactory | undefined;
/** Loads the word lists when the first password is chosen, not at startup. */
const getEstimator = (): ZxcvbnFactory =>
  (estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST_LOOK }));

/** Returns words that an attacker who knows the portal or the person would try first, complete and in parts. */
const toParts = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => [name, ...name.split(/[\s.@_-]+/)]))].filter((part) => part.length >= 3);

/**
 * Returns a password without years, punctuation and trailing digits. People append these to words and attackers know
 * that, but the estimate would count them as random.
 */
const toCore = (text: string): string =>
  text
    .replaceAll(/(?:19|20)\d{2}/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d{1,4}$/, '');

/** Words of student loans, which an attacker would combine with the names. */
const SUBJECT_WORDS =
  'student loans loan servicing servicer federal portal borrower account payments payment college university school education debt aid money repay login password welcome my the'.split(
    ' ',
  );
/** Minimum number of characters besides known words. */
const FEWEST_OTHERS = 8;

/** Returns whether a password contains known words and little else: `LarkfieldLoanServicing`, `StudentLoans2026!`. */
function isOfKnownWords(text: string, parts: readonly string[]): boolean {
  const words = [...parts, ...SUBJECT_WORDS].toSorted((one, other) => other.length - one.length);
  let others = text;
  for (const word of words) others = others.replaceAll(word, '');
  return others.length < Math.min(FEWEST_OTHERS, text.length);
}

/**
 * Returns whether a password is easy to guess, also after removing the parts that {@link toCore} removes. `names` are
 * the names of the portal and the person.
 */
export function isEasyToGuess(password: string, names: readonly string[]): boolean {
  const text = normalizedPassword(password).toLowerCase();
  const parts = toParts(names.map((name) => name.toLowerCase()));
  const isWeak = (guessed: string) => getEstimator().check(guessed, parts).score < LOWEST_SCORE;
  const core = toCore(text);
  return isOfKnownWords(text, parts) || isWeak(text) || (/\p{L}/u.test(core) && isWeak(core));
}
