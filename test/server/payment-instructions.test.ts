/** Payment instructions over the API, and the payments that follow them (rulings 15, 20). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { instructions } from '#domain/payments/instructions/calls.ts';
import { InstructionsAnswer } from '#domain/payments/instructions/shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { paymentHistory, paymentInstructionChanges, scheduledPayments } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { NOW, openEmpty, createScope } from '#test/support/database.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';
import { AUDIENCE, type TestServer, readJson, startTestServer } from '#test/support/server.ts';

describe('a change of the instruction', () => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await openEmpty();
  });
  afterAll(() => opened.close());
  beforeEach(() => clearBorrowers(opened.db));

  const scopeOn = (today: string) => ({
    ...createScope(opened, 'pat'),
    today: toPlainDate(today),
    now: new Date(`${today}T15:00:00Z`),
  });
  const schedule = (effectiveDate: string) =>
    opened.db.insert(scheduledPayments).values(
      seals.scheduledPayments.seal({
        ...OWN_ACCOUNT,
        paymentId: randomUUID(),
        paymentDetailId: randomUUID(),
        groupId: null,
        effectiveDate: toPlainDate(effectiveDate),
        amount: dollars(250),
        profileId: 'method-1',
        ...OWN_BANK,
        keepsDueDate: false,
        authorizedAt: NOW,
      }),
    );

  it('applies to payments dated from the next banking day on, not to one that is posted later', async () => {
    await storeBorrower(opened.db, { A: {}, B: {} });
    await schedule('2026-11-20');
    const body = { accountId: OWN_ACCOUNT.accountId, code: 'GROUP', groupId: 'B' } as const;
    const changed = await handlers['instructions.change'](scopeOn('2026-11-20'), {
      idempotencyKey: randomUUID(),
      body,
    });
    expect(changed).toEqual({ isChanged: true, effectiveFrom: '2026-11-23' });
    await schedule('2026-11-23');
    await postDuePayments(scopeOn('2026-12-01'));
    const rows = await opened.db
      .select()
      .from(paymentHistory)
      .where(eq(paymentHistory.borrowerKey, 'pat'))
      .orderBy(paymentHistory.effectiveDate);
    const shares = rows.map(({ groups }) =>
      Object.fromEntries((groups ?? []).map((each) => [each.groupId, each.total])),
    );
    // $200.00 is due on the two groups. Without an instruction, the extra $50.00 goes to group A, which comes first.
    expect(shares[0]).toEqual({ A: 15_000, B: 10_000 });
    // Nothing more is due, so all of the second payment is extra.
    expect(shares[1]).toEqual({ B: 25_000 });
  });

  it('is shown with its date, its history and an example by the posting rule', async () => {
    await storeBorrower(opened.db, { A: {}, B: {} });
    const body = { accountId: OWN_ACCOUNT.accountId, code: 'GROUP', groupId: 'B' } as const;
    await handlers['instructions.change'](scopeOn('2026-11-20'), { idempotencyKey: randomUUID(), body });
    const { account } = await handlers['instructions.read'](scopeOn('2026-11-20'), { query: {} });
    expect(account).toMatchObject({
      current: { code: 'STANDARD', groupId: null },
      next: { code: 'GROUP', groupId: 'B', effectiveFrom: '2026-11-23' },
      history: [{ code: 'GROUP', groupId: 'B', effectiveFrom: '2026-11-23', changedBy: 'borrower' }],
      example: { amount: 300, extra: 100 },
    });
    expect(account?.example.rows.find(({ groupId }) => groupId === 'B')?.shares).toEqual([
      { groupId: 'A', amount: 100 },
      { groupId: 'B', amount: 200 },
    ]);
    const later = await handlers['instructions.read'](scopeOn('2026-11-23'), { query: {} });
    // On Saturday, too, the example is a payment of a banking day.
    const saturday = await handlers['instructions.read'](scopeOn('2026-11-28'), { query: {} });
    expect(saturday.account?.example.date).toBe('2026-11-30');
    expect(later.account).toMatchObject({ current: { code: 'GROUP', groupId: 'B' }, next: null });
  });
});

describe('over the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const read = async (name: string) =>
    readJson(await server.make(instructions.read, { token: await server.mintToken(name) }), InstructionsAnswer);
  const change = async (name: string, body: unknown, idempotencyKey = randomUUID()) =>
    server.make(instructions.change, { body, idempotencyKey, token: await server.mintToken(name) });

  it('refuses invalid forms, other accounts and payers', async () => {
    const { account } = await read('blake');
    const accountId = account?.accountId ?? '';
    const refused = async (code: string, groupId: string | null) => {
      const response = await change('blake', { accountId, code, groupId });
      const { fields: [first] = [] } = await readJson(response, Problem);
      return [response.status, first?.field, first?.code];
    };
    expect(await refused('GROUP', 'Z')).toEqual([422, 'groupId', 'instruction.group']);
    expect(await refused('GROUP', null)).toEqual([422, 'groupId', 'instruction.group']);
    expect(await refused('LOWEST_BALANCE', 'A')).toEqual([422, 'groupId', 'instruction.group']);
    const same = await change('blake', { accountId, ...account?.current });
    expect(await same.json()).toMatchObject({ isChanged: false });
    expect((await read('blake')).account?.history).toEqual([]);
    const foreign = (await read('avery')).account?.accountId ?? '';
    expect((await change('blake', { accountId: foreign, code: 'LOWEST_BALANCE', groupId: null })).status).toBe(404);
    expect((await change('casey', { accountId, code: 'LOWEST_BALANCE', groupId: null })).status).toBe(403);
  });

  it('changes once per key, and names an employee who acts for the borrower', async () => {
    const { account } = await read('avery');
    const code = account?.current.code === 'LOWEST_BALANCE' ? 'HIGHEST_RATE' : 'LOWEST_BALANCE';
    const body = { accountId: account?.accountId, code, groupId: null };
    const key = randomUUID();
    const claims = await server.findClaims('frankie');
    const sid = await server.openSession(claims.sub);
    const token = await server.issuer.mint({ ...claims, sid }, { audience: [AUDIENCE, 'impersonator'] });
    const send = () => server.make(instructions.change, { body, idempotencyKey: key, token });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.json()).toEqual(await first.json());
    const { account: after } = await read('avery');
    expect(after?.history.map(({ changedBy }) => changedBy)).toEqual(['employee']);
    const [row] = await server.opened.db.select().from(paymentInstructionChanges);
    expect(row).toMatchObject({ actorIsImpersonator: true, actorRole: 'borrower' });
  });
});
