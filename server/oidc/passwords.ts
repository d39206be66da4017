/** Passwords as they are kept: hashes of a well-kept library (bcrypt). */
import { compare, hash } from 'bcryptjs';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { LONGEST_PASSWORD, containsUsername, normalizedPassword } from '#domain/credentials/rules.ts';
import type { PasswordAnswer } from '#domain/credentials/shapes.ts';
import type { Database } from '../db/open.ts';
import { oidcRecords, webAccounts } from '../db/schema.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';

/** Rounds of the hash, as a power of two. The demo people's hashes and {@link NOBODY} have as many. */
export const HASH_COST = 10;

/**
 * The hash of a password that nobody knows. Its cost is that of the stored hashes, because the time that a comparison
 * takes depends on it.
 */
const NOBODY = '$2b$10$kPYqqEde3W/q.4/dCFT9/e17cERtLysB.eyGCvb/srazpkYJfk1Ae';

/** The hash of a password that has been judged. */
export const hashOf = (password: string): Promise<string> => hash(normalizedPassword(password), HASH_COST);

/** Whether a password is the one of a hash. Without a hash it never is, and that takes the same time. */
export async function isPasswordOf(password: string, stored: string | undefined): Promise<boolean> {
  const normalized = normalizedPassword(password);
  const isRight = await compare(normalized, stored ?? NOBODY);
  return isRight && stored !== undefined && Buffer.byteLength(normalized) <= LONGEST_PASSWORD;
}

export interface PasswordChange {
  readonly webAccountId: string;
  readonly presentPassword: string;
  readonly newPassword: string;
  /** The provider's session in which it is changed, the only one that goes on; undefined ends all. */
  readonly sessionUid: string | undefined;
}

/** Ends what a web account has signed in to elsewhere: sessions, and codes that are not exchanged yet. */
async function endOtherSessions(db: Database, { webAccountId, sessionUid }: PasswordChange): Promise<void> {
  const uid = sql`coalesce(${oidcRecords.uid}, ${oidcRecords.payload}->>'sessionUid')`;
  await db
    .delete(oidcRecords)
    .where(
      and(
        inArray(oidcRecords.model, ['Session', 'AuthorizationCode']),
        eq(sql`${oidcRecords.payload}->>'accountId'`, webAccountId),
        sql`${uid} is distinct from ${sessionUid ?? null}`,
      ),
    );
}

/**
 * Changes a password. A change that has been made already, as one whose answer was lost, counts as made. Undefined after
 * too many attempts. Nobody but the account's own person may ask.
 */
export async function changePassword(
  db: Database,
  change: PasswordChange,
): Promise<PasswordAnswer['outcome'] | undefined> {
  const { webAccountId, presentPassword, newPassword } = change;
  if (!(await countAttempt(db, webAccountId, 'passwordChange'))) return undefined;
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  if (account === undefined) return 'wrongPassword';
  const isPresent = await isPasswordOf(presentPassword, account.passwordHash);
  const isChangedAlready = !isPresent && (await isPasswordOf(newPassword, account.passwordHash));
  if (!isPresent && !isChangedAlready) return 'wrongPassword';
  if (containsUsername(newPassword, account.loginName)) return 'containsUsername';
  const passwordHash = await hashOf(newPassword);
  await db.transaction(async (transaction) => {
    await transaction.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, webAccountId));
    await endOtherSessions(transaction, change);
    await forgetAttempts(transaction, webAccountId, 'passwordChange');
  });
  return 'changed';
}
