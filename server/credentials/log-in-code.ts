/**
 * The code that lets the account holder log in with a new browser after other people have used up the attempts for the
 * username (docs/security.md). It does not replace the password.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { webAccounts } from '../db/schema/index.ts';
import { addNotice } from '../mail/notices.ts';
import { recordEvent } from '../security-events.ts';
import { type CodeKey, createCode, tryCode, consumeVerified } from './account-codes.ts';
import { readRecoveryEmail } from './contact.ts';
import { ANSWER_AFTER } from './one-time-codes.ts';

type WebAccount = typeof webAccounts.$inferSelect;

const toCodeKey = ({ webAccountId }: Pick<WebAccount, 'webAccountId'>): CodeKey => ({
  model: 'LogInCode',
  subject: webAccountId,
});

/**
 * Sends a code to the email address of a username, unless one that still works was sent. Does nothing for unknown
 * usernames (undefined), employees, accounts of the federal identity provider, and people without an email address; the
 * response takes the same time.
 */
export async function sendLogInCode(
  db: Database,
  account: WebAccount | undefined,
  { address, payerApplicationId }: { readonly address: string | undefined; readonly payerApplicationId: string },
): Promise<void> {
  const send = async () => {
    if (account === undefined || account.audienceRole !== null || account.identityProvider !== 'local') return;
    const { borrowerKey, webAccountId, applicationId } = account;
    const role = applicationId === payerApplicationId ? 'payer' : 'borrower';
    const email = await readRecoveryEmail({ db, borrowerKey, webAccountId, person: { role } });
    if (email === '') return;
    const code = await createCode(db, toCodeKey(account), { isOnce: true });
    if (code === undefined) return;
    await addNotice(db, { borrowerKey, webAccountId, kind: 'logInCode', email, code });
    await recordEvent(db, { kind: 'logInCodeSent', webAccountId, address });
  };
  await Promise.all([send(), sleep(ANSWER_AFTER)]);
}

/** Returns whether the code of a web account is correct. It still works until {@link consumeLogInCode}. */
export const isLogInCode = async (db: Database, account: WebAccount, code: string): Promise<boolean> =>
  (await tryCode(db, toCodeKey(account), code)) === 'right';

/** Uses up the code of a web account, after the log-in. */
export const consumeLogInCode = (db: Database, account: WebAccount): Promise<boolean> =>
  consumeVerified(db, toCodeKey(account));
