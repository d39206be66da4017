/** Payoff quotes over the API (ruling 79). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { sumCents } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import { payoff } from '#domain/payments/payoff/calls.ts';
import { PayoffAnswer } from '#domain/payments/payoff/shapes.ts';
import { loans } from '#server/db/schema/index.ts';
import { TODAY } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (name: string, query: Readonly<Record<string, string>> = {}) =>
  server.make(payoff.quote, { query, token: await server.mintToken(name) });
const readQuote = async (name: string, query: Readonly<Record<string, string>> = {}) =>
  readJson(await ask(name, query), PayoffAnswer);

describe('a payoff quote', () => {
  it('is by default for the first account and the first banking day from day 10 on', async () => {
    const { accounts, earliest, latest, quote } = await readQuote('avery');
    expect(accounts).toHaveLength(3);
    expect([earliest, latest]).toEqual([TODAY, addDays(TODAY, 30)]);
    expect(quote).toMatchObject({ accountId: accounts[0]?.accountId, date: '2026-11-30', isPayable: true });
    if (quote === null) throw new Error('There is no quote');
    expect(quote.total).toBe(sumCents([quote.principal, quote.interest, quote.fees]));
  });

  it('equals what Make a Payment accepts for that day', async () => {
    const { quote } = await readQuote('avery', { date: '2026-12-01' });
    const answer = await server.make(payments.borrowerPayment, { token: await server.mintToken('avery') });
    const { borrowerAccountPayments } = await readJson(answer, payments.borrowerPayment.response);
    const account = borrowerAccountPayments.find(({ accountId }) => accountId === quote?.accountId);
    expect(account?.payoffByDay?.[11]).toBe(quote?.total);
    expect(account?.payoffByDay?.[0]).toBe(account?.currentPayoff);
    expect(account?.payoffByDay).toHaveLength(31);
  });

  it('has the interest of the day after its day, by the rate of that day', async () => {
    const { db } = server.opened;
    const perDay = async (date: string) => (await readQuote('sam', { date })).quote?.interestPerDay;
    const usual = await perDay('2026-11-29');
    expect(usual).toBeGreaterThan(0);
    const reducedRates = [{ from: toPlainDate('2026-11-30'), until: toPlainDate('2026-12-02'), rate: 0 }];
    await db.update(loans).set({ reducedRates }).where(eq(loans.borrowerKey, 'sam'));
    const dates = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'];
    expect(await Promise.all(dates.map(perDay))).toEqual([usual, 0, 0, usual]);
  });

  it('returns the days that accept payments', async () => {
    expect((await readQuote('avery', { date: '2026-11-28' })).quote).toMatchObject({
      isPayable: false,
      payableOn: '2026-11-30',
    });
  });

  it.each([
    ['2026-11-19', 'payoffDate.past'],
    ['2026-12-21', 'payoffDate.tooLate'],
  ])('is refused for %s', async (date, code) => {
    const response = await ask('avery', { date });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fields: [{ field: 'date', code }] });
  });

  it("is not given to payers, nor for another borrower's account", async () => {
    expect((await ask('casey')).status).toBe(403);
    const foreign = (await readQuote('blake')).quote?.accountId ?? '';
    expect((await readQuote('avery', { account: foreign })).quote?.accountId).not.toBe(foreign);
    const pdf = (accountId: string, name: string) =>
      server
        .mintToken(name)
        .then((token) => server.make(payoff.pdf, { params: { accountId, date: '2026-11-30' }, token }));
    expect((await pdf(foreign, 'avery')).status).toBe(404);
    expect((await pdf(foreign, 'casey')).status).toBe(403);
    const own = await pdf(foreign, 'blake');
    expect(own.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await own.arrayBuffer()).toString('latin1')).toContain('/MarkInfo');
  });

  it("returns the borrower's quote to an impersonator", async () => {
    expect((await readQuote('frankie')).quote).toEqual((await readQuote('avery')).quote);
  });
});
