/**
 * Forgotten usernames and passwords: somebody who is recognized as for registration (ruling 49) is shown the usernames of
 * their loans, masked, and may set a new password. Usernames of authorized payers and employees, and those whose password
 * the federal identity keeps, are nobody's here. The holder is told of both at the address on file.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/credentials/calls.ts';
import { containsUsername, maskedUsername } from '#domain/credentials/rules.ts';
import type { Identity } from '#domain/credentials/shapes.ts';
import type { Database } from '../db/open.ts';
import { notices, pendingActions, webAccounts } from '../db/schema.ts';
import { recordEvent } from '../security-events.ts';
import { emailOf } from '../service/contact.ts';
import { type NoticeKind, addNotice } from '../service/notices.ts';
import { forgetAttemptsAbout } from './attempts.ts';
import { hashOf } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import { endOtherSessions } from './passwords.ts';
import type { WebAccount } from './people.ts';
import { type RegistrationFacts, recognizedBorrower } from './registration.ts';

/** The usernames with which a borrower sees their own loans, and whose passwords are kept here. */
const accountsOf = (db: Database, borrowerKey: string): Promise<WebAccount[]> =>
  db
    .select()
    .from(webAccounts)
    .where(
      and(
        eq(webAccounts.borrowerKey, borrowerKey),
        eq(webAccounts.applicationId, 'borrower'),
        isNull(webAccounts.audienceRole),
        eq(webAccounts.identityProvider, 'local'),
      ),
    )
    .orderBy(asc(webAccounts.loginName));

/** Tells the holder: a notice to the address on file, and an event. */
async function tell(
  db: Database,
  { borrowerKey, webAccountId }: WebAccount,
  kind: NoticeKind & ('usernameShown' | 'passwordReset'),
  source: string | undefined,
): Promise<void> {
  const email = await emailOf({ db, borrowerKey, webAccountId, person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId, kind, email });
  await recordEvent(db, { kind, webAccountId, address: source });
}

/** Whether a notice that the username was shown waits to be sent already: one is enough. */
const isBeingTold = async (db: Database, { borrowerKey, webAccountId }: WebAccount): Promise<boolean> =>
  (await db.$count(
    notices,
    and(
      eq(notices.borrowerKey, borrowerKey),
      eq(notices.webAccountId, webAccountId),
      eq(notices.kind, 'usernameShown'),
      isNull(notices.sentAt),
    ),
  )) > 0;

/** The masked usernames of whoever is recognized. Refuses (429) after too many attempts. */
export async function findUsernames(
  db: Database,
  identity: Identity,
  source: string | undefined,
): Promise<CallSent<typeof credentials.findUsernames>> {
  const borrower = await recognizedBorrower(db, identity, source);
  if (borrower === undefined) return { isRecognized: false, usernames: [] };
  const accounts = await accountsOf(db, borrower.borrowerKey);
  await db.transaction(async (transaction) => {
    for (const account of accounts) {
      if (!(await isBeingTold(transaction, account))) await tell(transaction, account, 'usernameShown', source);
    }
  });
  return {
    isRecognized: true,
    usernames: accounts.map(({ webAccountId, loginName }) => ({
      id: webAccountId,
      masked: maskedUsername(loginName),
    })),
  };
}

/**
 * Sets a new password for one of the usernames of whoever is recognized, and ends all that it has signed in to. Refuses
 * (429) after too many attempts.
 */
export async function resetPassword(
  db: Database,
  wanted: CallReceived<typeof credentials.resetPassword>['body'],
  { source, portalNames }: RegistrationFacts,
): Promise<CallSent<typeof credentials.resetPassword>> {
  const borrower = await recognizedBorrower(db, wanted, source);
  if (borrower === undefined) return { outcome: 'notRecognized' };
  const account = (await accountsOf(db, borrower.borrowerKey)).find((each) => each.webAccountId === wanted.usernameId);
  if (account === undefined) return { outcome: 'notRecognized' };
  const { webAccountId, loginName, givenName, familyName } = account;
  if (containsUsername(wanted.newPassword, loginName)) return { outcome: 'containsUsername' };
  if (isEasyToGuess(wanted.newPassword, [...portalNames, loginName, givenName, familyName])) {
    return { outcome: 'commonPassword' };
  }
  const passwordHash = await hashOf(wanted.newPassword);
  await db.transaction(async (transaction) => {
    await transaction.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, webAccountId));
    await endOtherSessions(transaction, { webAccountId, sessionUid: undefined });
    // Whoever guessed wrong before need not wait to log in with what was just set.
    await forgetAttemptsAbout(transaction, 'signIn', loginName);
    // A new password was asked for before everything else: now there is one.
    await transaction
      .update(pendingActions)
      .set({ doneAt: new Date() })
      .where(
        and(
          eq(pendingActions.borrowerKey, account.borrowerKey),
          eq(pendingActions.webAccountId, webAccountId),
          eq(pendingActions.action, 'change-password'),
          isNull(pendingActions.doneAt),
        ),
      );
    await tell(transaction, account, 'passwordReset', source);
  });
  return { outcome: 'reset' };
}
