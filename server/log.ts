/**
 * The server's log. Each entry has a message and fields and is written as one line: JSON for log collectors, or plain
 * text for a terminal. Request bodies, query strings, tokens, names and account numbers are never logged.
 */

import { currentRequestId } from './request-id.ts';

/** The log format: `json` writes one object per line, `text` is human-readable. */
export type LogFormat = 'json' | 'text';

export type LogLevel = 'info' | 'warn' | 'error';

/** The fields of a log entry. Undefined and null fields are omitted. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

let write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let format: LogFormat = 'text';

/** Sets the log format. `text` by default. */
export function setLogFormat(next: LogFormat): void {
  format = next;
}

/** Returns the log format. */
export const logFormat = (): LogFormat => format;

const present = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** Quotes values that contain spaces or quotation marks, so that a line can be split at spaces. */
const textField = ([name, value]: readonly [string, unknown]): string => {
  const text = String(value);
  return `${name}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`;
};

function formatLine(level: LogLevel, message: string, fields: LogFields): string {
  const written = present(fields);
  if (format === 'text') return [message, ...Object.entries(written).map(textField)].join(' ');
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...written });
}

/** Writes one entry to standard output. */
export const log = (message: string, fields: LogFields = {}, level: LogLevel = 'info'): void =>
  write(formatLine(level, message, fields));

/** Redirects log lines to `to`, for tests. Returns the previous function. */
export function setLog(to: (line: string) => void): (line: string) => void {
  const before = write;
  write = to;
  return before;
}

/** Matches numbers long enough to identify an account or a person, and anything that looks like a token. */
const PRIVATE = /\d{4,}|eyJ[\w-]+(?:\.[\w-]+)*/g;

/** SQLSTATE codes, which contain no data. */
const SQLSTATE = /^[\dA-Z]{5}$/;

const formatText = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(PRIVATE, '…') : '');

/**
 * Returns a description of an error for the log: its name, code and stack. Omits the message of database errors,
 * because it may contain the query's values, and masks numbers in other messages.
 */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `thrown: ${typeof thrown}`;
  const ofDatabase = 'query' in thrown || 'severity' in thrown;
  const isState = ofDatabase && 'code' in thrown && typeof thrown.code === 'string' && SQLSTATE.test(thrown.code);
  const code = isState ? ` SQLSTATE ${String(thrown.code)}` : 'code' in thrown ? ` ${formatText(thrown.code)}` : '';
  const places = (thrown.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const cause = thrown.cause === undefined ? '' : `\n  caused by ${describeError(thrown.cause)}`;
  const message = ofDatabase ? '' : `: ${formatText(thrown.message).slice(0, 300)}`;
  return `${thrown.name}${code}${message}\n${places.slice(0, 12).join('\n')}${cause}`;
}

/** Logs an unexpected error with its location and the request id to standard error. */
export const logError = (where: string, thrown: unknown): void => {
  const requestId = currentRequestId();
  const error = describeError(thrown);
  const line =
    format === 'json'
      ? formatLine('error', `error in ${where}`, { requestId, error })
      : `error in ${where}${requestId === undefined ? '' : `, request ${requestId}`}: ${error}`;
  process.stderr.write(`${line}\n`);
};
