/** The sessions of web accounts at the embedded sign-in provider (oidc/records.ts). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { oidcRecords } from '../db/schema/index.ts';

/** The provider's model for sessions, which expire after inactivity. */
export const SESSION = 'Session';

/** Ends the sessions of a web account, except `sessionUid`, and revokes its unused authorization codes. */
export async function endOtherSessions(
  db: Database,
  { webAccountId, sessionUid }: { readonly webAccountId: string; readonly sessionUid: string | undefined },
): Promise<void> {
  const uid = sql`coalesce(${oidcRecords.uid}, ${oidcRecords.payload}->>'sessionUid')`;
  await db
    .delete(oidcRecords)
    .where(
      and(
        inArray(oidcRecords.model, [SESSION, 'AuthorizationCode']),
        eq(sql`${oidcRecords.payload}->>'accountId'`, webAccountId),
        sql`${uid} is distinct from ${sessionUid ?? null}`,
      ),
    );
}

/** Ends one session of a web account, and revokes its unused authorization codes. */
export async function endSession(
  db: Database,
  { webAccountId, sessionUid }: { readonly webAccountId: string; readonly sessionUid: string },
): Promise<void> {
  const uid = sql`coalesce(${oidcRecords.uid}, ${oidcRecords.payload}->>'sessionUid')`;
  await db
    .delete(oidcRecords)
    .where(
      and(
        inArray(oidcRecords.model, [SESSION, 'AuthorizationCode']),
        eq(sql`${oidcRecords.payload}->>'accountId'`, webAccountId),
        eq(uid, sessionUid),
      ),
    );
}
