/**
 * Requests for one-time codes by email, before signing in: to recover an account (recovery.ts) and to create one
 * (registration.ts). A person enters the account number, date of birth and last four SSN digits of a borrower (ruling 49),
 * receives a code at the email address on file, and proves their identity with it.
 *
 * Before the correct code is entered, no response reveals whether the details match a borrower: a request without a match
 * gets a token and a row too, its codes get the same responses, and its response takes the same time.
 */
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import { maskedUsername } from '#domain/session/credentials/rules.ts';
import type { Identity } from '#domain/session/credentials/shapes.ts';
import type { Database } from '../db/database.ts';
import { presentKeys } from '../db/keys.ts';
import { lockBorrower } from '../db/lock-borrower.ts';
import { notices, recoveryRequests, webAccounts } from '../db/schema/index.ts';
import { toFileName } from '../mail/delivery.ts';
import { CODE_MINUTES } from '../mail/messages.ts';
import { addNotice } from '../mail/notices.ts';
import { recordEvent } from '../security-events.ts';
import { readRecoveryEmail } from './contact.ts';
import { findBorrower } from './identity.ts';
import { type Attempt, countAttempt, isTriedTooOften, takeBackAttempt } from '../rate-limits.ts';

/** Maximum number of attempts per code. */
const MAX_ATTEMPTS = 5;
/**
 * Maximum number of codes per borrower within an hour: to one network address, and in total. Requests from one address
 * cannot use up the codes of the others.
 */
const MAX_CODES = 5;
const MAX_CODES_IN_ALL = 20;
/** Validity of a code, and of the permission that the correct code grants, in milliseconds. */
const VALIDITY = CODE_MINUTES * millisecondsInMinute;
/**
 * Minimum response time of a code request, in milliseconds. It far exceeds the time to process an existing borrower.
 */
export const ANSWER_AFTER = 300;

/** The kinds of emails with a code for such a request. */
export type CodeKind = 'recoveryCode' | 'registrationCode';
const CODE_KINDS: CodeKind[] = ['recoveryCode', 'registrationCode'];

type Request = typeof recoveryRequests.$inferSelect;
type WebAccount = typeof webAccounts.$inferSelect;

/** Returns the borrower's usernames whose passwords are managed here, without those that were ended. */
export const readUsernames = (db: Database, borrowerKey: string): Promise<WebAccount[]> =>
  db
    .select()
    .from(webAccounts)
    .where(
      and(
        eq(webAccounts.borrowerKey, borrowerKey),
        eq(webAccounts.applicationId, 'borrower'),
        isNull(webAccounts.audienceRole),
        eq(webAccounts.identityProvider, 'local'),
        isNull(webAccounts.revokedAt),
      ),
    )
    .orderBy(asc(webAccounts.loginName));

/** Returns a random code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const hashToken = (token: string): string => presentKeys().hash(`recovery token ${token}`);
const hashCode = (token: string, code: string): string => presentKeys().hash(`recovery code ${token} ${code}`);
const hashSource = (source: string | undefined): string | null =>
  source === undefined ? null : presentKeys().hash(`recovery source ${source}`);
const hashIdentity = ({ accountNumber, dateOfBirth, ssnLastFour }: Identity): string =>
  presentKeys().hash(`recovery identity ${accountNumber} ${dateOfBirth} ${ssnLastFour}`);

const instantBefore = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

/**
 * Returns the attempt of a recognition. It counts for the account number and for the personal details separately, so
 * that neither can be tried with many different values of the other.
 */
export const toAttempt = (
  { accountNumber, dateOfBirth, ssnLastFour }: Identity,
  address: string | undefined,
): Attempt => ({
  tried: 'recognition',
  subjects: [`account ${accountNumber}`, `person ${dateOfBirth} ${ssnLastFour}`],
  address,
});

/** Selects requests from the same network address. Requests from unknown addresses are one group. */
const isFrom = (sourceHash: string | null): SQL =>
  sourceHash === null ? isNull(recoveryRequests.sourceHash) : eq(recoveryRequests.sourceHash, sourceHash);

/** The borrower with the entered details, and the email address for the code. Empty if no code can be sent. */
interface Recognized {
  readonly borrowerKey: string;
  readonly email: string;
  /** The first of the borrower's usernames. Undefined without one. */
  readonly webAccountId: string | undefined;
}

/** Returns the borrower with these details, or undefined. Must run in a transaction. */
async function recognizedIn(db: Database, identity: Identity, sourceHash: string | null) {
  const borrower = await findBorrower(db, identity);
  if (borrower === undefined) return undefined;
  const { borrowerKey } = borrower;
  // Serializes requests of one borrower, so that concurrent requests cannot exceed the limit.
  await lockBorrower(db, borrowerKey);
  const [sent] = await db
    .select({
      inAll: count(),
      fromHere: sql`count(*) filter (where ${isFrom(sourceHash)})`.mapWith(Number),
    })
    .from(recoveryRequests)
    .where(
      and(
        eq(recoveryRequests.borrowerKey, borrowerKey),
        gt(recoveryRequests.createdAt, instantBefore(millisecondsInHour)),
      ),
    );
  const isOver = (sent?.fromHere ?? 0) >= MAX_CODES || (sent?.inAll ?? 0) >= MAX_CODES_IN_ALL;
  const [account] = await readUsernames(db, borrowerKey);
  const webAccountId = account?.webAccountId;
  const person = { role: 'borrower' } as const;
  const email = await readRecoveryEmail({ db, borrowerKey, webAccountId: webAccountId ?? '', person });
  const recognized: Recognized = { borrowerKey, email, webAccountId };
  return { recognized, isOver };
}

/**
 * Invalidates the borrower's earlier codes of the same network address and cancels unsent emails with them. Requests from
 * other addresses remain, so that another person cannot invalidate the borrower's code.
 */
async function replaceEarlier(db: Database, identityHash: string, sourceHash: string | null, borrowerKey: string) {
  const isOfBorrower = or(
    eq(recoveryRequests.identityHash, identityHash),
    eq(recoveryRequests.borrowerKey, borrowerKey),
  );
  const replaced = await db
    .update(recoveryRequests)
    .set({ codeHash: null, verifiedAt: null })
    .where(and(isOfBorrower, isFrom(sourceHash), isNull(recoveryRequests.usedAt)))
    .returning({ noticeId: recoveryRequests.noticeId });
  const noticeIds = replaced.flatMap(({ noticeId }) => noticeId ?? []);
  if (noticeIds.length === 0) return;
  await db
    .update(notices)
    .set({ failedAt: new Date(), code: null })
    .where(
      and(
        eq(notices.borrowerKey, borrowerKey),
        inArray(notices.noticeId, noticeIds),
        inArray(notices.kind, CODE_KINDS),
        isNull(notices.sentAt),
        isNull(notices.failedAt),
      ),
    );
}

export interface RequestDeps {
  readonly source: string | undefined;
  /** The outbox folder, if the response may name the file with the code. */
  readonly outbox: string | undefined;
}

interface CodeRequest {
  readonly kind: CodeKind;
  readonly noticeId: string;
  readonly source: string | undefined;
  /** Whether a borrower without email address and username may continue without a code (ruling 116). */
  readonly mayPass: boolean;
}

/** Stores a request and adds a code to the outbox if there is a recipient. Returns the token. */
async function openRequest(db: Database, identity: Identity, { kind, noticeId, source, mayPass }: CodeRequest) {
  const token = randomBytes(32).toString('base64url');
  const code = newCode();
  const identityHash = hashIdentity(identity);
  const sourceHash = hashSource(source);
  const isVerified = await db.transaction(async (transaction) => {
    const found = await recognizedIn(transaction, identity, sourceHash);
    const { recognized } = found ?? {};
    const passes = mayPass && recognized?.email === '' && recognized.webAccountId === undefined;
    const recipient = found?.isOver === false && (passes || recognized?.email !== '') ? recognized : undefined;
    const isSent = recipient !== undefined && !passes;
    if (recipient !== undefined) await replaceEarlier(transaction, identityHash, sourceHash, recipient.borrowerKey);
    const now = new Date();
    await transaction.insert(recoveryRequests).values({
      tokenHash: hashToken(token),
      identityHash,
      sourceHash,
      noticeId: isSent ? noticeId : null,
      borrowerKey: recipient?.borrowerKey ?? null,
      codeHash: isSent ? hashCode(token, code) : null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALIDITY),
      verifiedAt: recipient !== undefined && passes ? now : null,
    });
    if (recipient === undefined || !isSent) return recipient !== undefined;
    const { borrowerKey, email, webAccountId } = recipient;
    await addNotice(transaction, { borrowerKey, email, webAccountId: null, kind, code, noticeId });
    await recordEvent(transaction, { kind: 'recoveryCodeSent', webAccountId, address: source });
    return false;
  });
  return { token, isVerified };
}

/**
 * Sends a one-time code to the borrower with these details, if there is one. Throws 429 after too many attempts.
 * Successful attempts are counted too; otherwise the limit would reveal that the details are correct.
 */
async function ask(db: Database, identity: Identity, kind: CodeKind, { source, outbox }: RequestDeps) {
  const attempt = toAttempt(identity, source);
  await countAttempt(db, attempt);
  // Without a code, only the three details protect an account, so guesses are limited over a long period.
  const mayPass = !(await isTriedTooOften(db, attempt)) && kind === 'registrationCode';
  const noticeId = randomUUID();
  const request = { kind, noticeId, source, mayPass };
  const [{ token, isVerified }] = await Promise.all([openRequest(db, identity, request), sleep(ANSWER_AFTER)]);
  const outboxFile = outbox === undefined || isVerified ? null : join(outbox, toFileName(kind, noticeId));
  return { requestToken: token, outboxFile, isVerified };
}

/** Sends the code of a recovery. Throws 429 after too many attempts. */
export async function requestCode(
  db: Database,
  identity: Identity,
  facts: RequestDeps,
): Promise<CallSent<typeof credentials.requestCode>> {
  const { requestToken, outboxFile } = await ask(db, identity, 'recoveryCode', facts);
  return { requestToken, outboxFile };
}

/**
 * Sends the code of a registration. A borrower without an email address on file and without a username continues without a
 * code (ruling 116). Throws 429 after too many attempts.
 */
export async function startRegistration(
  db: Database,
  identity: Identity,
  facts: RequestDeps,
): Promise<CallSent<typeof credentials.recognize>> {
  const { requestToken, outboxFile, isVerified } = await ask(db, identity, 'registrationCode', facts);
  return { requestToken, outboxFile, next: isVerified ? 'credentials' : 'code' };
}

/** Returns an attempt to guess a code or token, counted by network address. */
export const codeAttempt = (address: string | undefined): Attempt => ({ tried: 'recoveryCode', subjects: [], address });

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

/** Marks a code as verified, which grants its permission. Entering the correct code again changes nothing. */
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
  const request = await countTry(db, hashToken(requestToken));
  if (request === undefined) return { outcome: 'over', usernames: [] };
  const { borrowerKey, codeHash, tries } = request;
  const isRight = isSameHash(hashCode(requestToken, oneTimeCode), codeHash ?? '');
  if (!isRight || borrowerKey === null) return { outcome: tries < MAX_ATTEMPTS ? 'wrong' : 'over', usernames: [] };
  await takeBackAttempt(db, attempt);
  const accounts = await readUsernames(db, borrowerKey);
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

/** Returns the request with a verified code, also after it was used. */
export async function verifiedRequest(db: Database, tokenHash: string): Promise<Request | undefined> {
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
export async function consumeRequest(db: Database, tokenHash: string, webAccountId: string): Promise<boolean> {
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

/** Deletes requests that have expired and no longer count toward the hourly limit. */
export async function sweepRecoveryRequests(db: Database): Promise<void> {
  await db.delete(recoveryRequests).where(lt(recoveryRequests.createdAt, instantBefore(millisecondsInHour)));
}
