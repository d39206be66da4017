/** Changing a password. */
import { eq } from 'drizzle-orm';
import { containsUsername } from '#domain/session/credentials/rules.ts';
import type { PasswordResponse } from '#domain/session/credentials/shapes.ts';
import type { Database } from '../db/database.ts';
import { webAccounts } from '../db/schema/index.ts';
import { type Attempt, countAttempt, takeBackAttempt } from '../rate-limits.ts';
import { hashPassword, hasPassword } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import { endOtherSessions } from './sessions.ts';

export interface PasswordChange {
  readonly webAccountId: string;
  readonly presentPassword: string;
  readonly newPassword: string;
  /**
   * The session in which the password is changed. It stays active, and all other sessions end. If undefined, all
   * sessions end.
   */
  readonly sessionUid: string | undefined;
  /** The portal's names, which passwords must not contain. */
  readonly portalNames: readonly string[];
}

/**
 * Changes a password. A retry after a lost response counts as changed. Throws 429 after too many attempts. Callers must
 * ensure that the account belongs to the signed-in person. `alsoDo` runs in the same transaction.
 */
export async function changePassword(
  db: Database,
  change: PasswordChange,
  alsoDo: (transaction: Database) => Promise<void>,
): Promise<PasswordResponse['outcome']> {
  const { webAccountId, presentPassword, newPassword, portalNames } = change;
  const attempt: Attempt = { tried: 'passwordChange', subjects: [webAccountId] };
  await countAttempt(db, attempt);
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  if (account === undefined) return 'wrongPassword';
  const isPresent = await hasPassword(presentPassword, account.passwordHash);
  const isChangedAlready = !isPresent && (await hasPassword(newPassword, account.passwordHash));
  if (!isPresent && !isChangedAlready) return 'wrongPassword';
  if (containsUsername(newPassword, account.loginName)) return 'containsUsername';
  if (isEasyToGuess(newPassword, [...portalNames, account.loginName, account.givenName, account.familyName])) {
    return 'commonPassword';
  }
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (transaction) => {
    await transaction.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, webAccountId));
    await endOtherSessions(transaction, change);
    await takeBackAttempt(transaction, attempt);
    await alsoDo(transaction);
  });
  return 'changed';
}

/**
 * Returns whether a password is the current one of a web account. Wrong passwords share the limit of password changes,
 * because they guess the same secret. Throws 429 after too many attempts. Callers must ensure that the account belongs
 * to the signed-in person.
 */
export async function isPresentPassword(
  db: Database,
  { webAccountId, password }: { readonly webAccountId: string; readonly password: string },
): Promise<boolean> {
  const attempt: Attempt = { tried: 'passwordChange', subjects: [webAccountId] };
  await countAttempt(db, attempt);
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  if (!(await hasPassword(password, account?.passwordHash))) return false;
  await takeBackAttempt(db, attempt);
  return true;
}
