/**
 * Registration (ruling 49): somebody who gives account number, date of birth and the last four digits of the Social
 * Security number of a borrower gets a web account for that borrower's loans. Every wrong combination has one answer.
 */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/credentials/calls.ts';
import type { Identity, RegistrationAnswer } from '#domain/credentials/shapes.ts';
import { identityHashOf } from '../db/columns.ts';
import { CannotOpen } from '../db/keys.ts';
import type { Database } from '../db/open.ts';
import { accounts, borrowers, webAccounts } from '../db/schema.ts';
import { seals } from '../db/seals.ts';
import { PublicKeys } from '../portal/public-keys.ts';
import { recordEvent } from '../security-events.ts';
import { emailOf } from '../service/contact.ts';
import { addNotice } from '../service/notices.ts';
import { type Attempt, countAttempt, takeBackAttempt } from './attempts.ts';
import { hashOf, isPasswordOf } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';

type Wanted = CallReceived<typeof credentials.register>['body'];
type Settled = CallSent<typeof credentials.settle>;

/** What is recorded under the key of a registration. */
const keys = new PublicKeys('Registration', v.object({ username: v.string(), webAccountId: v.string() }));

/** What a registration is held against besides: where it comes from, and the names of the portal. */
export interface RegistrationFacts {
  readonly source: string | undefined;
  readonly portalNames: readonly string[];
}

export type Refusal = 'keyIsClosed' | 'keyIsTaken';

/**
 * An attempt counts for the account number and for the rest of the combination, so that neither can be tried with ever
 * new partners.
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
 * Returns the borrower with that combination; undefined when there is none. The caller counts the attempt. Throws `CannotOpen`
 * if the hash that found the borrower was moved there from another row: the sealed values, which cannot be moved, decide.
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
        // Letters before the nine digits do not count (ruling 11).
        eq(sql`right(${accounts.accountNumber}, 9)`, identity.accountNumber),
      ),
    );
  // Of two who cannot be told apart neither is recognized.
  const [borrower] = found;
  if (borrower === undefined || found.length > 1) return undefined;
  const { dateOfBirth, ssnLastFour, ...recognized } = seals.borrowers.open(borrower);
  if (dateOfBirth === identity.dateOfBirth && ssnLastFour === identity.ssnLastFour) return recognized;
  throw new CannotOpen('The value of borrowers.identity_hash does not belong to its row');
}

/**
 * Returns the borrower who registers; undefined when nobody has that combination. Throws a 429 problem after too many attempts, those of
 * account recovery included.
 */
async function recognizedBorrower(db: Database, identity: Identity, address: string | undefined) {
  const attempt = attemptOf(identity, address);
  await countAttempt(db, attempt);
  const borrower = await findBorrower(db, identity);
  if (borrower !== undefined) await takeBackAttempt(db, attempt);
  return borrower;
}

/** Whether a borrower has that combination. Refuses (429) after too many attempts. */
export const recognize = async (db: Database, identity: Identity, address?: string): Promise<boolean> =>
  (await recognizedBorrower(db, identity, address)) !== undefined;

/** Thrown to leave a transaction without a trace. */
class NotTaken extends Error {
  readonly why: 'usernameTaken' | 'keyIsKnown';
  constructor(why: NotTaken['why']) {
    super(why);
    this.why = why;
  }
}

/** The same registration under its key once more; anything else under it is refused. */
async function again(db: Database, key: string, wanted: Wanted): Promise<RegistrationAnswer['outcome'] | Refusal> {
  const kept = await keys.read(db, key);
  if (kept === undefined || kept === 'closed') return 'keyIsClosed';
  const [account] = await db.select().from(webAccounts).where(eq(webAccounts.webAccountId, kept.webAccountId));
  const isSame = account?.loginName === wanted.username && (await isPasswordOf(wanted.password, account.passwordHash));
  return isSame ? 'registered' : 'keyIsTaken';
}

/** Registers, once for each key. Refuses (429) after too many attempts. */
export async function register(
  db: Database,
  key: string,
  wanted: Wanted,
  { source, portalNames }: RegistrationFacts,
): Promise<RegistrationAnswer['outcome'] | Refusal> {
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

/** Returns what became of a registration, and closes its key if nothing did. Throws a 429 problem for too many closed keys. */
export async function settleRegistration(db: Database, key: string, source: string | undefined): Promise<Settled> {
  const kept = await keys.settle(db, key, source);
  if (kept === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: { outcome: 'registered' }, record: { username: kept.username } };
}
