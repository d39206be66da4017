/** The people who can sign in at the embedded provider. */
import { eq } from 'drizzle-orm';
import { normalizedUsername } from '#domain/credentials/rules.ts';
import type { Database } from '../db/open.ts';
import { webAccounts } from '../db/schema.ts';
import { isStorable } from '../db/text.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { isPasswordOf } from './passwords.ts';

export type WebAccount = typeof webAccounts.$inferSelect;

/** What a sign-in came to. A wrong name and a wrong password are one and the same answer. */
export type SignIn =
  | { readonly outcome: 'signedIn'; readonly webAccountId: string }
  | { readonly outcome: 'wrong' | 'tooMany' };

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

/** Checks a name and password. A name that nobody has takes the same work as one that somebody has. */
export async function signIn(db: Database, loginName: string, password: string): Promise<SignIn> {
  if (!(await countAttempt(db, loginName))) return { outcome: 'tooMany' };
  const account = await findWebAccountByName(db, normalizedUsername(loginName));
  const isRight = await isPasswordOf(password, account?.passwordHash);
  if (account === undefined || !isRight) return { outcome: 'wrong' };
  await forgetAttempts(db, loginName);
  return { outcome: 'signedIn', webAccountId: account.webAccountId };
}
