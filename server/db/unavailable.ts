/**
 * Whether a failure says that the database or the store of documents can't be used just now, or that a disk is full. What was sent may
 * be stored or not.
 */

import { DocumentsUnavailable } from '../documents/store.ts';

/**
 * SQLSTATE: connection lost, out of resources, shut down or starting, system error; a transaction that the server gave
 * up (a time limit, a deadlock); a server that only reads, as after a failover.
 */
const STATES = /^(?:08|53|57P|58)|^(?:40001|40P01|40003|25006|25P03|25P04|55P03|57014)$/;

/** The system's codes for a connection that broke, and for a disk that is full. */
const CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT']);

/** What the driver says; it gives these no code. */
const SAID = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'The database does not answer',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** How many causes are looked at. */
const DEEPEST = 5;

export function isUnavailable(error: unknown, deep = DEEPEST): boolean {
  if (!(error instanceof Error) || deep === 0) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isConnecting = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  if (
    error instanceof DocumentsUnavailable ||
    isConnecting ||
    CODES.has(code) ||
    STATES.test(code) ||
    SAID.has(error.message)
  )
    return true;
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return isUnavailable(error.cause, deep - 1) || parts.some((part) => isUnavailable(part, deep - 1));
}
