/** Opens a session at the embedded provider without the sign-in page, for tests that do not concern signing in. */
import type { HttpBindings } from '@hono/node-server';
import type { Provider } from 'oidc-provider';
import { normalizedUsername } from '#domain/session/credentials/rules.ts';
import type { Database } from '../db/database.ts';
import { recordLogIn } from '../log-ins.ts';
import { findWebAccountByName } from '../credentials/people.ts';
import { SESSION_SECONDS, getSessionCookie } from './provider.ts';

/**
 * Opens a session as after a correct password and sets its cookie in the response. Returns false if the username does
 * not exist.
 */
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
  await recordLogIn(db, { webAccountId: account.webAccountId });
  provider.createContext(incoming, outgoing).cookies.set(provider.cookieName('session'), session.jti, {
    ...getSessionCookie(provider.issuer),
    signed: true,
    overwrite: true,
  });
  return true;
}
