/** Web accounts that can sign in at the embedded provider. */
import { and, eq, isNull } from 'drizzle-orm';
import { normalizedUsername } from '#domain/session/credentials/rules.ts';
import type { Database } from '../db/database.ts';
import { webAccounts } from '../db/schema/index.ts';
import { isStorable } from '../db/text.ts';
import { recordEvent } from '../security-events.ts';
import { type Attempt, countAttempt, forgetAttemptsAbout, takeBackAttempt } from '../rate-limits.ts';
import { isLogInCode, consumeLogInCode } from './log-in-code.ts';
import { hashPassword, isOutdatedHash, hasPassword } from './password-hash.ts';

export type WebAccount = typeof webAccounts.$inferSelect;

/** The result of a sign-in. It does not distinguish unknown usernames from wrong passwords. */
export type SignIn = { readonly outcome: 'signedIn'; readonly account: WebAccount } | { readonly outcome: 'wrong' };

/** The sign-in form and the network address of the client, if known. */
export interface SignInAttempt {
  readonly loginName: string;
  readonly password: string;
  readonly address?: string | undefined;
  /** The browser's device id, if the person has logged in with it before. */
  readonly device?: string | undefined;
  /** The code from the email, if the attempts for the username or from the address are used up. Empty without one. */
  readonly code?: string | undefined;
}

const isNotRevoked = isNull(webAccounts.revokedAt);

/** Returns the web account with this id, unless it was revoked. */
export async function findWebAccount(db: Database, webAccountId: string): Promise<WebAccount | undefined> {
  const [found] = await db
    .select()
    .from(webAccounts)
    .where(and(eq(webAccounts.webAccountId, webAccountId), isNotRevoked));
  return found;
}

/** Returns the web account with this normalized login name, unless it was revoked. */
export async function findWebAccountByName(db: Database, loginName: string): Promise<WebAccount | undefined> {
  if (!isStorable(loginName)) return undefined;
  const [found] = await db
    .select()
    .from(webAccounts)
    .where(and(eq(webAccounts.loginName, loginName), isNotRevoked));
  return found;
}

/** Renews a password hash with an outdated algorithm or cost. The password has just been verified. */
async function renewHash(db: Database, { webAccountId, passwordHash: stored }: WebAccount, password: string) {
  if (!isOutdatedHash(stored)) return;
  const passwordHash = await hashPassword(password);
  // Do not overwrite a password that was changed concurrently.
  await db
    .update(webAccounts)
    .set({ passwordHash })
    .where(and(eq(webAccounts.webAccountId, webAccountId), eq(webAccounts.passwordHash, stored)));
}

/**
 * Verifies a username and password. Unknown usernames take the same time as known ones. Throws 429 after too many
 * attempts and 503 if too many passwords are being verified. With the code from an email (log-in-code.ts), earlier
 * attempts of others do not count.
 */
export async function signIn(
  db: Database,
  { loginName, password, address, device, code = '' }: SignInAttempt,
): Promise<SignIn> {
  const hasCode = code !== '' && device === undefined;
  const attempt: Attempt = { tried: hasCode ? 'logInCode' : 'signIn', subjects: [loginName], address, device };
  await countAttempt(db, attempt);
  const account = await findWebAccountByName(db, normalizedUsername(loginName));
  const mayTry = !hasCode || (account !== undefined && (await isLogInCode(db, account, code)));
  const isRight = (await hasPassword(password, account?.passwordHash)) && mayTry;
  if (account === undefined || !isRight) {
    await recordEvent(db, { kind: 'logInFailed', webAccountId: account?.webAccountId, address });
    return { outcome: 'wrong' };
  }
  await takeBackAttempt(db, attempt);
  if (hasCode) {
    await consumeLogInCode(db, account);
    await forgetAttemptsAbout(db, 'signIn', loginName);
  }
  await renewHash(db, account, password);
  return { outcome: 'signedIn', account };
}
