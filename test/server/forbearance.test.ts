/** Hardship forbearance on the server: eligibility with reasons, coverage, period, and its flags. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { applications, loanGroups } from '#server/db/schema/index.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

/** The wire format. */
const Wire = v.object({
  forbearanceHardshipSummary: v.looseObject({
    isEligible: v.boolean(),
    ineligibleReason: v.nullable(v.string()),
    eligibleGroups: v.array(v.looseObject({ accountNumber: v.string(), groupID: v.string() })),
    ineligibleGroups: v.array(v.looseObject({ accountNumber: v.string(), groupID: v.string(), reason: v.string() })),
    nextCycleDate: v.nullable(v.string()),
    endCycleDate: v.nullable(v.string()),
  }),
});

const make = async (who: string, call: typeof forbearance.hardshipSummary) =>
  server.make(call, { token: await server.mintToken(who) });
const readSummary = async (who: string) =>
  (await readJson(await make(who, forbearance.hardshipSummary), Wire)).forbearanceHardshipSummary;
const readEligibility = async (who: string) =>
  (await readJson(await server.make(access.facts, { token: await server.mintToken(who) }), access.facts.response))
    .postponements?.['hardship'];

describe('the summary', () => {
  it('of blake has the loans, their principal in dollars, and the period', async () => {
    expect(await readSummary('blake')).toEqual({
      isEligible: true,
      ineligibleReason: null,
      eligibleGroups: [
        {
          accountNumber: 'E118340726',
          groupID: 'A',
          loanType: 'Direct Unsubsidized',
          accountLoanType: 'Direct',
          outstandingPrincipal: expect.any(Number) as unknown,
        },
      ],
      ineligibleGroups: [],
      nextCycleDate: '2026-12-01',
      endCycleDate: '2027-12-01',
      hasApplicationInProcess: false,
    });
  });

  const none = { eligibleGroups: [], nextCycleDate: null, endCycleDate: null };
  it.each([
    ['avery', { isEligible: true }],
    ['jules', { isEligible: false, ineligibleReason: 'PaidAhead', ...none }],
    ['quinn', { isEligible: false, ineligibleReason: 'NoEligLoans', ...none }],
    ['sam', { isEligible: false, ineligibleReason: 'NoEligLoans', ...none }],
    ['gray', { isEligible: false, ineligibleReason: 'NoEligLoans', ...none }],
  ])('of %s: %j, consistent with the access facts', async (who, expected) => {
    const summary = await readSummary(who);
    expect(summary).toMatchObject(expected);
    const { isEligible, ineligibleReason } = summary;
    expect(await readEligibility(who)).toEqual({ isEligible, ineligibleReason });
  });

  it('omits commercial loans and loans whose months are used up', async () => {
    const listNames = async () =>
      (await readSummary('avery')).eligibleGroups.map(({ accountNumber, groupID }) => `${accountNumber[0]} ${groupID}`);
    expect(await listNames()).toEqual(['E A', 'E B', 'D A', 'D B']);
    const own = eq(loanGroups.borrowerKey, 'blake');
    await server.opened.db.update(loanGroups).set({ hardshipMonths: 36 }).where(own);
    expect(await readSummary('blake')).toMatchObject({ ineligibleReason: 'NoEligLoans' });
    await server.opened.db.update(loanGroups).set({ hardshipMonths: 30 }).where(own);
    expect(await readSummary('blake')).toMatchObject({ nextCycleDate: '2026-12-01', endCycleDate: '2027-06-01' });
    await server.opened.db.update(loanGroups).set({ hardshipMonths: 0 }).where(own);
  });

  it.each([
    ['avery', ['J A commercial']],
    ['jules', ['E A paidAhead']],
    ['quinn', ['E A postponed', 'E B paidInFull']],
    ['gray', ['E A inSchoolOrGrace', 'E B inSchoolOrGrace']],
  ])("explains why it does not cover %s's loans", async (who, expected) => {
    const { ineligibleGroups } = await readSummary(who);
    expect(
      ineligibleGroups.map(({ accountNumber, groupID, reason }) => `${accountNumber[0]} ${groupID} ${reason}`),
    ).toEqual(expected);
  });

  it('is closed to payers', async () => {
    expect((await make('casey', forbearance.hardshipSummary)).status).toBe(403);
  });
});

it('sets both flags for an application immediately, here and in the access facts', async () => {
  const token = await server.mintToken('blake');
  const request = { idempotencyKey: randomUUID(), token };
  expect((await server.make(forbearance.applyHardship, request)).status).toBe(200);
  expect(await readSummary('blake')).toMatchObject({ isEligible: true, hasApplicationInProcess: true });
  const facts = await readJson(await server.make(access.facts, { token }), access.facts.response);
  expect(facts.hasDefermentForbearanceApplicationInProcess).toBe(true);
  expect(facts.forbearanceHardshipSummary).toMatchObject({ hasApplicationInProcess: true });
  await server.opened.db.delete(applications).where(eq(applications.borrowerKey, 'blake'));
});

it('returns the same application for the same key a day later, when the next cycle differs', async () => {
  const own = eq(loanGroups.borrowerKey, 'blake');
  const request = { idempotencyKey: randomUUID(), token: await server.mintToken('blake') };
  const first: unknown = await (await server.make(forbearance.applyHardship, request)).json();
  await server.opened.db.update(loanGroups).set({ dueDay: 25 }).where(own);
  expect(await (await server.make(forbearance.applyHardship, request)).json()).toEqual(first);
  await server.opened.db.update(loanGroups).set({ dueDay: 1 }).where(own);
  await server.opened.db.delete(applications).where(eq(applications.borrowerKey, 'blake'));
});
