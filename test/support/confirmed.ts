/** Confirms passwords and new email addresses for tests that concern something else. */
import { createCode, tryCode } from '#server/credentials/account-codes.ts';
import { type OwnSession, recordConfirmation } from '#server/credentials/confirmation.ts';
import type { Database } from '#server/db/database.ts';
import { oidcRecords } from '#server/db/schema/index.ts';
import { eq } from 'drizzle-orm';

/** The email address of the example requests, to which tests have the code. */
export const EXAMPLE_EMAIL = 'test@example.com';

/** Confirms the password of a session, and keeps it confirmed. */
export async function storeConfirmed(db: Database, session: OwnSession): Promise<void> {
  await recordConfirmation(db, session);
  await db
    .update(oidcRecords)
    .set({ expiresAt: new Date('2100-01-01T00:00:00Z') })
    .where(eq(oidcRecords.model, 'PasswordConfirmation'));
}

/** Enters the code of a new email address. */
export async function confirmEmail(db: Database, webAccountId: string, email: string): Promise<void> {
  const key = { model: 'EmailCode', subject: `${webAccountId} ${email.trim().toLowerCase()}` } as const;
  const code = await createCode(db, key, { isOnce: false });
  await tryCode(db, key, code ?? '');
}
