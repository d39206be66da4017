/**
 * Records which sessions have confirmed their password recently. Sensitive changes require it
 * (service/confirmation/confirmation.ts). The rows are among the provider's records, which expire.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import { millisecondsInMinute } from 'date-fns/constants';
import { CONFIRMATION_MINUTES } from '#domain/session/confirmation/rules.ts';
import type { Database } from '../db/database.ts';
import { presentKeys } from '../db/keys.ts';
import { oidcRecords } from '../db/schema/index.ts';
import { SESSION } from './sessions.ts';

const MODEL = 'PasswordConfirmation';
const VALIDITY = CONFIRMATION_MINUTES * millisecondsInMinute;

/** A session of a web account. */
export interface OwnSession {
  readonly webAccountId: string;
  readonly sessionUid: string | undefined;
}

const toId = ({ webAccountId, sessionUid = '' }: OwnSession): string =>
  presentKeys().hash(`password confirmation ${webAccountId} ${sessionUid}`);

/** Records that a session has confirmed its password now. */
export async function recordConfirmation(db: Database, session: OwnSession): Promise<void> {
  const { webAccountId, sessionUid = '' } = session;
  const row = { payload: { accountId: webAccountId, sessionUid }, expiresAt: new Date(Date.now() + VALIDITY) };
  await db
    .insert(oidcRecords)
    .values({ model: MODEL, id: toId(session), ...row })
    .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
}

/** Returns whether a session has confirmed its password within the last minutes. */
export async function hasConfirmed(db: Database, session: OwnSession): Promise<boolean> {
  const isRecord = and(eq(oidcRecords.model, MODEL), eq(oidcRecords.id, toId(session)));
  return (await db.$count(oidcRecords, and(isRecord, gt(oidcRecords.expiresAt, new Date())))) > 0;
}

/** Returns whether a session at the embedded provider began within the last minutes, by a log-in. */
export async function isLoggedInLately(db: Database, { webAccountId, sessionUid = '' }: OwnSession): Promise<boolean> {
  const since = Math.floor((Date.now() - VALIDITY) / 1000);
  const isSession = and(
    eq(oidcRecords.model, SESSION),
    eq(oidcRecords.uid, sessionUid),
    eq(sql`${oidcRecords.payload}->>'accountId'`, webAccountId),
    gt(sql`(${oidcRecords.payload}->>'loginTs')::bigint`, since),
  );
  return (await db.$count(oidcRecords, isSession)) > 0;
}
