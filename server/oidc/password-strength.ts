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

/** Whether a password is too easy to guess; `names` are those of the portal and of the person. */
export const isEasyToGuess = (password: string, names: readonly string[]): boolean =>
  estimatorOf().check(normalizedPassword(password).toLowerCase(), partsOf(names.map((name) => name.toLowerCase())))
    .score < LOWEST_SCORE;
