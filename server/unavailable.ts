/**
 * Detects errors that mean that the database or the document store is temporarily unavailable, or that a disk is full.
 * The request's data may or may not have been stored.
 */

import { DocumentsUnavailable } from './documents/store.ts';

/**
 * SQLSTATE codes: connection lost, out of resources, shutting down or starting, system error; transactions that the
 * server aborted (time limit, deadlock); read-only server, as after a failover.
 */
const STATES = /^(?:08|53|57P|58)|^(?:40001|40P01|40003|25006|25P03|25P04|55P03|57014)$/;

/** System error codes of broken connections and full disks. */
const CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT']);

/** Messages of driver errors that have no code. */
const SAID = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'The database does not respond',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** Maximum depth of nested causes. */
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
