/**
 * A database for one test file, with the demo people: in memory, or a new one on the PostgreSQL server that
 * `TEST_DATABASE_URL` names, so that the same tests run on both.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { type PlainDate, businessDate } from '#domain/calendar.ts';
import { DEFAULT_ACCRUAL_END } from '#domain/payments/cutoff.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { cachedDatabase } from '#server/db/prepare.ts';
import type { Scope } from '#server/service/scope.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const DEMO_FOLDER = fromRoot('server/demo');
export const ROLE_IDS = { payerApplicationId: 'payer', impersonatorRole: 'impersonator' };

/** The Friday on which the tests' demo data are made, ten in the morning in New York. */
export const NOW = new Date('2026-11-20T15:00:00.000Z');
export const TODAY: PlainDate = businessDate(NOW);

/** Runs a statement on the server's own database, which is neither tested nor changed otherwise. */
async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openOnServer(server: string): Promise<OpenedDatabase> {
  const name = `portal_test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const opened = await openDatabase({ databaseUrl: address.href });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await administer(server, `drop database ${name}`);
    },
  };
}

/** The prepared database, made once and kept in `.cache`. */
export const preparedFile = (): Promise<string> => cachedDatabase(fromRoot('.cache'));

/** An empty database with all tables. */
export async function openEmpty(): Promise<OpenedDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  return server === undefined ? openDatabase({ memory: true, prepared: await preparedFile() }) : openOnServer(server);
}

/** A database with the demo people as of {@link TODAY}. */
export async function openDemo(): Promise<OpenedDatabase> {
  const opened = await openEmpty();
  await loadDemoData(opened.db, DEMO_FOLDER, TODAY, ROLE_IDS);
  return opened;
}

/** The scope of a demo borrower at {@link NOW}; a payer is given with the borrower they pay for. */
export function scopeOf(opened: OpenedDatabase, borrowerKey: string, role: 'borrower' | 'payer' = 'borrower'): Scope {
  const webAccountId = `web-${borrowerKey}`;
  const person = {
    role,
    isImpersonator: false,
    isFederalIdentity: false,
    givenName: 'Test',
    familyName: 'Person',
    webAccountId,
  };
  return {
    db: opened.db,
    borrowerKey,
    person,
    webAccountId,
    sessionUid: undefined,
    now: NOW,
    today: TODAY,
    limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
    accrualEnd: DEFAULT_ACCRUAL_END,
  };
}
