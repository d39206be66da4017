/**
 * The authorized payers of a borrower (rulings 7, 15). An active payer is a web account with the payers' application id; an
 * invitation is a row of `payer_invitations` until it is accepted (credentials/invitations.ts). A removed payer's account
 * keeps its username reserved, but it cannot log in or make calls.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm';
import { getMessage, findProblems } from '#domain/issue.ts';
import { payers } from '#domain/profile/payers/calls.ts';
import { payerMessages } from '#domain/profile/payers/messages.ts';
import {
  inviteSchema,
  invitationExpiry,
  buildInvitationUrl,
  isInvitationOpen,
  normalizedEmail,
} from '#domain/profile/payers/rules.ts';
import type { AuthorizedPayer, PayerChange } from '#domain/profile/payers/shapes.ts';
import type { Database } from '../../db/database.ts';
import { contactInformation, notices, payerInvitations, webAccounts } from '../../db/schema/index.ts';
import { hashInvitation } from '../../credentials/invitations.ts';
import { endOtherSessions } from '../../credentials/sessions.ts';
import { countAttempt } from '../../rate-limits.ts';
import { recordEvent } from '../../security-events.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { addChangeNotice } from '../messages/letters.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { addNotice } from '../../mail/notices.ts';
import { type Handler, type Scope, ServiceProblem, toActor, toEventData } from '../scope.ts';
import { refuseImpersonator, requireConfirmation } from '../confirmation/confirmation.ts';
import { Submissions } from '../submissions.ts';

type Invitation = typeof payerInvitations.$inferSelect;

const changes = new Submissions({ submit: payers.change, settle: payers.settle, noun: 'change' });

/** Returns the payers who can log in, the first name first. */
const activeAccounts = ({ db, borrowerKey, payers: { applicationId } }: Scope) =>
  db
    .select({
      webAccountId: webAccounts.webAccountId,
      firstName: webAccounts.givenName,
      lastName: webAccounts.familyName,
      email: contactInformation.email,
    })
    .from(webAccounts)
    .leftJoin(
      contactInformation,
      and(
        eq(contactInformation.borrowerKey, webAccounts.borrowerKey),
        eq(contactInformation.webAccountId, webAccounts.webAccountId),
      ),
    )
    .where(
      and(
        eq(webAccounts.borrowerKey, borrowerKey),
        eq(webAccounts.applicationId, applicationId),
        isNull(webAccounts.revokedAt),
      ),
    )
    .orderBy(asc(webAccounts.givenName), asc(webAccounts.webAccountId));

/** Returns the invitations that were not removed, the latest first. */
const readInvitations = ({ db, borrowerKey }: Scope) =>
  db
    .select()
    .from(payerInvitations)
    .where(and(eq(payerInvitations.borrowerKey, borrowerKey), isNull(payerInvitations.removedAt)))
    .orderBy(desc(payerInvitations.invitedAt), asc(payerInvitations.invitationId));

const formatIso = (instant: Date | null | undefined): string | null => instant?.toISOString() ?? null;

/** Returns the active payers and the invitations. */
async function readPayers(scope: Scope): Promise<AuthorizedPayer[]> {
  const [accounts, invitations] = [await activeAccounts(scope), await readInvitations(scope)];
  const accepted = new Map(invitations.map((row) => [row.webAccountId, row]));
  return [
    ...accounts.map(({ webAccountId, firstName, lastName, email }): AuthorizedPayer => {
      const invitation = accepted.get(webAccountId);
      return {
        payerId: webAccountId,
        firstName,
        lastName,
        // The address that the borrower knows, even if the payer has changed it.
        email: invitation?.email ?? email ?? '',
        status: 'active',
        invitedAt: formatIso(invitation?.invitedAt),
        expiresAt: null,
        acceptedAt: formatIso(invitation?.acceptedAt),
      };
    }),
    ...invitations
      .filter(({ acceptedAt }) => acceptedAt === null)
      .map(({ invitationId, firstName, lastName, email, invitedAt, expiresAt }): AuthorizedPayer => ({
        payerId: invitationId,
        firstName,
        lastName,
        email,
        status: isInvitationOpen(expiresAt, scope.now) ? 'invited' : 'expired',
        invitedAt: invitedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        acceptedAt: null,
      })),
  ];
}

export const listPayers: Handler<typeof payers.list> = async (scope) => ({ payers: await readPayers(scope) });

const notFound = () =>
  new ServiceProblem(404, 'Not found.', 'There is no such payer, or it belongs to another borrower.');

/** Cancels the email of an invitation if it has not been sent. */
const cancelEmail = (db: Database, { borrowerKey, noticeId }: Pick<Invitation, 'borrowerKey' | 'noticeId'>) =>
  db
    .update(notices)
    .set({ failedAt: new Date(), code: null })
    .where(
      and(
        eq(notices.borrowerKey, borrowerKey),
        eq(notices.noticeId, noticeId),
        isNull(notices.sentAt),
        isNull(notices.failedAt),
      ),
    );

const isRow = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>, invitationId: string) =>
  and(eq(payerInvitations.borrowerKey, borrowerKey), eq(payerInvitations.invitationId, invitationId));

/** The outcome of a change: the id that it concerns, and the token of a new invitation. */
interface Made {
  readonly payerId: string;
  readonly token?: string;
}

/** Stores an invitation with a new token, which replaces an earlier one, and adds its email to the outbox. */
async function send(
  scope: Scope,
  { firstName, lastName, email }: Pick<Invitation, 'firstName' | 'lastName' | 'email'>,
  earlier: Invitation | undefined,
): Promise<Made> {
  const { db, borrowerKey, now } = scope;
  if (earlier !== undefined) await cancelEmail(db, earlier);
  const invitationId = earlier?.invitationId ?? randomUUID();
  const token = randomBytes(32).toString('base64url');
  // Without `borrowerKey`: Citus rejects an update that names the distribution column.
  const sent = {
    firstName,
    lastName,
    email,
    tokenHash: hashInvitation(token),
    noticeId: randomUUID(),
    invitedAt: now,
    expiresAt: invitationExpiry(now),
    ...toActor(scope),
  };
  await db
    .insert(payerInvitations)
    .values({ borrowerKey, invitationId, ...sent })
    .onConflictDoUpdate({ target: [payerInvitations.borrowerKey, payerInvitations.invitationId], set: sent });
  const { noticeId } = sent;
  await addNotice(db, {
    borrowerKey,
    webAccountId: null,
    kind: 'payerInvitation',
    email,
    code: token,
    noticeId,
  });
  await recordEvent(db, { kind: 'payerInvited', ...toEventData(scope), detail: invitationId });
  return { payerId: invitationId, token };
}

/** Invites a person. An invitation to the same email address is replaced. Throws 422 for invalid fields. */
async function invite(
  scope: Scope,
  { firstName, lastName, email }: Extract<PayerChange, { change: 'invite' }>,
): Promise<Made> {
  const facts = { payers: await readPayers(scope) };
  const problems = findProblems(inviteSchema(facts), { firstName, lastName, email });
  if (problems.length > 0) {
    throw new ServiceProblem(
      422,
      'The invitation was not sent.',
      'Some of the submitted values are invalid.',
      problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(payerMessages, issue) })),
    );
  }
  const open = (await readInvitations(scope)).filter(({ acceptedAt }) => acceptedAt === null);
  const earlier = open.find((row) => normalizedEmail(row.email) === normalizedEmail(email));
  return send(scope, { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }, earlier);
}

/** How long the name and email address of an invited person stay after the invitation has ended, in days. */
const INVITATION_KEPT_DAYS = 90;

/** Deletes invitations that expired or were removed long ago and were never accepted. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - INVITATION_KEPT_DAYS * millisecondsInDay);
  const { acceptedAt, expiresAt } = payerInvitations;
  await db.delete(payerInvitations).where(and(isNull(acceptedAt), lt(expiresAt, before)));
}

/** Returns an invitation of the borrower, also if it was accepted or removed. */
async function readInvitation(scope: Scope, invitationId: string): Promise<Invitation | undefined> {
  const [row] = await scope.db.select().from(payerInvitations).where(isRow(scope, invitationId));
  return row;
}

/** Sends an invitation again. Returns undefined if it was accepted or removed. Throws 404 if there is none. */
async function renew(scope: Scope, payerId: string): Promise<Made | undefined> {
  const row = await readInvitation(scope, payerId);
  if (row === undefined) throw notFound();
  return row.acceptedAt !== null || row.removedAt !== null ? undefined : send(scope, row, row);
}

/** Revokes the web account of a payer and ends its sessions. Throws 404 unless it is a payer of the borrower. */
async function revoke(scope: Scope, webAccountId: string): Promise<void> {
  const { db, borrowerKey, now, payers: settings } = scope;
  const isPayer = and(
    eq(webAccounts.webAccountId, webAccountId),
    eq(webAccounts.borrowerKey, borrowerKey),
    eq(webAccounts.applicationId, settings.applicationId),
  );
  const [account] = await db.select({ revokedAt: webAccounts.revokedAt }).from(webAccounts).where(isPayer);
  if (account === undefined) throw notFound();
  if (account.revokedAt !== null) return;
  await db.update(webAccounts).set({ revokedAt: now }).where(isPayer);
  await endOtherSessions(db, { webAccountId, sessionUid: undefined });
  await addChangeNotice(scope, 'payerRemoved');
  await recordEvent(db, { kind: 'payerRemoved', ...toEventData(scope), detail: webAccountId });
}

/** Removes a payer or an invitation. `payerId` may be an invitation that was accepted in the meantime. */
async function remove(scope: Scope, payerId: string): Promise<Made> {
  const { db, borrowerKey, now } = scope;
  const ofAccount = and(eq(payerInvitations.borrowerKey, borrowerKey), eq(payerInvitations.webAccountId, payerId));
  const [accepted] = await db.select().from(payerInvitations).where(ofAccount);
  const row = accepted ?? (await readInvitation(scope, payerId));
  if (row === undefined || row.webAccountId !== null) await revoke(scope, row?.webAccountId ?? payerId);
  if (row === undefined || row.removedAt !== null) return { payerId };
  await cancelEmail(db, row);
  await db
    .update(payerInvitations)
    .set({ tokenHash: null, removedAt: now, ...toActor(scope) })
    .where(isRow(scope, row.invitationId));
  if (row.webAccountId === null) {
    await recordEvent(db, { kind: 'payerRemoved', ...toEventData(scope), detail: row.invitationId });
  }
  return { payerId };
}

/** Makes a change. The borrower's row is locked, so that an acceptance cannot interleave. */
async function make(scope: Scope, change: PayerChange): Promise<Made | undefined> {
  await lockBorrower(scope.db, scope.borrowerKey);
  switch (change.change) {
    case 'invite':
      return invite(scope, change);
    case 'renew':
      return renew(scope, change.payerId);
    case 'remove':
      return remove(scope, change.payerId);
  }
}

/**
 * Makes a change once per key. Throws 403 for an impersonator, and 429 after too many invitations. The token of an
 * invitation is in the first response only: the recorded response does not contain it.
 */
export const changePayers: Handler<typeof payers.change> = async (scope, { idempotencyKey, body }) => {
  refuseImpersonator(scope);
  const earlier = await changes.earlierAnswer(scope, { idempotencyKey, body });
  if (earlier !== undefined) return earlier;
  await requireConfirmation(scope);
  if (body.change !== 'remove') await countAttempt(scope.db, { tried: 'invitation', subjects: [scope.borrowerKey] });
  let link: string | null = null;
  const answer = await changes.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    const made = await make(within, body);
    if (made === undefined) return { answer: { result: false, link: null }, record: body };
    const { publicUrl, isLinkShown } = scope.payers;
    link = isLinkShown && made.token !== undefined ? buildInvitationUrl(publicUrl, made.token) : null;
    const created = { id: made.payerId, confirmationNumber: newConfirmationNumber() };
    return { answer: { result: true, link: null }, record: body, created };
  });
  return { ...answer, link };
};

export const settlePayers: Handler<typeof payers.settle> = async (scope, request) => {
  refuseImpersonator(scope);
  return changes.settle(scope, request);
};
