/** Changing a password. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { containsUsername } from '#domain/credentials/rules.ts';
import type { PasswordAnswer } from '#domain/credentials/shapes.ts';
import type { Database } from '../db/open.ts';
import { oidcRecords, webAccounts } from '../db/schema.ts';
import { type Attempt, countAttempt, takeBackAttempt } from './attempts.ts';
import { hashOf, isPasswordOf } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import { SESSION } from './records.ts';

export interface PasswordChange {
  readonly webAccountId: string;
  readonly presentPassword: string;
  readonly newPassword: string;
  /** The provider's session in which it is changed, the only one that goes on; undefined ends all. */
  readonly sessionUid: string | undefined;
  /** The names of the portal, which no password may be made of. */
  readonly portalNames: readonly string[];
}

/** Ends what a web account has signed in to elsewhere: sessions, and codes that are not exchanged yet. */
export async function endOtherSessions(
  db: Database,
  { webAccountId, sessionUid }: Pick<PasswordChange, 'webAccountId' | 'sessionUid'>,
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

/**
 * Changes a password. A change that has been made already, as one whose answer was lost, counts as made. Refuses (429)
 * after too many attempts. Nobody but the account's own person may ask. `alsoDo` is done with the change, or not at all.
 */
export async function changePassword(
  db: Database,
  change: PasswordChange,
  alsoDo: (transaction: Database) => Promise<void>,
): Promise<PasswordAnswer['outcome']> {
  const { webAccountId, presentPassword, newPassword, portalNames } = change;
  const attempt: Attempt = { tried: 'passwordChange', subjects: [webAccountId] };
  await countAttempt(db, attempt);
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  if (account === undefined) return 'wrongPassword';
  const isPresent = await isPasswordOf(presentPassword, account.passwordHash);
  const isChangedAlready = !isPresent && (await isPasswordOf(newPassword, account.passwordHash));
  if (!isPresent && !isChangedAlready) return 'wrongPassword';
  if (containsUsername(newPassword, account.loginName)) return 'containsUsername';
  if (isEasyToGuess(newPassword, [...portalNames, account.loginName, account.givenName, account.familyName])) {
    return 'commonPassword';
  }
  const passwordHash = await hashOf(newPassword);
  await db.transaction(async (transaction) => {
    await transaction.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, webAccountId));
    await endOtherSessions(transaction, change);
    await takeBackAttempt(transaction, attempt);
    await alsoDo(transaction);
  });
  return 'changed';
}
