/** Changes the password of the person who is signed in. */
import type { credentials } from '#domain/credentials/calls.ts';
import { changePassword } from '../oidc/passwords.ts';
import { findWebAccount } from '../oidc/people.ts';
import { markDone } from './access.ts';
import type { Handler } from './scope.ts';

export const changePasswordHere: Handler<typeof credentials.changePassword> = async (scope, { body }) => {
  const { db, webAccountId, sessionUid } = scope;
  const account = await findWebAccount(db, webAccountId);
  // A password that the federal identity keeps is not known here, so that none is the present one.
  if (account?.identityProvider !== 'local') return { outcome: 'wrongPassword' };
  const outcome = await changePassword(db, { ...body, webAccountId, sessionUid });
  if (outcome === 'changed') await markDone(scope, 'change-password');
  return { outcome };
};
