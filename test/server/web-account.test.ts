/** The web account of the signed-in person: borrower names, password attempts, and an account without a borrower. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webAccounts } from '#server/db/schema/index.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import type { Scope } from '#server/service/scope.ts';
import { openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 60_000);
afterAll(() => opened.close());

const readWebAccount = (scope: Scope) => handlers['identity.webAccount'](scope, {});

describe('the web account', () => {
  it('names the borrower for a payer, and is empty for a borrower (P §3)', async () => {
    expect(await readWebAccount(createScope(opened, 'avery'))).toEqual({
      lastName: 'Person',
      authorizedPayerFor: null,
      viewingAccountOf: null,
    });
    expect(await readWebAccount(createScope(opened, 'avery', 'payer'))).toEqual({
      lastName: 'Person',
      authorizedPayerFor: 'Avery Lindqvist',
      viewingAccountOf: null,
    });
  });

  it('names the viewed borrower for an impersonator', async () => {
    const scope = createScope(opened, 'avery');
    expect(await readWebAccount({ ...scope, person: { ...scope.person, isImpersonator: true } })).toEqual({
      lastName: 'Person',
      authorizedPayerFor: null,
      viewingAccountOf: 'Avery Lindqvist',
    });
  });

  it('of a payer without a borrower returns 404', async () => {
    await expect(readWebAccount(createScope(opened, 'nobody', 'payer'))).rejects.toMatchObject({
      status: 404,
      title: 'Not found.',
      detail: 'There is no such borrower.',
      fields: [],
    });
  });

  it('without a borrower has empty contact information', async () => {
    expect(await handlers['contact.read'](createScope(opened, 'nobody'), {})).toMatchObject({
      email: '',
      updatedAt: null,
    });
  });
});

describe('its password', () => {
  const change = (webAccountId: string, presentPassword: string) =>
    handlers['credentials.changePassword'](
      { ...createScope(opened, 'blake'), webAccountId },
      { body: { presentPassword, newPassword: 'seven quiet herons' } },
    );

  it('is rejected for an unknown account', async () => {
    expect(await change('web-nobody', 'demo')).toEqual({ outcome: 'wrongPassword' });
  });

  it('allows ten attempts, then none for a while', async () => {
    const [account] = await opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, 'blake'));
    const webAccountId = account?.webAccountId ?? '';
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await change(webAccountId, `guess ${attempt}`)).toEqual({ outcome: 'wrongPassword' });
    }
    await expect(change(webAccountId, 'demo')).rejects.toMatchObject({
      status: 429,
      message: 'There were too many attempts. Try again in 15 minutes.',
      details: { title: 'Too many attempts.' },
    });
  });
});
