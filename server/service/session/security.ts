/**
 * The security page: usernames, sessions, log-ins, and changes with their authors. New usernames are created only for a
 * borrower without one (ruling 116), but earlier versions gave some borrowers several. An ended username stays reserved, but
 * it cannot log in or make calls.
 */
import { createHash } from 'node:crypto';
import { type SQL, and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { security } from '#domain/session/security/calls.ts';
import { isEndable } from '#domain/session/security/rules.ts';
import {
  CHANGES,
  ChangeKind,
  type OwnSession,
  type SecurityChange,
  type SecurityOverview,
} from '#domain/session/security/shapes.ts';
import { readEmail } from '../../credentials/contact.ts';
import { SESSION, endOtherSessions, endSession } from '../../credentials/sessions.ts';
import type { Database } from '../../db/database.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { oidcRecords, securityEvents, webAccounts } from '../../db/schema/index.ts';
import { addNotice } from '../../mail/notices.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, ServiceProblem, toEventData } from '../scope.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';

/** The number of log-ins and of changes on the page. */
const LOG_INS = 10;
const SHOWN_CHANGES = 25;

type WebAccount = typeof webAccounts.$inferSelect;

/** Returns the web accounts that act for the borrower; for a payer, only the payer's own. */
const actingAccounts = ({ db, borrowerKey, webAccountId, person }: Scope): Promise<WebAccount[]> =>
  db
    .select()
    .from(webAccounts)
    .where(
      person.role === 'payer' ? eq(webAccounts.webAccountId, webAccountId) : eq(webAccounts.borrowerKey, borrowerKey),
    )
    .orderBy(sql`${webAccounts.webAccountId} <> ${webAccountId}`, webAccounts.loginName);

/** Returns whether a web account logs in as the signed-in person: a payer's own, or a username of the borrower. */
const isOwn = ({ person, payers }: Scope, { audienceRole, applicationId, revokedAt }: WebAccount): boolean =>
  revokedAt === null && audienceRole === null && (person.role === 'payer' || applicationId !== payers.applicationId);

const toSessionId = (uid: string | null): string => createHash('sha256').update(`session ${uid}`).digest('base64url');

const Started = v.object({ loginTs: v.number() });

const parseStart = (payload: unknown): string | null => {
  const started = v.safeParse(Started, payload);
  return started.success ? new Date(started.output.loginTs * 1000).toISOString() : null;
};

interface SessionRow extends OwnSession {
  readonly uid: string | null;
  readonly webAccountId: string;
}

/** Returns the sessions of web accounts that were used lately, the current one first. */
async function readSessions({ db, sessionUid, sessionIdleSeconds }: Scope, own: readonly WebAccount[]) {
  if (sessionIdleSeconds === undefined || own.length === 0) return [];
  const accountId = sql<string>`${oidcRecords.payload}->>'accountId'`;
  const rows = await db
    .select({ uid: oidcRecords.uid, payload: oidcRecords.payload, usedAt: oidcRecords.usedAt, accountId })
    .from(oidcRecords)
    .where(
      and(
        eq(oidcRecords.model, SESSION),
        inArray(
          accountId,
          own.map(({ webAccountId }) => webAccountId),
        ),
        gt(oidcRecords.expiresAt, new Date()),
        gt(oidcRecords.usedAt, new Date(Date.now() - sessionIdleSeconds * 1000)),
      ),
    )
    .orderBy(desc(oidcRecords.usedAt));
  const sessions = rows.map(({ uid, payload, usedAt, accountId: webAccountId }): SessionRow => ({
    sessionId: toSessionId(uid),
    username: own.find((each) => each.webAccountId === webAccountId)?.loginName ?? '',
    startedAt: parseStart(payload),
    usedAt: usedAt?.toISOString() ?? null,
    isCurrent: uid !== null && uid === sessionUid,
    uid,
    webAccountId,
  }));
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

type EventKind = (typeof securityEvents.$inferSelect)['kind'];

/** Returns the latest events of web accounts. */
const readEvents = (db: Database, accounts: readonly WebAccount[], kinds: readonly EventKind[], limit: number) => {
  const ofAccounts: SQL = inArray(
    securityEvents.webAccountId,
    accounts.map(({ webAccountId }) => webAccountId),
  );
  return db
    .select()
    .from(securityEvents)
    .where(and(ofAccounts, inArray(securityEvents.kind, [...kinds])))
    .orderBy(desc(securityEvents.at), desc(securityEvents.eventId))
    .limit(limit);
};

/** Returns who made a change. */
function actorOfChange({ payers }: Scope, account: WebAccount | undefined, isImpersonator: boolean | null) {
  if (isImpersonator === true || account === undefined || account.audienceRole !== null) {
    return { by: 'servicer', name: '' } as const;
  }
  if (account.applicationId !== payers.applicationId) return { by: 'borrower', name: account.loginName } as const;
  return { by: 'payer', name: `${account.givenName} ${account.familyName}` } as const;
}

async function readOverview(scope: Scope): Promise<SecurityOverview> {
  const { db, webAccountId: current, person } = scope;
  const accounts = await actingAccounts(scope);
  const own = accounts.filter((account) => isOwn(scope, account));
  const sessions = await readSessions(scope, own);
  const logIns = await readEvents(db, own, ['loggedIn', 'logInFailed'], LOG_INS);
  const changes = await readEvents(db, accounts, CHANGES, SHOWN_CHANGES);
  const findAccount = (id: string | null) => accounts.find(({ webAccountId }) => webAccountId === id);
  return {
    usernames: own.map(({ webAccountId, loginName, identityProvider }) => ({
      usernameId: webAccountId,
      username: loginName,
      isCurrent: webAccountId === current,
      isFederal: identityProvider === 'federal',
    })),
    sessions: sessions.map(({ sessionId, username, startedAt, usedAt, isCurrent }) => ({
      sessionId,
      username,
      startedAt,
      usedAt,
      isCurrent,
    })),
    logIns: logIns.map(({ at, kind, webAccountId }) => ({
      at: at.toISOString(),
      username: findAccount(webAccountId)?.loginName ?? '',
      isFailed: kind === 'logInFailed',
    })),
    changes: changes.flatMap(({ at, kind, webAccountId, isImpersonator }): SecurityChange[] =>
      v.is(ChangeKind, kind)
        ? [{ at: at.toISOString(), kind, ...actorOfChange(scope, findAccount(webAccountId), isImpersonator) }]
        : [],
    ),
    canEnd: !person.isImpersonator,
  };
}

export const readSecurity: Handler<typeof security.read> = readOverview;

const notFound = (what: string) => new ServiceProblem(404, 'Not found.', `There is no such ${what}.`);

/** Ends a username and its sessions. Must run in a transaction. */
async function endUsername(scope: Scope, usernameId: string): Promise<void> {
  const { db, borrowerKey, webAccountId, person } = scope;
  if (person.role === 'payer') throw notFound('username');
  await lockBorrower(db, borrowerKey);
  const account = (await actingAccounts(scope)).find((each) => each.webAccountId === usernameId);
  const { audienceRole, applicationId, identityProvider } = account ?? {};
  if (account === undefined || audienceRole !== null || applicationId === scope.payers.applicationId) {
    throw notFound('username');
  }
  // A retry after a lost response.
  if (account.revokedAt !== null) return;
  if (!isEndable({ isCurrent: usernameId === webAccountId, isFederal: identityProvider === 'federal' })) {
    throw new ServiceProblem(409, 'The username was not ended.', "You're logged in with it.");
  }
  await db
    .update(webAccounts)
    .set({ revokedAt: new Date() })
    .where(and(eq(webAccounts.webAccountId, usernameId), isNull(webAccounts.revokedAt)));
  await endOtherSessions(db, { webAccountId: usernameId, sessionUid: undefined });
  await addNotice(db, { borrowerKey, webAccountId, kind: 'usernameEnded', email: await readEmail(scope) });
  await recordEvent(db, { kind: 'usernameEnded', ...toEventData(scope), detail: usernameId });
}

/** Ends one session, or all but the current one. Must run in a transaction. */
async function endSessions(scope: Scope, sessionId: string | null): Promise<void> {
  const own = (await actingAccounts(scope)).filter((account) => isOwn(scope, account));
  const others = (await readSessions(scope, own)).filter(({ isCurrent }) => !isCurrent);
  const ended = sessionId === null ? others : others.filter((session) => session.sessionId === sessionId);
  for (const { uid, webAccountId } of ended) await endSession(scope.db, { webAccountId, sessionUid: uid ?? '' });
  if (ended.length > 0) await recordEvent(scope.db, { kind: 'sessionEnded', ...toEventData(scope) });
}

/** Ends a username or sessions. Throws 403 for an impersonator, or without confirmation of the password. */
export const endSecurity: Handler<typeof security.end> = async (scope, { body }) => {
  await requireConfirmation(scope);
  return scope.db.transaction(async (db) => {
    const within = { ...scope, db };
    if (body.end === 'username') await endUsername(within, body.usernameId);
    else await endSessions(within, body.end === 'session' ? body.sessionId : null);
    return readOverview(within);
  });
};
