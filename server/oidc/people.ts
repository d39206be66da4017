/** The people who can sign in at the embedded provider. */
import { compare } from 'bcryptjs';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { webAccounts } from '../db/schema.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';

export type WebAccount = typeof webAccounts.$inferSelect;

/** What a sign-in came to. A wrong name and a wrong password are one and the same answer. */
export type SignIn =
  { readonly outcome: 'signedIn'; readonly webAccountId: string } | { readonly outcome: 'wrong' | 'tooMany' };

/** Bcrypt reads no more than this, so a longer password could match by its beginning. */
const LONGEST_PASSWORD = 72;

/**
 * The hash of a password that nobody knows. Its cost is that of the stored hashes, because the time that a comparison
 * takes depends on it.
 */
const NOBODY = '$2b$08$BBA3BPlabdJaSwCLuHmexOVUeKs9FQbQdcGIWKiO3JqDlpPm1B.YC';

/** The web account of that id. */
export async function findWebAccount(db: Database, webAccountId: string): Promise<WebAccount | undefined> {
  const [found] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, webAccountId));
  return found;
}

/** Checks a name and password. A name that nobody has takes the same work as one that somebody has. */
export async function signIn(db: Database, loginName: string, password: string): Promise<SignIn> {
  if (!(await countAttempt(db, loginName))) return { outcome: 'tooMany' };
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.loginName, loginName.trim()));
  const isRight = await compare(password, account?.passwordHash ?? NOBODY);
  if (account === undefined || !isRight || Buffer.byteLength(password) > LONGEST_PASSWORD) return { outcome: 'wrong' };
  await forgetAttempts(db, loginName);
  return { outcome: 'signedIn', webAccountId: account.webAccountId };
}
