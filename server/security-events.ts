/**
 * The audit log of security events: log-ins (successful and failed), log-outs, and changes of passwords, contact
 * information and accounts. Each event is a database row and a log entry, without passwords, tokens and other user
 * input.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from './db/database.ts';
import { securityEvents } from './db/schema/index.ts';
import { log } from './log.ts';
import { signals } from './operations/signals.ts';

type Row = typeof securityEvents.$inferInsert;

/** An event. Unknown properties are omitted. */
export type SecurityEvent = Omit<Row, 'eventId' | 'at'>;

/**
 * Records an event. Within a transaction, the row is subject to its commit, but the log entry is always written. Alarms
 * have the level `warn`.
 */
export async function recordEvent(db: Database, event: SecurityEvent): Promise<void> {
  const at = new Date();
  await db.insert(securityEvents).values({ ...event, eventId: randomUUID(), at });
  const { kind, ...rest } = event;
  signals.securityEvent.emit({ kind });
  log('security event', { securityEvent: kind, at: at.toISOString(), ...rest }, kind === 'alarm' ? 'warn' : 'info');
}
