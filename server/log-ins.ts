/** The times of a person's last two log-ins, for the changes since the last visit. The audit log has all log-ins. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { logIns } from './db/schema/index.ts';
import { type SecurityEvent, recordEvent } from './security-events.ts';

/** Records a log-in in the audit log, and as the last one of the person. */
export async function recordLogIn(
  db: Database,
  event: Pick<SecurityEvent, 'address'> & { readonly webAccountId: string },
  at: Date = new Date(),
): Promise<void> {
  await recordEvent(db, { kind: 'loggedIn', ...event });
  await db
    .insert(logIns)
    .values({ webAccountId: event.webAccountId, lastAt: at })
    .onConflictDoUpdate({ target: logIns.webAccountId, set: { previousAt: sql`${logIns.lastAt}`, lastAt: at } });
}

/** Returns the time of the log-in before the last one; null without one. */
export async function previousLogIn(db: Database, webAccountId: string): Promise<Date | null> {
  const [found] = await db
    .select({ previousAt: logIns.previousAt })
    .from(logIns)
    .where(eq(logIns.webAccountId, webAccountId));
  return found?.previousAt ?? null;
}
