/**
 * Registration (ruling 49). A person who enters a borrower's account number, date of birth and last four SSN digits
 * gets a web account for that borrower's loans. All wrong combinations get the same response.
 */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { Identity, RegistrationResponse } from '#domain/session/credentials/shapes.ts';
import { identityHashOf } from '../db/columns.ts';
import { CannotOpen } from '../db/keys.ts';
import type { Database } from '../db/database.ts';
import { accounts, borrowers, webAccounts } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import { PublicKeys } from '../portal/public-keys.ts';
import { recordEvent } from '../security-events.ts';
import { emailOf } from './contact.ts';
import { addNotice } from '../mail/notices.ts';
import { type Attempt, countAttempt, takeBackAttempt } from './rate-limits.ts';
import { hashOf, isPasswordOf } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';

type Wanted = CallReceived<typeof credentials.register>['body'];
type Settled = CallSent<typeof credentials.settle>;

/** The record of a registration's idempotency key. */
const keys = new PublicKeys('Registration', v.object({ username: v.string(), webAccountId: v.string() }));

/** Additional facts: the source of the request and the portal's names. */
export interface RegistrationFacts {
  readonly source: string | undefined;
  readonly portalNames: readonly string[];
}

export type Refusal = 'keyIsClosed' | 'keyIsTaken';

/**
 * Returns the attempt of a recognition. It counts for the account number and for the personal details separately, so
 * that neither can be tried with many different values of the other.
 */
export const attemptOf = (
  { accountNumber, dateOfBirth, ssnLastFour }: Identity,
  address: string | undefined,
): Attempt => ({
  tried: 'recognition',
  subjects: [`account ${accountNumber}`, `person ${dateOfBirth} ${ssnLastFour}`],
  address,
});

/**
 * Returns the borrower with these details, or undefined. The caller counts the attempt. Throws `CannotOpen` if the hash
 * that matched was moved from another row; the encrypted values, which cannot be moved, are decisive.
 */
export async function findBorrower(db: Database, identity: Identity) {
  const found = await db
    .selectDistinct({
      borrowerKey: borrowers.borrowerKey,
      givenName: borrowers.givenName,
      familyName: borrowers.familyName,
      dateOfBirth: borrowers.dateOfBirth,
      ssnLastFour: borrowers.ssnLastFour,
    })
    .from(borrowers)
    .innerJoin(accounts, eq(accounts.borrowerKey, borrowers.borrowerKey))
    .where(
      and(
        eq(borrowers.identityHash, identityHashOf(identity) ?? ''),
        // The letter before the nine digits is ignored (ruling 11).
        eq(sql`right(${accounts.accountNumber}, 9)`, identity.accountNumber),
      ),
    );
  // If several borrowers match, none is recognized.
  const [borrower] = found;
  if (borrower === undefined || found.length > 1) return undefined;
  const { dateOfBirth, ssnLastFour, ...recognized } = seals.borrowers.open(borrower);
  if (dateOfBirth === identity.dateOfBirth && ssnLastFour === identity.ssnLastFour) return recognized;
  throw new CannotOpen('The value of borrowers.identity_hash does not belong to its row');
}

/**
 * Returns the borrower who registers, or undefined. Throws 429 after too many attempts, which include those of account
 * recovery.
 */
async function recognizedBorrower(db: Database, identity: Identity, address: string | undefined) {
  const attempt = attemptOf(identity, address);
  await countAttempt(db, attempt);
  const borrower = await findBorrower(db, identity);
  if (borrower !== undefined) await takeBackAttempt(db, attempt);
  return borrower;
}

/** Returns whether a borrower has these details. Throws 429 after too many attempts. */
export const recognize = async (db: Database, identity: Identity, address?: string): Promise<boolean> =>
  (await recognizedBorrower(db, identity, address)) !== undefined;

/** Thrown to roll back the transaction. */
class NotTaken extends Error {
  readonly why: 'usernameTaken' | 'keyIsKnown';
  constructor(why: NotTaken['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Returns the outcome for a key that is in use: `registered` for a retry of the same registration, an error otherwise.
 */
async function again(db: Database, key: string, wanted: Wanted): Promise<RegistrationResponse['outcome'] | Refusal> {
  const kept = await keys.read(db, key);
  if (kept === undefined || kept === 'closed') return 'keyIsClosed';
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, kept.webAccountId));
  const isSame = account?.loginName === wanted.username && (await isPasswordOf(wanted.password, account.passwordHash));
  return isSame ? 'registered' : 'keyIsTaken';
}

/** Registers a web account, once per key. Throws 429 after too many attempts. */
export async function register(
  db: Database,
  key: string,
  wanted: Wanted,
  { source, portalNames }: RegistrationFacts,
): Promise<RegistrationResponse['outcome'] | Refusal> {
  const borrower = await recognizedBorrower(db, wanted, source);
  if (borrower === undefined) return 'notRecognized';
  if ((await keys.read(db, key)) !== undefined) return again(db, key, wanted);
  const { borrowerKey, givenName, familyName } = borrower;
  if (isEasyToGuess(wanted.password, [...portalNames, wanted.username, givenName, familyName])) return 'commonPassword';
  const webAccountId = `web-${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12)}`;
  const passwordHash = await hashOf(wanted.password);
  try {
    await db.transaction(async (transaction) => {
      if (!(await keys.record(transaction, key, { username: wanted.username, webAccountId }))) {
        throw new NotTaken('keyIsKnown');
      }
      const made = await transaction
        .insert(webAccounts)
        .values({
          webAccountId,
          loginName: wanted.username,
          passwordHash,
          applicationId: 'borrower',
          audienceRole: null,
          givenName,
          familyName,
          borrowerKey,
        })
        .onConflictDoNothing({ target: webAccounts.loginName })
        .returning({ webAccountId: webAccounts.webAccountId });
      if (made.length === 0) throw new NotTaken('usernameTaken');
      const email = await emailOf({ db: transaction, borrowerKey, webAccountId, person: { role: 'borrower' } });
      await addNotice(transaction, { borrowerKey, webAccountId, kind: 'registered', email });
      await recordEvent(transaction, { kind: 'registered', webAccountId, address: source });
    });
  } catch (thrown) {
    if (!(thrown instanceof NotTaken)) throw thrown;
    return thrown.why === 'keyIsKnown' ? again(db, key, wanted) : thrown.why;
  }
  return 'registered';
}

/** Returns the result of a registration, and closes an unused key. Throws 429 for too many closed keys. */
export async function settleRegistration(db: Database, key: string, source: string | undefined): Promise<Settled> {
  const kept = await keys.settle(db, key, source);
  if (kept === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: { outcome: 'registered' }, record: { username: kept.username } };
}
