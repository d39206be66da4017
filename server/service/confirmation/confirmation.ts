/**
 * Requires a confirmation before sensitive changes, such as of payers and bank accounts: the password again, or a recent
 * log-in if another provider has the password. A new email address requires the code sent to it. Impersonators cannot
 * confirm (ruling 118).
 */
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { confirmation } from '#domain/session/confirmation/calls.ts';
import { confirmationMessages } from '#domain/session/confirmation/messages.ts';
import { CONFIRMATION_MINUTES, type ConfirmationNeed } from '#domain/session/confirmation/rules.ts';
import { millisecondsInMinute } from 'date-fns/constants';
import { getMessage } from '#domain/issue.ts';
import { type CodeKey, consumeVerified, createCode, tryCode } from '../../credentials/account-codes.ts';
import { hasConfirmed, isLoggedInLately, recordConfirmation } from '../../credentials/confirmation.ts';
import { isPresentPassword } from '../../credentials/passwords.ts';
import { findWebAccount } from '../../credentials/people.ts';
import { countAttempt } from '../../rate-limits.ts';
import { HttpProblem } from '../../http/problems.ts';
import { toFileName } from '../../mail/delivery.ts';
import { addNotice } from '../../mail/notices.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, ServiceProblem, toEventData } from '../scope.ts';

const needed = (need: ConfirmationNeed, field: string): ServiceProblem => {
  const code = `confirmation.${need}` as const;
  const message = getMessage(confirmationMessages, { code });
  return new ServiceProblem(403, 'A confirmation is needed.', message, [{ field, code, message }]);
};

const notForImpersonators = (): ServiceProblem =>
  new ServiceProblem(403, 'Not allowed.', 'Only the borrower can do this, with their own password.');

/** Throws 403 for an impersonator (ruling 118). */
export function refuseImpersonator({ person }: Pick<Scope, 'person'>): void {
  if (person.isImpersonator) throw notForImpersonators();
}

/** Returns whether the password of the signed-in person is stored here. */
async function hasOwnPassword({ db, webAccountId, sessionIdleSeconds }: Scope): Promise<boolean> {
  return sessionIdleSeconds !== undefined && (await findWebAccount(db, webAccountId))?.identityProvider === 'local';
}

/** Returns whether the person logged in at another identity provider within the last minutes. */
async function isFresh(scope: Scope): Promise<boolean> {
  const { loggedInAt } = scope.person;
  const since = Date.now() - CONFIRMATION_MINUTES * millisecondsInMinute;
  return (loggedInAt !== undefined && loggedInAt * 1000 > since) || isLoggedInLately(scope.db, scope);
}

/**
 * Throws 403 unless the session has confirmed its password within the last five minutes. The fields of the problem name the
 * missing confirmation.
 */
export async function requireConfirmation(scope: Scope): Promise<void> {
  refuseImpersonator(scope);
  if (await hasConfirmed(scope.db, scope)) return;
  if (await hasOwnPassword(scope)) throw needed('password', 'password');
  if (!(await isFresh(scope))) throw needed('logIn', 'password');
}

/** Confirms the password of the session. Throws 403 if it is not stored here, and 429 after too many attempts. */
export const confirmPassword: Handler<typeof confirmation.password> = async (scope, { body: { password } }) => {
  refuseImpersonator(scope);
  if (!(await hasOwnPassword(scope))) throw needed('logIn', 'password');
  const { db, webAccountId } = scope;
  if (!(await isPresentPassword(db, { webAccountId, password }))) return { outcome: 'wrongPassword' };
  await recordConfirmation(db, scope);
  await recordEvent(db, { kind: 'passwordConfirmed', ...toEventData(scope) });
  return { outcome: 'confirmed' };
};

const toKey = ({ webAccountId }: Scope, email: string): CodeKey => ({
  model: 'EmailCode',
  subject: `${webAccountId} ${email.trim().toLowerCase()}`,
});

/** Sends a code to a new email address, after the password was confirmed. */
export const sendEmailCode: Handler<typeof confirmation.sendEmailCode> = async (scope, { body: { email } }) => {
  await requireConfirmation(scope);
  const { db, borrowerKey, webAccountId, outbox } = scope;
  try {
    await countAttempt(db, { tried: 'emailCode', subjects: [webAccountId] });
  } catch (thrown) {
    if (thrown instanceof HttpProblem && thrown.status === 429) return { outcome: 'tooManyCodes', outboxFile: null };
    throw thrown;
  }
  const noticeId = randomUUID();
  await db.transaction(async (transaction) => {
    const code = await createCode(transaction, toKey(scope, email), { isOnce: false });
    const kind = 'emailCode';
    await addNotice(transaction, { borrowerKey, webAccountId, kind, email, code: code ?? '', noticeId });
    await recordEvent(transaction, { kind: 'emailCodeSent', ...toEventData(scope) });
  });
  return { outcome: 'sent', outboxFile: outbox === undefined ? null : join(outbox, toFileName('emailCode', noticeId)) };
};

/** Checks the code of a new email address. */
export const checkEmailCode: Handler<typeof confirmation.checkEmailCode> = async (scope, { body }) => {
  refuseImpersonator(scope);
  return { outcome: await tryCode(scope.db, toKey(scope, body.email), body.oneTimeCode) };
};

/**
 * Uses up the code that was entered for a new email address. Throws 403 if none was. Must run in the transaction that
 * stores the address.
 */
export async function requireEmailCode(scope: Scope, email: string): Promise<void> {
  if (!(await consumeVerified(scope.db, toKey(scope, email)))) throw needed('emailCode', 'email');
}
