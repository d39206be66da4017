/**
 * The usernames of a borrower. New ones are created only for a borrower without a username (ruling 116), but earlier
 * versions gave some borrowers several. An ended username remains, so that it is not given to anyone else, but it cannot
 * log in or make calls.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { security } from '#domain/session/security/calls.ts';
import { canEnd } from '#domain/session/security/rules.ts';
import type { OwnUsernames } from '#domain/session/security/shapes.ts';
import { emailOf } from '../../credentials/contact.ts';
import { endOtherSessions } from '../../credentials/sessions.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { logIns, webAccounts } from '../../db/schema/index.ts';
import { addNotice } from '../../mail/notices.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, ServiceProblem, eventFactsOf } from '../scope.ts';
import { requireConfirmation } from './confirmation.ts';

/** Selects the usernames that log in as the signed-in person: of a borrower all, of a payer only the current one. */
const areOwn = ({ borrowerKey, webAccountId, person }: Scope) =>
  person.role === 'payer'
    ? eq(webAccounts.webAccountId, webAccountId)
    : and(
        eq(webAccounts.borrowerKey, borrowerKey),
        eq(webAccounts.applicationId, 'borrower'),
        isNull(webAccounts.audienceRole),
        isNull(webAccounts.revokedAt),
      );

async function usernamesOf(scope: Scope): Promise<OwnUsernames> {
  const { db, webAccountId: current } = scope;
  const rows = await db
    .select({
      usernameId: webAccounts.webAccountId,
      username: webAccounts.loginName,
      identityProvider: webAccounts.identityProvider,
      lastAt: logIns.lastAt,
    })
    .from(webAccounts)
    .leftJoin(logIns, eq(logIns.webAccountId, webAccounts.webAccountId))
    .where(areOwn(scope))
    .orderBy(sql`${webAccounts.webAccountId} <> ${current}`, webAccounts.loginName);
  return {
    usernames: rows.map(({ identityProvider, lastAt, usernameId, username }) => ({
      usernameId,
      username,
      isCurrent: usernameId === current,
      isFederal: identityProvider === 'federal',
      lastLogIn: lastAt?.toISOString() ?? null,
    })),
  };
}

export const listUsernames: Handler<typeof security.usernames> = usernamesOf;

/** Ends a username. Throws 403 for an impersonator or without confirmation, and 404 or 409 if it cannot be ended. */
export const endUsername: Handler<typeof security.endUsername> = async (scope, { body: { usernameId } }) => {
  await requireConfirmation(scope);
  return scope.db.transaction(async (db) => {
    const within = { ...scope, db };
    const { borrowerKey } = scope;
    await lockBorrower(db, borrowerKey);
    const { usernames } = await usernamesOf(within);
    const ended = usernames.find((each) => each.usernameId === usernameId);
    const isOwn = and(eq(webAccounts.webAccountId, usernameId), eq(webAccounts.borrowerKey, borrowerKey));
    if (ended === undefined) {
      // A retry after a lost response.
      const [earlier] = await db.select({ revokedAt: webAccounts.revokedAt }).from(webAccounts).where(isOwn);
      if (earlier?.revokedAt == null) throw new ServiceProblem(404, 'Not found.', 'There is no such username.');
      return { usernames };
    }
    if (!canEnd(ended)) throw new ServiceProblem(409, 'The username was not ended.', 'You are logged in with it.');
    await db.update(webAccounts).set({ revokedAt: new Date() }).where(isOwn);
    await endOtherSessions(db, { webAccountId: usernameId, sessionUid: undefined });
    await addNotice(db, {
      borrowerKey,
      webAccountId: scope.webAccountId,
      kind: 'usernameEnded',
      email: await emailOf(within),
    });
    await recordEvent(db, { kind: 'usernameEnded', ...eventFactsOf(scope), detail: usernameId });
    return usernamesOf(within);
  });
};
