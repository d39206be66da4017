/** Access facts from the server, completing actions, and the portal in maintenance (P §5.1). */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { VERY_DELINQUENT_DAYS, canEnterPlan, isVeryDelinquent } from '#domain/session/access/rules.ts';
import type { AccessData } from '#domain/session/access/shapes.ts';
import { Problem } from '#domain/call.ts';
import { calls } from '#domain/api/calls.ts';
import { toCents as cents } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { POSTPONEMENTS } from '#domain/postponement-kinds.ts';
import { accounts, applications, pendingActions, webAccounts } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { NOW, createScope } from '#test/support/database.ts';
import { storeBorrower } from '#test/support/round-amounts.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES } from './http-examples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const Wire = v.strictObject(access.facts.response.entries);

const readFacts = async (who: string) =>
  readJson(await server.make(access.facts, { token: await server.mintToken(who) }), Wire);

const complete = async (who: string, action: string) =>
  readJson(
    await server.make(access.completeAction, { token: await server.mintToken(who), body: { action } }),
    v.strictObject({ borrowerActions: v.array(v.string()) }),
  );

describe('access facts', () => {
  it.each([
    ['avery', false, [], 0],
    ['blake', false, [], 5],
    // Payers have no inbox.
    ['casey', false, [], undefined],
    ['noor', false, [], 0],
    ['frankie', false, [], 0],
    ['devon', true, [], 0],
    ['emery', false, [], 0],
    ['morgan', false, ['agreements'], 0],
  ] as const)(
    'of %s: very delinquent %s, pending actions %j, unread messages %j',
    async (who, isDelinquent, actions, unread) => {
      const facts = await readFacts(who);
      expect(facts.unreadMessages).toBe(unread);
      expect(facts).toMatchObject({
        isVeryDelinquent: isDelinquent,
        borrowerActions: actions,
        hasFederalAccount: true,
      });
    },
  );

  const nothingInProcess = {
    hasDefermentForbearanceApplicationInProcess: false,
    forbearanceHardshipSummary: { hasApplicationInProcess: false },
    idrApplicationSubmitted: false,
    termBasedApplicationSubmitted: false,
  };
  const usual = {
    borrowerType: 1,
    isEligible: true,
    isInSchoolOrGrace: false,
    isFarFromRepayment: false,
    ineligibleForIdr: false,
    ...nothingInProcess,
  };

  it.each([
    ['avery', {}],
    ['frankie', {}],
    ['blake', {}],
    ['gray', { isInSchoolOrGrace: true, isFarFromRepayment: true }],
    ['harper', { hasDefermentForbearanceApplicationInProcess: true }],
    ['indigo', {}],
    ['jules', {}],
    ['kai', { borrowerType: 3, ineligibleForIdr: true }],
    ['lane', {}],
    ['quinn', {}],
    ['riley', {}],
    ['robin', {}],
    ['sam', { isEligible: false, ineligibleForIdr: true }],
    ['taylor', { idrApplicationSubmitted: true }],
    ['umber', { termBasedApplicationSubmitted: true }],
  ] as const)('of %s for applications: %j', async (who, special) => {
    expect(await readFacts(who)).toMatchObject({ ...usual, ...special, hasFederalAccount: who !== 'sam' });
  });

  it('report a hardship forbearance in process, but no decided one and none of another borrower', async () => {
    const { db } = server.opened;
    const own = { borrowerKey: 'blake', receivedAt: NOW };
    await db.insert(applications).values([
      { ...own, confirmationNumber: 'one', kind: 'idr', status: 'denied' },
      { ...own, confirmationNumber: 'two', kind: 'term', status: 'approved' },
      { ...own, confirmationNumber: 'three', kind: 'hardship', status: 'inReview' },
    ]);
    expect(await readFacts('blake')).toMatchObject({
      ...usual,
      hasDefermentForbearanceApplicationInProcess: true,
      forbearanceHardshipSummary: { hasApplicationInProcess: true },
    });
    expect(await readFacts('avery')).toMatchObject(usual);
    await db.delete(applications).where(eq(applications.borrowerKey, 'blake'));
  });

  it('agree with the list of applications about the postponement period', async () => {
    const token = await server.mintToken('quinn');
    const [application] = await readJson(
      await server.make(postponement.applications, { token }),
      postponement.applications.response,
    );
    expect(application).toMatchObject({ kind: 'economicHardship', status: 'inEffect' });
    expect([application?.startDate, application?.endDate]).toEqual(['2026-07-20', '2027-07-20']);
  });

  it('omit the facts for applications for a payer', async () => {
    expect(Object.keys(await readFacts('casey')).sort()).toEqual([
      'borrowerActions',
      'hasFederalAccount',
      'isVeryDelinquent',
      'totalDue',
    ]);
  });

  it('report a very delinquent borrower for a single group, and no federal account without accounts', async () => {
    const { db } = server.opened;
    // Twelve installments are past due on group A, none on group B.
    await storeBorrower(db, { A: { pastDue: 1_200 }, B: {} });
    await db.update(accounts).set({ kind: 'commercial' }).where(eq(accounts.borrowerKey, 'pat'));
    expect(await handlers['access.facts'](createScope(server.opened, 'pat'), {})).toEqual({
      isVeryDelinquent: true,
      isInDefault: false,
      paidInFull: null,
      borrowerActions: [],
      hasFederalAccount: false,
      totalDue: 1_400,
      ...usual,
      isEligible: false,
      ineligibleForIdr: true,
      postponements: Object.fromEntries(
        // Mandatory forbearance is part of the military deferment flow.
        POSTPONEMENTS.filter((kind) => kind !== 'mandatoryForbearance').map((kind) => [
          kind,
          { isEligible: false, ineligibleReason: 'NoEligLoans' },
        ]),
      ),
      unreadMessages: 0,
    });
  });

  it('add up the amounts due on all accounts', async () => {
    const token = await server.mintToken('devon');
    const Due = v.object({
      totalDue: v.number(),
      borrowerAccountPayments: v.array(v.object({ pastDueAmt: v.number() })),
    });
    const due = await readJson(await server.make(payments.borrowerPayment, { token }), Due);
    expect((await readFacts('devon')).totalDue).toBe(due.totalDue * 100);
    expect(due.totalDue).toBeGreaterThan(0);
    expect(due.borrowerAccountPayments[0]?.pastDueAmt).toBeGreaterThan(0);
  });
});

describe('a pending action', () => {
  const stored = () => server.opened.db.select().from(pendingActions).where(eq(pendingActions.borrowerKey, 'morgan'));
  let initial: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    initial = await server.opened.db.select().from(pendingActions);
  });
  afterEach(async () => {
    await server.opened.db.delete(pendingActions);
    await server.opened.db.insert(pendingActions).values(initial);
  });

  it('cannot be completed by another person, and an unknown action cannot be completed', async () => {
    const before = await stored();
    expect(before).toHaveLength(1);
    for (const who of ['avery', 'frankie', 'blake']) {
      expect(await complete(who, 'agreements')).toEqual({ borrowerActions: [] });
    }
    expect(await complete('morgan', 'email-disclaimer')).toEqual({ borrowerActions: ['agreements'] });
    expect(await stored()).toEqual(before);
  });

  it('is completed once, and completing it again changes nothing', async () => {
    expect(await complete('morgan', 'agreements')).toEqual({ borrowerActions: [] });
    const [first] = await stored();
    expect(first?.doneAt).not.toBeNull();
    expect(await complete('morgan', 'agreements')).toEqual({ borrowerActions: [] });
    expect(await stored()).toEqual([first]);
    expect((await readFacts('morgan')).borrowerActions).toEqual([]);
  });

  it('appears in order among the others', async () => {
    const [account] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, 'emery'));
    const { webAccountId, borrowerKey } = account ?? { webAccountId: '', borrowerKey: '' };
    await server.opened.db.insert(pendingActions).values([
      { borrowerKey, webAccountId, action: 'contact-info', position: 2 },
      { borrowerKey, webAccountId, action: 'agreements', position: 0 },
      { borrowerKey, webAccountId, action: 'direct-splash', position: 1 },
    ]);
    expect((await readFacts('emery')).borrowerActions).toEqual(['agreements', 'direct-splash', 'contact-info']);
    expect(await complete('emery', 'direct-splash')).toEqual({ borrowerActions: ['agreements', 'contact-info'] });
  });

  it('cannot be completed directly if another call completes it', async () => {
    const [account] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, 'emery'));
    const { webAccountId, borrowerKey } = account ?? { webAccountId: '', borrowerKey: '' };
    await server.opened.db
      .insert(pendingActions)
      .values({ borrowerKey, webAccountId, action: 'change-password', position: 0 });
    expect((await complete('emery', 'change-password')).borrowerActions).toContain('change-password');
  });

  it.each(['', 'Agreements', '../agreements', 'a b', 'x'.repeat(41)])('rejects the name %j', async (action) => {
    const response = await server.make(access.completeAction, {
      token: await server.mintToken('avery'),
      body: { action },
    });
    expect(response.status).toBe(422);
  });
});

describe('the portal in maintenance', () => {
  let closed: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-closed-'));
    await mkdir(join(folder, 'content/globalsite'), { recursive: true });
    await writeFile(join(folder, 'content/globalsite/disabled-mma-enabled.html'), 'true\n');
    closed = await startTestServer({ PORTAL_DATA: folder });
  }, 120_000);
  afterAll(async () => {
    await closed.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(calls.map((call) => ({ id: call.id, call })))(
    'responds to $id with maintenance or public content',
    async ({ call }) => {
      const nobodys = {
        accountNumber: 'E999999999',
        accountId: 'none',
        groupId: 'ZZ',
        methodId: null,
        documentId: randomUUID(),
        letterId: 'none',
        noteId: 'none',
        historyId: 'none',
        deniedNumber: 'NONE',
        withdrawnNumber: 'NONE',
      };
      for (const who of ['avery', 'casey']) {
        const response = await closed.make(call, {
          ...EXAMPLES[call.id]?.own(nobodys),
          token: await closed.mintToken(who),
        });
        if (call.access.includes('public') && call.method === 'GET') {
          expect(response.status).not.toBe(503);
        } else {
          expect(response.status).toBe(503);
          expect(response.headers.get('content-type')).toBe('application/problem+json');
          expect((await readJson(response, Problem)).title).toBe('Maintenance');
        }
      }
    },
  );
});

describe('access rules', () => {
  it('report a borrower as very delinquent from the ninetieth day', () => {
    expect(VERY_DELINQUENT_DAYS).toBe(90);
    expect(isVeryDelinquent(0)).toBe(false);
    expect(isVeryDelinquent(89)).toBe(false);
    expect(isVeryDelinquent(90)).toBe(true);
  });

  const known: AccessData = {
    isVeryDelinquent: false,
    borrowerActions: [],
    hasFederalAccount: true,
    totalDue: cents(1),
    isEligible: true,
    hasDefermentForbearanceApplicationInProcess: false,
    forbearanceHardshipSummary: { hasApplicationInProcess: true },
    idrApplicationSubmitted: true,
    termBasedApplicationSubmitted: false,
  };
  const { isEligible: _, idrApplicationSubmitted: __, ...less } = known;

  it.each([
    [{}, 'always', true],
    [{ totalDue: cents(0) }, 'always', false],
    [{ totalDue: cents(0), isInSchoolOrGrace: true }, 'always', false],
    [{ totalDue: cents(0), isInSchoolOrGrace: true }, 'exceptInSchoolOrGrace', true],
    [{ totalDue: cents(0), isInSchoolOrGrace: false }, 'exceptInSchoolOrGrace', false],
    [{ isEligible: false }, 'always', false],
    [{ isEligible: false, isInSchoolOrGrace: true }, 'exceptInSchoolOrGrace', false],
  ] as const)('with %j decide on access to a plan (%s): %s', (facts, entry, isLetIn) => {
    expect(canEnterPlan({ ...known, ...facts }, entry)).toBe(isLetIn);
  });

  it('neither allow nor deny a plan while eligibility is unknown', () => {
    expect(canEnterPlan(less, 'always')).toBeUndefined();
  });
});
