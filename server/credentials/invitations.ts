/**
 * Acceptance of a payer's invitation: the invited person chooses a username and a password, and gets a web account with
 * the payers' role for the borrower. A token that is unknown, used, replaced, removed or expired gets the same response.
 */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import { unknownContact } from '#domain/profile/contact/rules.ts';
import { isInvitationOpen } from '#domain/profile/payers/rules.ts';
import type { Database } from '../db/database.ts';
import { borrowers, contactInformation, payerInvitations, webAccounts } from '../db/schema/index.ts';
import { recordEvent } from '../security-events.ts';
import { readEmail } from './contact.ts';
import { lockBorrower } from '../db/lock-borrower.ts';
import { addNotice } from '../mail/notices.ts';
import { type Attempt, countAttempt, takeBackAttempt } from '../rate-limits.ts';
import { NewAccounts, NotCreated } from './new-accounts.ts';
import { hashPassword } from './password-hash.ts';
import { isEasyToGuess } from './password-strength.ts';
import type { RegistrationDeps } from './registration.ts';

/** Returns the hash under which the token of an invitation is stored. */
export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('base64url');

type Invitation = typeof payerInvitations.$inferSelect;
type RequestedAccount = CallReceived<typeof credentials.acceptInvitation>['body'];

const acceptances = new NewAccounts('Acceptance', { done: 'accepted', tokenIsUsed: 'notValid' });

/** The time by the business clock, and the application id of authorized payers. */
export interface AcceptanceDeps extends RegistrationDeps {
  readonly now: Date;
  readonly payerApplicationId: string;
}

const toAttempt = (address: string | undefined): Attempt => ({ tried: 'invitation', subjects: [], address });

/** Returns the invitation with this token if it can be accepted. */
async function openInvitation(db: Database, token: string, now: Date): Promise<Invitation | undefined> {
  const [row] = await db
    .select()
    .from(payerInvitations)
    .where(eq(payerInvitations.tokenHash, hashInvitation(token)));
  return row !== undefined && isInvitationOpen(row.expiresAt, now) ? row : undefined;
}

/**
 * Returns the facts that an invited person sees before accepting, or null. Throws 429 after too many unknown tokens from
 * the network address.
 */
export async function readInvitation(
  db: Database,
  token: string,
  facts: Pick<AcceptanceDeps, 'source' | 'now'>,
): Promise<CallSent<typeof credentials.readInvitation>> {
  const attempt = toAttempt(facts.source);
  await countAttempt(db, attempt);
  const invitation = await openInvitation(db, token, facts.now);
  if (invitation === undefined) return { invitation: null };
  await takeBackAttempt(db, attempt);
  const { borrowerKey, firstName, expiresAt } = invitation;
  const [borrower] = await db
    .select({ givenName: borrowers.givenName, familyName: borrowers.familyName })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) return { invitation: null };
  const borrowerName = `${borrower.givenName} ${borrower.familyName}`;
  return { invitation: { firstName, borrowerName, expiresAt: expiresAt.toISOString() } };
}

/** Creates the payer's web account and uses up the token. Returns its id. Throws {@link NotCreated}. */
async function createPayer(
  db: Database,
  { requested, passwordHash, found }: { requested: RequestedAccount; passwordHash: string; found: Invitation },
  { source, now, payerApplicationId }: AcceptanceDeps,
): Promise<string> {
  const { borrowerKey, invitationId, firstName, lastName, email } = found;
  const webAccountId = `web-${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12)}`;
  // The borrower may remove or renew the invitation, or another request accept it, at the same time.
  await lockBorrower(db, borrowerKey);
  const used = await db
    .update(payerInvitations)
    .set({ acceptedAt: now, webAccountId, tokenHash: null })
    .where(
      and(
        eq(payerInvitations.borrowerKey, borrowerKey),
        eq(payerInvitations.invitationId, invitationId),
        eq(payerInvitations.tokenHash, hashInvitation(requested.token)),
        isNull(payerInvitations.acceptedAt),
      ),
    )
    .returning({ invitationId: payerInvitations.invitationId });
  if (used.length === 0) throw new NotCreated('tokenIsUsed');
  const made = await db
    .insert(webAccounts)
    .values({
      webAccountId,
      loginName: requested.username,
      passwordHash,
      applicationId: payerApplicationId,
      audienceRole: null,
      givenName: firstName,
      familyName: lastName,
      borrowerKey,
    })
    .onConflictDoNothing({ target: webAccounts.loginName })
    .returning({ webAccountId: webAccounts.webAccountId });
  if (made.length === 0) throw new NotCreated('usernameTaken');
  await db.insert(contactInformation).values({ ...unknownContact(email), borrowerKey, webAccountId, updatedAt: null });
  const borrowersEmail = await readEmail({ db, borrowerKey, webAccountId: '', person: { role: 'borrower' } });
  await addNotice(db, { borrowerKey, webAccountId: null, kind: 'payerAccepted', email: borrowersEmail });
  await recordEvent(db, { kind: 'payerAccepted', webAccountId, role: 'payer', address: source, detail: invitationId });
  return webAccountId;
}

/** Accepts an invitation, once per key and once per token. Throws 429 after too many unknown tokens. */
export async function acceptInvitation(
  db: Database,
  key: string,
  requested: RequestedAccount,
  facts: AcceptanceDeps,
): ReturnType<typeof acceptances.createOnce<'notValid' | 'commonPassword'>> {
  const attempt = toAttempt(facts.source);
  await countAttempt(db, attempt);
  return acceptances.createOnce(db, { key, source: facts.source }, requested, async () => {
    const found = await openInvitation(db, requested.token, facts.now);
    if (found === undefined) return 'notValid';
    await takeBackAttempt(db, attempt);
    const known = [...facts.portalNames, requested.username, found.firstName, found.lastName];
    if (isEasyToGuess(requested.password, known)) return 'commonPassword';
    const passwordHash = await hashPassword(requested.password);
    return (transaction: Database) => createPayer(transaction, { requested, passwordHash, found }, facts);
  });
}

/** Returns the result of an acceptance, and closes an unused key. Throws 429 for too many closed acceptances. */
export async function settleAcceptance(
  db: Database,
  key: string,
  source: string | undefined,
): Promise<CallSent<typeof credentials.settleAcceptance>> {
  const stored = await acceptances.settle(db, key, source);
  if (stored === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: { outcome: 'accepted' }, record: { username: stored.username } };
}
