/**
 * Account recovery. A borrower who forgot the username or password receives a one-time code at the email address on file
 * (one-time-codes.ts). The correct code reveals the masked usernames and allows setting one new password. Usernames of
 * authorized payers and employees, and accounts of the federal identity provider, cannot be recovered here.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import { containsUsername } from '#domain/session/credentials/rules.ts';
import type { Database } from '../db/database.ts';
import { pendingActions, webAccounts } from '../db/schema/index.ts';
import { addNotice } from '../mail/notices.ts';
import { recordEvent } from '../security-events.ts';
import { readEmail } from './contact.ts';
import { codeAttempt, hashToken, consumeRequest, readUsernames, verifiedRequest } from './one-time-codes.ts';
import { countAttempt, forgetAttemptsAbout, takeBackAttempt } from '../rate-limits.ts';
import { hashPassword, hasPassword } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import { type WebAccount, findWebAccount } from './people.ts';
import type { RegistrationDeps } from './registration.ts';
import { endOtherSessions } from './sessions.ts';

/** Stores the new password, ends all sessions, and notifies the account holder by email. */
async function storePassword(
  db: Database,
  { webAccountId, loginName, borrowerKey }: WebAccount,
  passwordHash: string,
  source: string | undefined,
): Promise<void> {
  await db.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, webAccountId));
  await endOtherSessions(db, { webAccountId, sessionUid: undefined });
  // Earlier wrong passwords must not delay the log-in with the new password.
  await forgetAttemptsAbout(db, 'signIn', loginName);
  // The new password completes a required password change.
  await db
    .update(pendingActions)
    .set({ doneAt: new Date() })
    .where(
      and(
        eq(pendingActions.borrowerKey, borrowerKey),
        eq(pendingActions.webAccountId, webAccountId),
        eq(pendingActions.action, 'change-password'),
        isNull(pendingActions.doneAt),
      ),
    );
  const email = await readEmail({ db, borrowerKey, webAccountId, person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId, kind: 'passwordReset', email });
  await recordEvent(db, { kind: 'passwordReset', webAccountId, address: source });
}

/** Returns the response for a used request: a retry with the same username and password counts as success. */
async function answerAgain(
  db: Database,
  tokenHash: string,
  usernameId: string,
  newPassword: string,
): Promise<CallSent<typeof credentials.resetPassword>> {
  const request = await verifiedRequest(db, tokenHash);
  const account = await findWebAccount(db, usernameId);
  const isSame = request?.usedFor === usernameId && (await hasPassword(newPassword, account?.passwordHash));
  return { outcome: isSame ? 'reset' : 'over' };
}

/**
 * Sets a new password once after the correct code. A retry with the same password counts as success. Throws 429 after
 * too many attempts from the network address.
 */
export async function resetPassword(
  db: Database,
  { requestToken, usernameId, newPassword }: CallReceived<typeof credentials.resetPassword>['body'],
  { source, portalNames }: RegistrationDeps,
): Promise<CallSent<typeof credentials.resetPassword>> {
  const attempt = codeAttempt(source);
  await countAttempt(db, attempt);
  const tokenHash = hashToken(requestToken);
  const request = await verifiedRequest(db, tokenHash);
  const accounts = request?.borrowerKey == null ? [] : await readUsernames(db, request.borrowerKey);
  const account = accounts.find(({ webAccountId }) => webAccountId === usernameId);
  if (account === undefined) return { outcome: 'over' };
  await takeBackAttempt(db, attempt);
  if (request?.usedAt != null) return answerAgain(db, tokenHash, usernameId, newPassword);
  const { loginName, givenName, familyName } = account;
  if (containsUsername(newPassword, loginName)) return { outcome: 'containsUsername' };
  if (isEasyToGuess(newPassword, [...portalNames, loginName, givenName, familyName])) {
    return { outcome: 'commonPassword' };
  }
  const passwordHash = await hashPassword(newPassword);
  const isSet = await db.transaction(async (transaction) => {
    if (!(await consumeRequest(transaction, tokenHash, usernameId))) return false;
    await storePassword(transaction, account, passwordHash, source);
    return true;
  });
  return isSet ? { outcome: 'reset' } : answerAgain(db, tokenHash, usernameId, newPassword);
}
