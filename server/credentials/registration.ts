/**
 * Registration (rulings 49 and 116). A person who proves with a one-time code to be a borrower (one-time-codes.ts) gets a
 * username and password for that borrower's loans. A borrower who has a username cannot create another one: the page after
 * the code links to account recovery.
 */
import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { Database } from '../db/database.ts';
import { lockBorrower } from '../db/lock-borrower.ts';
import { borrowers, inboxMessages, webAccounts } from '../db/schema/index.ts';
import { addNotice } from '../mail/notices.ts';
import { recordEvent } from '../security-events.ts';
import { readEmail } from './contact.ts';
import { codeAttempt, hashToken, consumeRequest, readUsernames, verifiedRequest } from './one-time-codes.ts';
import { NewAccounts, NotCreated } from './new-accounts.ts';
import { countAttempt, takeBackAttempt } from '../rate-limits.ts';
import { hashPassword } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';

type RequestedAccount = CallReceived<typeof credentials.register>['body'];
type Settled = CallSent<typeof credentials.settle>;

const registrations = new NewAccounts('Registration', { done: 'registered', tokenIsUsed: 'over' });

/** Additional facts: the source of the request and the portal's names. */
export interface RegistrationDeps {
  readonly source: string | undefined;
  readonly portalNames: readonly string[];
}

/** Returns the borrower's names. */
async function readNames(db: Database, borrowerKey: string) {
  const [borrower] = await db
    .select({ givenName: borrowers.givenName, familyName: borrowers.familyName })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  return borrower;
}

/**
 * Returns the letter about a username that was created without a code (ruling 116). Without an email address, it goes by
 * mail.
 */
const toLetter = (borrowerKey: string, webAccountId: string, { today, phone }: Pick<Made, 'today' | 'phone'>) => ({
  borrowerKey,
  documentId: `registered-${webAccountId}`,
  isDirect: false,
  isPlainText: false,
  subject: 'Your new online account',
  text: [
    'Someone created a username and password for your loans on our website. They gave your account number, your date of birth and the last four digits of your Social Security number.',
    "If it was you, you don't need to do anything. If it wasn't you, call us at {phone} right away. We'll close the online account.".replace(
      '{phone}',
      phone,
    ),
  ].join('\n\n'),
  receivedOn: today,
});

/** A registration to store, and the facts about its request. */
interface Made {
  readonly requested: RequestedAccount;
  readonly borrowerKey: string;
  readonly names: { readonly givenName: string; readonly familyName: string };
  readonly passwordHash: string;
  /** Whether the borrower proved their identity with a code. */
  readonly hasCode: boolean;
  readonly source: string | undefined;
  readonly today: PlainDate;
  /** The servicer's phone number, for the letter. */
  readonly phone: string;
}

/** Creates the web account and uses up the token. Returns its id. Throws {@link NotCreated}. Must run in a transaction. */
async function create(db: Database, { requested, borrowerKey, names, passwordHash, ...facts }: Made): Promise<string> {
  const { hasCode, source } = facts;
  const webAccountId = `web-${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12)}`;
  // Two people with a code each may register at the same time.
  await lockBorrower(db, borrowerKey);
  if ((await readUsernames(db, borrowerKey)).length > 0) throw new NotCreated('tokenIsUsed');
  const made = await db
    .insert(webAccounts)
    .values({
      webAccountId,
      loginName: requested.username,
      passwordHash,
      applicationId: 'borrower',
      audienceRole: null,
      ...names,
      borrowerKey,
    })
    .onConflictDoNothing({ target: webAccounts.loginName })
    .returning({ webAccountId: webAccounts.webAccountId });
  if (made.length === 0) throw new NotCreated('usernameTaken');
  if (!(await consumeRequest(db, hashToken(requested.requestToken), webAccountId))) throw new NotCreated('tokenIsUsed');
  const email = await readEmail({ db, borrowerKey, webAccountId, person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId, kind: 'registered', email });
  if (!hasCode) await db.insert(inboxMessages).values(toLetter(borrowerKey, webAccountId, facts));
  await recordEvent(db, { kind: 'registered', webAccountId, address: source });
  return webAccountId;
}

/** Registers a web account, once per key. Throws 429 after too many attempts. */
export async function register(
  db: Database,
  key: string,
  requested: RequestedAccount,
  { source, portalNames, today, phone }: RegistrationDeps & Pick<Made, 'today' | 'phone'>,
): ReturnType<typeof registrations.createOnce<'over' | 'commonPassword'>> {
  const attempt = codeAttempt(source);
  await countAttempt(db, attempt);
  return registrations.createOnce(db, { key, source }, requested, async () => {
    const request = await verifiedRequest(db, hashToken(requested.requestToken));
    if (request?.borrowerKey == null) return 'over';
    await takeBackAttempt(db, attempt);
    const { borrowerKey, codeHash } = request;
    const names = await readNames(db, borrowerKey);
    if (names === undefined || request.usedAt !== null) return 'over';
    const known = [...portalNames, requested.username, names.givenName, names.familyName];
    if (isEasyToGuess(requested.password, known)) return 'commonPassword';
    const passwordHash = await hashPassword(requested.password);
    const made = {
      requested,
      borrowerKey,
      names,
      passwordHash,
      hasCode: codeHash !== null,
      source,
      today,
      phone,
    };
    return (transaction: Database) => create(transaction, made);
  });
}

/** Returns the result of a registration, and closes an unused key. Throws 429 for too many closed registrations. */
export async function settleRegistration(db: Database, key: string, source: string | undefined): Promise<Settled> {
  const stored = await registrations.settle(db, key, source);
  if (stored === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: { outcome: 'registered' }, record: { username: stored.username } };
}
