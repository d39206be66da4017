/** A session at the embedded provider without its page, for tests that are not about signing in. */
import type { HttpBindings } from '@hono/node-server';
import type { Provider } from 'oidc-provider';
import { normalizedUsername } from '#domain/credentials/rules.ts';
import type { Database } from '../db/open.ts';
import { findWebAccountByName } from './people.ts';
import { SESSION_SECONDS, sessionCookieOf } from './provider.ts';

/** Opens a session as the right password does, and lets the answer set its cookie. False where nobody has that name. */
export async function openSession(
  db: Database,
  provider: Provider,
  loginName: string,
  { incoming, outgoing }: HttpBindings,
): Promise<boolean> {
  const account = await findWebAccountByName(db, normalizedUsername(loginName));
  if (account === undefined) return false;
  const session = new provider.Session();
  session.loginAccount({ accountId: account.webAccountId, amr: ['pwd'] });
  await session.save(SESSION_SECONDS);
  provider.createContext(incoming, outgoing).cookies.set(provider.cookieName('session'), session.jti, {
    ...sessionCookieOf(provider.issuer),
    signed: true,
    overwrite: true,
  });
  return true;
}
