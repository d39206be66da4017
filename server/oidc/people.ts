/** The people who can sign in at the embedded provider. */
import { and, eq } from 'drizzle-orm';
import { normalizedUsername } from '#domain/credentials/rules.ts';
import type { Database } from '../db/open.ts';
import { webAccounts } from '../db/schema.ts';
import { isStorable } from '../db/text.ts';
import { recordEvent } from '../security-events.ts';
import { type Attempt, countAttempt, takeBackAttempt } from './attempts.ts';
import { hashOf, isOutdatedHash, isPasswordOf } from './password-hash.ts';

export type WebAccount = typeof webAccounts.$inferSelect;

/** What a sign-in came to. A wrong name and a wrong password are one and the same answer. */
export type SignIn = { readonly outcome: 'signedIn'; readonly account: WebAccount } | { readonly outcome: 'wrong' };

/** What somebody who signs in has typed, and the network address they come from, where that is known. */
export interface SignInTry {
  readonly loginName: string;
  readonly password: string;
  readonly address?: string | undefined;
  /** The browser, where this person has logged in in it before. */
  readonly device?: string | undefined;
}

/** The web account of that id. */
export async function findWebAccount(db: Database, webAccountId: string): Promise<WebAccount | undefined> {
  const [found] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  return found;
}

/** The web account of a login name, given as names are stored. */
export async function findWebAccountByName(db: Database, loginName: string): Promise<WebAccount | undefined> {
  if (!isStorable(loginName)) return undefined;
  const [found] = await db.select().from(webAccounts).where(eq(webAccounts.loginName, loginName));
  return found;
}

/** Makes the hash of a password anew that an older method or another cost has made; the password has just been right. */
async function renewHash(db: Database, { webAccountId, passwordHash: stored }: WebAccount, password: string) {
  if (!isOutdatedHash(stored)) return;
  const passwordHash = await hashOf(password);
  // Whoever has changed the password meanwhile is not undone.
  await db
    .update(webAccounts)
    .set({ passwordHash })
    .where(and(eq(webAccounts.webAccountId, webAccountId), eq(webAccounts.passwordHash, stored)));
}

/**
 * Checks a name and password. A name that nobody has takes the same work as one that somebody has. Refuses what was tried
 * too often (429), and while too many others are being checked (503).
 */
export async function signIn(db: Database, { loginName, password, address, device }: SignInTry): Promise<SignIn> {
  const attempt: Attempt = { tried: 'signIn', subjects: [loginName], address, device };
  await countAttempt(db, attempt);
  const account = await findWebAccountByName(db, normalizedUsername(loginName));
  const isRight = await isPasswordOf(password, account?.passwordHash);
  if (account === undefined || !isRight) {
    await recordEvent(db, { kind: 'logInFailed', webAccountId: account?.webAccountId, address });
    return { outcome: 'wrong' };
  }
  await takeBackAttempt(db, attempt);
  await renewHash(db, account, password);
  return { outcome: 'signedIn', account };
}
