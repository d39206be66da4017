/**
 * Account recovery. A borrower who forgot the username or password enters the same details as for registration (ruling
 * 49) and receives a one-time code at the email address on file. The correct code reveals the masked usernames and
 * allows setting one new password.
 *
 * Before the correct code is entered, no response reveals whether the details match a borrower: a request without a
 * match gets a token and a row too, its codes get the same responses, and its response takes the same time. Usernames
 * of authorized payers and employees, and accounts of the federal identity provider, cannot be recovered here.
 */
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import { containsUsername, maskedUsername } from '#domain/session/credentials/rules.ts';
import type { Identity } from '#domain/session/credentials/shapes.ts';
import { presentKeys } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { notices, pendingActions, recoveryRequests, webAccounts } from '../db/schema/index.ts';
import { fileNameOf } from '../mail/delivery.ts';
import { CODE_MINUTES } from '../mail/messages.ts';
import { recordEvent } from '../security-events.ts';
import { emailOf } from './contact.ts';
import { lockBorrower } from '../db/lock-borrower.ts';
import { addNotice } from '../mail/notices.ts';
import { type Attempt, countAttempt, forgetAttemptsAbout, takeBackAttempt } from './rate-limits.ts';
import { hashOf, isPasswordOf } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import { endOtherSessions } from './sessions.ts';
import { type WebAccount, findWebAccount } from './people.ts';
import { type RegistrationFacts, attemptOf, findBorrower } from './registration.ts';

/** Maximum number of attempts per code. */
const MAX_ATTEMPTS = 5;
/** Maximum number of codes per borrower within an hour. */
const MAX_CODES = 5;
const HOUR = 3_600_000;
/** Validity of a code, and of the permission to set a password after the correct code, in milliseconds. */
const VALIDITY = CODE_MINUTES * 60_000;
/**
 * Minimum response time of a code request, in milliseconds. It far exceeds the time to process an existing borrower.
 */
const ANSWER_AFTER = 300;

type Request = typeof recoveryRequests.$inferSelect;

/** Returns the borrower's web accounts whose passwords are managed here. */
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

const tokenHashOf = (token: string): string => presentKeys().hash(`recovery token ${token}`);
const codeHashOf = (token: string, code: string): string => presentKeys().hash(`recovery code ${token} ${code}`);
const identityHashOf = ({ accountNumber, dateOfBirth, ssnLastFour }: Identity): string =>
  presentKeys().hash(`recovery identity ${accountNumber} ${dateOfBirth} ${ssnLastFour}`);

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const instantBefore = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

/** The borrower who receives a code, with the email address. */
interface Recipient {
  readonly borrowerKey: string;
  readonly email: string;
}

/**
 * Returns the recipient of a code. Undefined if no borrower matches, no email address is known, or the borrower has
 * received too many codes.
 */
async function recipientOf(db: Database, identity: Identity): Promise<Recipient | undefined> {
  const borrower = await findBorrower(db, identity);
  if (borrower === undefined) return undefined;
  const { borrowerKey } = borrower;
  // Serializes requests of one borrower, so that concurrent requests cannot exceed the limit.
  await lockBorrower(db, borrowerKey);
  const sent = await db
    .select({ count: count() })
    .from(recoveryRequests)
    .where(and(eq(recoveryRequests.borrowerKey, borrowerKey), gt(recoveryRequests.createdAt, instantBefore(HOUR))));
  if ((sent[0]?.count ?? 0) >= MAX_CODES) return undefined;
  const [account] = await accountsOf(db, borrowerKey);
  const webAccountId = account?.webAccountId ?? '';
  const email = await emailOf({ db, borrowerKey, webAccountId, person: { role: 'borrower' } });
  return email === '' ? undefined : { borrowerKey, email };
}

/** Invalidates the borrower's earlier codes and cancels unsent emails with them. */
async function replaceEarlier(db: Database, identityHash: string, borrowerKey: string): Promise<void> {
  const isOfBorrower = or(
    eq(recoveryRequests.identityHash, identityHash),
    eq(recoveryRequests.borrowerKey, borrowerKey),
  );
  await db
    .update(recoveryRequests)
    .set({ codeHash: null, verifiedAt: null })
    .where(and(isOfBorrower, isNull(recoveryRequests.usedAt)));
  await db
    .update(notices)
    .set({ failedAt: new Date(), code: null })
    .where(
      and(
        eq(notices.borrowerKey, borrowerKey),
        eq(notices.kind, 'recoveryCode'),
        isNull(notices.sentAt),
        isNull(notices.failedAt),
      ),
    );
}

/** Stores a request and adds a code to the outbox if there is a recipient. Returns the token. */
async function openRequest(
  db: Database,
  identity: Identity,
  noticeId: string,
  source: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const identityHash = identityHashOf(identity);
  await db.transaction(async (transaction) => {
    const recipient = await recipientOf(transaction, identity);
    if (recipient !== undefined) await replaceEarlier(transaction, identityHash, recipient.borrowerKey);
    const now = new Date();
    await transaction.insert(recoveryRequests).values({
      tokenHash: tokenHashOf(token),
      identityHash,
      borrowerKey: recipient?.borrowerKey ?? null,
      codeHash: recipient === undefined ? null : codeHashOf(token, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALIDITY),
    });
    if (recipient === undefined) return;
    await addNotice(transaction, { ...recipient, webAccountId: null, kind: 'recoveryCode', code, noticeId });
    const [account] = await accountsOf(transaction, recipient.borrowerKey);
    await recordEvent(transaction, {
      kind: 'recoveryCodeSent',
      webAccountId: account?.webAccountId,
      address: source,
    });
  });
  return token;
}

export interface RequestFacts {
  readonly source: string | undefined;
  /** The outbox folder, if the response may name the file with the code. */
  readonly outbox: string | undefined;
}

/**
 * Sends a one-time code to the borrower with these details, if there is one. Throws 429 or 403 after too many attempts,
 * which share their counters with registration. Successful attempts are counted too; otherwise the limit would reveal
 * that the details are correct.
 */
export async function requestCode(
  db: Database,
  identity: Identity,
  { source, outbox }: RequestFacts,
): Promise<CallSent<typeof credentials.requestCode>> {
  await countAttempt(db, attemptOf(identity, source));
  const noticeId = randomUUID();
  const [requestToken] = await Promise.all([openRequest(db, identity, noticeId, source), sleep(ANSWER_AFTER)]);
  return {
    requestToken,
    outboxFile: outbox === undefined ? null : join(outbox, fileNameOf('recoveryCode', noticeId)),
  };
}

/** Returns an attempt to guess a code or token, counted by network address. */
const codeAttempt = (address: string | undefined): Attempt => ({ tried: 'recoveryCode', subjects: [], address });

/**
 * Counts an attempt for a code that is still valid. The attempt is counted before the comparison, so that concurrent
 * attempts are counted too.
 */
async function countTry(db: Database, tokenHash: string): Promise<Request | undefined> {
  const [request] = await db
    .update(recoveryRequests)
    .set({ tries: sql`${recoveryRequests.tries} + 1` })
    .where(
      and(
        eq(recoveryRequests.tokenHash, tokenHash),
        lt(recoveryRequests.tries, MAX_ATTEMPTS),
        gt(recoveryRequests.expiresAt, new Date()),
        isNull(recoveryRequests.usedAt),
      ),
    )
    .returning();
  return request;
}

/** Marks a code as verified, which allows setting a password. Entering the correct code again changes nothing. */
async function verify(db: Database, { tokenHash, verifiedAt, expiresAt }: Request): Promise<void> {
  const now = new Date();
  await db
    .update(recoveryRequests)
    .set({
      tries: sql`${recoveryRequests.tries} - 1`,
      verifiedAt: verifiedAt ?? now,
      expiresAt: verifiedAt === null ? new Date(now.getTime() + VALIDITY) : expiresAt,
    })
    .where(and(eq(recoveryRequests.tokenHash, tokenHash), isNotNull(recoveryRequests.codeHash)));
}

/** Verifies a one-time code. Throws 429 after too many attempts from the network address. */
export async function checkCode(
  db: Database,
  { requestToken, oneTimeCode }: CallReceived<typeof credentials.checkCode>['body'],
  source: string | undefined,
): Promise<CallSent<typeof credentials.checkCode>> {
  const attempt = codeAttempt(source);
  await countAttempt(db, attempt);
  const request = await countTry(db, tokenHashOf(requestToken));
  if (request === undefined) return { outcome: 'over', usernames: [] };
  const { borrowerKey, codeHash, tries } = request;
  const isRight = isSameHash(codeHashOf(requestToken, oneTimeCode), codeHash ?? '');
  if (!isRight || borrowerKey === null) return { outcome: tries < MAX_ATTEMPTS ? 'wrong' : 'over', usernames: [] };
  await takeBackAttempt(db, attempt);
  const accounts = await accountsOf(db, borrowerKey);
  await db.transaction(async (transaction) => {
    await verify(transaction, request);
    if (request.verifiedAt !== null) return;
    for (const { webAccountId } of accounts) {
      await recordEvent(transaction, { kind: 'usernameShown', webAccountId, address: source });
    }
  });
  return {
    outcome: 'right',
    usernames: accounts.map(({ webAccountId, loginName }) => ({
      id: webAccountId,
      masked: maskedUsername(loginName),
    })),
  };
}

/** Returns the request with a verified code, also after its password was set. */
async function verifiedRequest(db: Database, tokenHash: string): Promise<Request | undefined> {
  const [request] = await db
    .select()
    .from(recoveryRequests)
    .where(
      and(
        eq(recoveryRequests.tokenHash, tokenHash),
        isNotNull(recoveryRequests.verifiedAt),
        gt(recoveryRequests.expiresAt, new Date()),
      ),
    );
  return request;
}

/** Marks a request as used. Returns false if another call has used it. */
async function useUp(db: Database, tokenHash: string, webAccountId: string): Promise<boolean> {
  const used = await db
    .update(recoveryRequests)
    .set({ usedAt: new Date(), usedFor: webAccountId })
    .where(
      and(
        eq(recoveryRequests.tokenHash, tokenHash),
        isNotNull(recoveryRequests.verifiedAt),
        isNull(recoveryRequests.usedAt),
      ),
    )
    .returning({ tokenHash: recoveryRequests.tokenHash });
  return used.length > 0;
}

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
  const email = await emailOf({ db, borrowerKey, webAccountId, person: { role: 'borrower' } });
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
  const isSame = request?.usedFor === usernameId && (await isPasswordOf(newPassword, account?.passwordHash));
  return { outcome: isSame ? 'reset' : 'over' };
}

/**
 * Sets a new password once after the correct code. A retry with the same password counts as success. Throws 429 after
 * too many attempts from the network address.
 */
export async function resetPassword(
  db: Database,
  { requestToken, usernameId, newPassword }: CallReceived<typeof credentials.resetPassword>['body'],
  { source, portalNames }: RegistrationFacts,
): Promise<CallSent<typeof credentials.resetPassword>> {
  const attempt = codeAttempt(source);
  await countAttempt(db, attempt);
  const tokenHash = tokenHashOf(requestToken);
  const request = await verifiedRequest(db, tokenHash);
  const accounts = request?.borrowerKey == null ? [] : await accountsOf(db, request.borrowerKey);
  const account = accounts.find(({ webAccountId }) => webAccountId === usernameId);
  if (account === undefined) return { outcome: 'over' };
  await takeBackAttempt(db, attempt);
  if (request?.usedAt != null) return answerAgain(db, tokenHash, usernameId, newPassword);
  const { loginName, givenName, familyName } = account;
  if (containsUsername(newPassword, loginName)) return { outcome: 'containsUsername' };
  if (isEasyToGuess(newPassword, [...portalNames, loginName, givenName, familyName])) {
    return { outcome: 'commonPassword' };
  }
  const passwordHash = await hashOf(newPassword);
  const isSet = await db.transaction(async (transaction) => {
    if (!(await useUp(transaction, tokenHash, usernameId))) return false;
    await storePassword(transaction, account, passwordHash, source);
    return true;
  });
  return isSet ? { outcome: 'reset' } : answerAgain(db, tokenHash, usernameId, newPassword);
}

/** Deletes requests that have expired and no longer count toward the hourly limit. */
export async function sweepRecoveryRequests(db: Database): Promise<void> {
  await db.delete(recoveryRequests).where(lt(recoveryRequests.createdAt, instantBefore(HOUR)));
}
