/**
 * The server's log: one line for each event, for people and for machines that collect lines. Request bodies, tokens and
 * numbers of accounts never get here.
 */

import { currentRequestId } from './request-id.ts';

let write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Writes one line. */
export const log = (line: string): void => write(line);

/** Sends the lines elsewhere, as tests do; gives the function that they went to before. */
export function setLog(to: (line: string) => void): (line: string) => void {
  const before = write;
  write = to;
  return before;
}

/** Numbers long enough to belong to an account or a person, and anything that looks like a token. */
const PRIVATE = /\d{4,}|eyJ[\w-]+(?:\.[\w-]+)*/g;

/** The database's own codes, which name a kind of error and nobody's data. */
const SQLSTATE = /^[\dA-Z]{5}$/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(PRIVATE, '…') : '');

/**
 * An error as the log may hold it: its name, code and place. Its message stays out where it repeats a query with the
 * values in it, as database errors do; elsewhere numbers are masked.
 */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `thrown: ${typeof thrown}`;
  const ofDatabase = 'query' in thrown || 'severity' in thrown;
  const isState = ofDatabase && 'code' in thrown && typeof thrown.code === 'string' && SQLSTATE.test(thrown.code);
  const code = isState ? ` SQLSTATE ${String(thrown.code)}` : 'code' in thrown ? ` ${textOf(thrown.code)}` : '';
  const places = (thrown.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const cause = thrown.cause === undefined ? '' : `\n  caused by ${describeError(thrown.cause)}`;
  const message = ofDatabase ? '' : `: ${textOf(thrown.message).slice(0, 300)}`;
  return `${thrown.name}${code}${message}\n${places.slice(0, 12).join('\n')}${cause}`;
}

/** Logs an error that nobody expected, with where it happened. */
export const logError = (where: string, thrown: unknown): void => {
  const id = currentRequestId();
  process.stderr.write(`error in ${where}${id === undefined ? '' : `, request ${id}`}: ${describeError(thrown)}\n`);
};
