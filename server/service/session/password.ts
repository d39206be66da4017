/** Changes the password of the signed-in person. */
import type { credentials } from '#domain/session/credentials/calls.ts';
import { changePassword } from '../../credentials/passwords.ts';
import { findWebAccount } from '../../credentials/people.ts';
import { recordEvent } from '../../security-events.ts';
import { markDone } from './access.ts';
import { refuseImpersonator } from '../confirmation/confirmation.ts';
import { readEmail } from '../../credentials/contact.ts';
import { addNotice } from '../../mail/notices.ts';
import { type Handler, toEventData } from '../scope.ts';

export const changePasswordHere: Handler<typeof credentials.changePassword> = async (scope, { body }) => {
  refuseImpersonator(scope);
  const { db, borrowerKey, webAccountId, sessionUid, portalNames } = scope;
  const account = await findWebAccount(db, webAccountId);
  // The federal identity provider stores the password, so the current password cannot be verified here.
  if (account?.identityProvider !== 'local') return { outcome: 'wrongPassword' };
  const change = { ...body, webAccountId, sessionUid, portalNames };
  const outcome = await changePassword(db, change, async (transaction) => {
    await markDone({ ...scope, db: transaction }, 'change-password');
    const email = await readEmail({ ...scope, db: transaction });
    await addNotice(transaction, { borrowerKey, webAccountId, kind: 'passwordChanged', email });
    await recordEvent(transaction, { kind: 'passwordChanged', ...toEventData(scope) });
  });
  return { outcome };
};
