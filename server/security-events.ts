/**
 * The record of what matters for security: who logged in and out, in vain or not, whose password, contact or account changed.
 * Each event is a row and one log entry, without passwords, tokens and what was typed.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from './db/open.ts';
import { securityEvents } from './db/schema.ts';
import { log } from './log.ts';
import { signals } from './operations/signals.ts';

type Row = typeof securityEvents.$inferInsert;

/** An event; what is not known of it is left out. */
export type SecurityEvent = Omit<Row, 'eventId' | 'at'>;

/**
 * Records an event now. Within a transaction the row is kept only if that is; the log entry tells of the attempt. An alarm
 * has the level `warn`.
 */
export async function recordEvent(db: Database, event: SecurityEvent): Promise<void> {
  const at = new Date();
  await db.insert(securityEvents).values({ ...event, eventId: randomUUID(), at });
  const { kind, ...rest } = event;
  signals.securityEvent.emit({ kind });
  log('security event', { securityEvent: kind, at: at.toISOString(), ...rest }, kind === 'alarm' ? 'warn' : 'info');
}
