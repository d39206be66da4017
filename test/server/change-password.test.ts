/** Changing one's own password (P §2.4): additional checks on the server, which reject without changes. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { credentials } from '#domain/session/credentials/calls.ts';
import { notices, securityEvents, webAccounts } from '#server/db/schema/index.ts';
import { changePassword } from '#server/credentials/passwords.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

it.each([
  ['a password that contains the username', 'seven Morgan herons', 'containsUsername'],
  ['a password that is easy to guess', 'iloveyouverymuch', 'commonPassword'],
  ['a wrong current password', 'seven quiet herons', 'wrongPassword'],
])('with %s changes nothing and returns the reason', async (_, newPassword, outcome) => {
  const token = await server.mintToken('morgan');
  const { db } = server.opened;
  const hashes = async () =>
    (await db.select().from(webAccounts).where(eq(webAccounts.loginName, 'morgan'))).map((row) => row.passwordHash);
  const before = await hashes();
  const presentPassword = outcome === 'wrongPassword' ? 'not the present one' : 'demo';
  const answer = await server.make(credentials.changePassword, { body: { presentPassword, newPassword }, token });
  expect(await readJson(answer, v.unknown())).toEqual({ outcome });
  expect(await hashes()).toEqual(before);
  expect(before).toHaveLength(1);
  expect(await db.select().from(notices).where(eq(notices.borrowerKey, 'morgan'))).toEqual([]);
});

const change = (webAccountId: string) =>
  changePassword(
    server.opened.db,
    {
      webAccountId,
      presentPassword: 'not the present one',
      newPassword: 'seven quiet herons',
      sessionUid: undefined,
      portalNames: [],
    },
    async () => {
      throw new Error('Nothing was changed');
    },
  );

it('keeps the characters of a password as typed', async () => {
  const token = await server.mintToken('morgan');
  const newPassword = 'seven\u00A0quiet\u200Bherons\u2019';
  const put = async (presentPassword: string, next: string) =>
    readJson(
      await server.make(credentials.changePassword, { body: { presentPassword, newPassword: next }, token }),
      v.unknown(),
    );
  expect(await put('demo', newPassword)).toEqual({ outcome: 'changed' });
  expect(await put("seven quietherons'", 'eleven quiet herons')).toEqual({ outcome: 'wrongPassword' });
  expect(await put(newPassword, 'eleven quiet herons')).toEqual({ outcome: 'changed' });
});

it('of a deleted account is rejected like a wrong password', async () => {
  expect(await change('web-nobody')).toBe('wrongPassword');
});

it('is limited to ten wrong attempts, and the rejection is recorded', async () => {
  const { db } = server.opened;
  await db.delete(securityEvents);
  for (let time = 0; time < 10; time += 1) expect(await change('web-somebody')).toBe('wrongPassword');
  await expect(change('web-somebody')).rejects.toMatchObject({ status: 429 });
  expect((await db.select().from(securityEvents)).map(({ detail }) => detail)).toEqual(['passwordChange by subject']);
});
