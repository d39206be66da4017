/** The payment history, its totals and its file, for the borrower and the payer; canceling a scheduled payment (Y §4.6–4.8). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import type { HistoryPageQuery } from '#domain/payments/history-shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { accounts, paymentHistory, scheduledPayments, submissions } from '#server/db/schema/index.ts';
import { type OpenedInsert, seals } from '#server/db/seals.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, openEmpty, createScope } from '#test/support/database.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearBorrowers(opened.db);
  await storeBorrower(opened.db, { A: {}, B: {} });
  await opened.db
    .insert(accounts)
    .values({ ...OTHER_ACCOUNT, accountNumber: 'J900000002', kind: 'commercial', loanType: 'Private' });
});

const OTHER_ACCOUNT = { borrowerKey: 'pat', accountId: 'account-2' };
const pat = (): Scope => createScope(opened, 'pat');
const payer = (): Scope => ({ ...pat(), webAccountId: 'web-payer', person: { ...pat().person, role: 'payer' } });

type Row = OpenedInsert<typeof paymentHistory>;
const FIRST: HistoryPageQuery = { period: 'all', search: null, sort: 'date', order: 'desc', page: 1, size: 10 };

/** Stores payments of Pat's that were posted, by their ids. Amounts are in dollars. */
async function store(rows: Readonly<Record<string, Partial<Row> & { readonly on: string; readonly paid: number }>>) {
  await opened.db.insert(paymentHistory).values(
    Object.entries(rows).map(([paymentDetailId, { on, paid, ...more }]) =>
      seals.paymentHistory.seal({
        ...OWN_ACCOUNT,
        paymentDetailId,
        effectiveDate: day(on),
        amount: dollars(paid),
        principal: dollars(paid),
        interest: ZERO,
        fees: ZERO,
        description: 'Online Payment',
        groups: [],
        ...more,
      }),
    ),
  );
}

const list = async (query: Partial<HistoryPageQuery> = {}, scope = pat()) =>
  handlers['payments.history'](scope, { body: { ...FIRST, ...query } });
const ids = async (query: Partial<HistoryPageQuery> = {}) =>
  (await list(query)).payments.map(({ paymentDetailId }) => paymentDetailId).join(' ');

describe('the history', () => {
  it('lists the last 12 months, the day a year ago included', async () => {
    await store({
      new: { on: '2026-11-05', paid: 1 },
      edge: { on: '2025-11-20', paid: 2 },
      old: { on: '2025-11-19', paid: 3 },
    });
    expect(await ids({ period: 'recent' })).toBe('new edge');
    expect(await ids()).toBe('new edge old');
  });

  it('is sorted by date or amount, either way, with equal ones in one order', async () => {
    await store({
      a: { on: '2026-11-05', paid: 50 },
      b: { on: '2026-11-05', paid: 20 },
      c: { on: '2026-10-05', paid: 50 },
      d: { on: '2026-09-05', paid: 70 },
    });
    expect(await ids()).toBe('a b c d');
    expect(await ids({ order: 'asc' })).toBe('d c b a');
    expect(await ids({ sort: 'amount' })).toBe('d a c b');
    expect(await ids({ sort: 'amount', order: 'asc' })).toBe('b c a d');
  });

  it.each([1, 2, 3, 4, 7, 8])('contains every payment once with %i per page', async (size) => {
    const stored = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`p${at}`, { on: `2026-0${at + 1}-05`, paid: 10 * (at % 3) + 1 }]),
    );
    await store(stored);
    for (const sort of ['date', 'amount'] as const) {
      const whole = await ids({ sort });
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(7 / size); page += 1) {
        const answer = await list({ sort, page, size });
        expect(answer).toMatchObject({ page, total: 7 });
        pages.push(...answer.payments.map(({ paymentDetailId }) => paymentDetailId));
      }
      expect(pages.join(' ')).toBe(whole);
    }
  });

  it('answers a page after the last one with the last one, and no payments with page 1', async () => {
    expect(await list({ page: 9 })).toEqual({ payments: [], page: 1, total: 0 });
    await store({ a: { on: '2026-11-05', paid: 1 }, b: { on: '2026-10-05', paid: 2 } });
    expect(await list({ page: 9, size: 1 })).toMatchObject({ page: 2, payments: [{ paymentDetailId: 'b' }] });
  });

  it('splits a payment into principal, interest and fees, and by group', async () => {
    const parts = { principal: dollars(80), interest: dollars(15), fees: dollars(5) };
    await store({
      a: { on: '2026-11-05', paid: 100, ...parts, groups: [{ groupId: 'A', total: dollars(100), ...parts }] },
    });
    expect((await list()).payments).toEqual([
      {
        paymentDetailId: 'a',
        loanType: 'Direct',
        effectiveDate: '2026-11-05',
        sumOfPaymentAmount: 100,
        sumOfPrincipal: 80,
        sumOfInterest: 15,
        sumOfFees: 5,
        description: 'Online Payment',
        refund: null,
        closedAt: null,
        borrowerAccountNumber: 'E900000001',
        groupLevelPaymentHistories: [
          { groupId: 'A', totalAmount: 100, principalApplied: 80, interestApplied: 15, feesApplied: 5 },
        ],
      },
    ]);
  });

  it.each([
    ['11/05/2026', 'a'],
    ['2025', 'd'],
    ['10/2026', 'c b'],
    ['11/05', 'a d'],
    ['206', 'a c'],
    ['206.25', 'a'],
    ['$1,206.25', 'd'],
    ['cancel', 'c'],
    ['ONLINE', 'a b d'],
    ['J9000', 'b'],
    ['900000001', 'a c d'],
    ['%', ''],
    ['_', ''],
    [String.raw`\ `, ''],
    ['nothing like it', ''],
    ['   ', 'a c b d'],
  ])('finds "%s" in the full history: %s', async (search, found) => {
    await store({
      a: { on: '2026-11-05', paid: 206.25 },
      b: { on: '2026-10-01', paid: 33, accountId: 'account-2' },
      c: { on: '2026-10-15', paid: 206.5, description: 'Cancelled' },
      d: { on: '2025-11-05', paid: 1206.25 },
    });
    expect(await ids({ search, period: search.trim() === '' ? 'all' : 'recent' })).toBe(found);
  });

  it.each([
    ['Payment by phone', 'a'],
    ['by phone', 'a'],
    ['PAYMENT', 'a c'],
    ['Auto debit', 'b'],
  ])('finds the types as the borrower reads them: "%s" finds %s', async (search, found) => {
    await store({
      a: { on: '2026-11-05', paid: 1, description: 'Pay by Phone' },
      b: { on: '2026-10-15', paid: 2, description: 'Auto Debit' },
      c: { on: '2026-09-15', paid: 3 },
    });
    expect(await ids({ search })).toBe(found);
  });

  it.each([
    ['Electronic', 'a d'],
    ['cancel', 'c'],
    ['E', 'a c d'],
    ['online', ''],
    ['Auto Debit', ''],
  ])('finds for a payer the types that a payer sees: "%s" finds %s', async (search, found) => {
    await store({
      a: { on: '2026-11-05', paid: 1 },
      c: { on: '2026-10-15', paid: 2, description: 'Cancelled' },
      d: { on: '2025-11-05', paid: 3, description: 'Auto Debit' },
    });
    // A borrower's cached page with the same search must not be shown to the payer.
    await list({ search });
    const { payments } = await handlers['payments.history'](payer(), { body: { ...FIRST, search } });
    expect(payments.map(({ paymentDetailId }) => paymentDetailId).join(' ')).toBe(found);
  });

  it('has nothing of another borrower', async () => {
    await store({ a: { on: '2026-11-05', paid: 1, borrowerKey: 'quill', accountId: 'account-9' } });
    await opened.db.insert(accounts).values({
      borrowerKey: 'quill',
      accountId: 'account-9',
      accountNumber: 'E9',
      kind: 'federal',
      loanType: 'Direct',
    });
    expect(await list()).toMatchObject({ payments: [], total: 0 });
    await expect(
      handlers['payments.historyDetails'](pat(), { params: { paymentDetailId: 'a' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('a debit of several parts (ruling 105)', () => {
  /** $100.00 for group A, $60.00 for group B, and $25.00 divided into $20.00 for A and a refund of $5.00. */
  const storeDebit = async () => {
    const split = (groupId: string, paid: number) => ({
      groupId,
      total: dollars(paid),
      principal: dollars(paid - 1),
      interest: dollars(1),
      fees: ZERO,
    });
    const part = (groupId: string, paid: number, refunded = 0) => ({
      on: '2026-11-05',
      paid: paid + refunded,
      principal: dollars(paid - 1),
      interest: dollars(1),
      refunded: dollars(refunded),
      refundedOn: refunded > 0 ? day('2026-11-13') : null,
      description: 'Auto Debit',
      paymentId: 'p',
      groups: [split(groupId, paid)],
    });
    await store({
      'p-1': { ...part('A', 100), otherParts: dollars(85) },
      'p-3': { ...part('A', 20, 5), partOf: 'p-1' },
      'p-2': { ...part('B', 60), partOf: 'p-1' },
      q: { on: '2026-11-05', paid: 150 },
    });
  };
  const debit = {
    paymentDetailId: 'p-1',
    sumOfPaymentAmount: 185,
    sumOfPrincipal: 177,
    sumOfInterest: 3,
    refund: { amount: 5, date: '2026-11-13', isMade: true },
    groupLevelPaymentHistories: [
      { groupId: 'A', totalAmount: 120, principalApplied: 118, interestApplied: 2, feesApplied: 0 },
      { groupId: 'B', totalAmount: 60, principalApplied: 59, interestApplied: 1, feesApplied: 0 },
    ],
  };

  it('is one row, with the sum of each group', async () => {
    await storeDebit();
    expect(await list()).toMatchObject({ total: 2, payments: [debit, { paymentDetailId: 'q' }] });
  });

  it('is sorted and found by its whole amount', async () => {
    await storeDebit();
    expect(await ids({ sort: 'amount' })).toBe('p-1 q');
    expect(await ids({ sort: 'amount', order: 'asc', size: 1 })).toBe('q');
    expect(await ids({ search: '185' })).toBe('p-1');
    expect(await ids({ search: '100' })).toBe('');
  });

  it('has one line in the file', async () => {
    await storeDebit();
    const { content } = await handlers['payments.historyFile'](pat(), {
      body: { period: 'all', search: null, sort: 'date', order: 'desc' },
    });
    expect(content instanceof Blob && (await content.text()).split('\r\n')).toEqual([
      expect.stringContaining('Date'),
      '11/05/2026,E900000001,Auto debit,185.00,177.00,3.00,0.00,5.00,11/13/2026',
      expect.stringContaining('150.00'),
      '',
    ]);
  });

  it.each(['p-1', 'p-2', 'p-3'])('has its details under the id of each part: %s', async (paymentDetailId) => {
    await storeDebit();
    const details = await handlers['payments.historyDetails'](pat(), { params: { paymentDetailId } });
    expect(details).toMatchObject({ ...debit, predicted: null });
  });

  it('has the sum of the predictions of its parts', async () => {
    const predicted = (groupId: string, paid: number) => {
      const parts = { principal: dollars(paid), interest: ZERO, fees: ZERO };
      return { ...parts, refunded: dollars(1), groups: [{ groupId, total: dollars(paid), ...parts }] };
    };
    await store({
      'p-1': { on: '2026-11-05', paid: 10, otherParts: dollars(20), predicted: predicted('A', 9) },
      'p-2': { on: '2026-11-05', paid: 20, partOf: 'p-1', predicted: predicted('B', 19) },
    });
    const { predicted: sum } = await handlers['payments.historyDetails'](pat(), { params: { paymentDetailId: 'p-1' } });
    expect(sum).toMatchObject({
      sumOfPrincipal: 28,
      refundedAmount: 2,
      groupLevelPaymentHistories: [
        { groupId: 'A', totalAmount: 9 },
        { groupId: 'B', totalAmount: 19 },
      ],
    });
  });

  it('is one last payment of the account, and of a group the sum of what reached it', async () => {
    await store({ older: { on: '2026-10-05', paid: 30 } });
    await storeDebit();
    await opened.db.delete(paymentHistory).where(eq(paymentHistory.paymentDetailId, 'q'));
    const { federalAccounts } = await handlers['accounts.list'](pat(), {});
    expect(federalAccounts).toMatchObject([
      { latestPayment: { latestPaymentAmount: 185, latestPaymentDate: '2026-11-05' } },
    ]);
    const { groups } = await handlers['loans.summary'](pat(), { params: { accountId: 'account-1' } });
    expect(groups).toMatchObject([
      { groupId: 'A', lastPaymentAmount: 120, lastPaymentDate: '2026-11-05' },
      { groupId: 'B', lastPaymentAmount: 60, lastPaymentDate: '2026-11-05' },
    ]);
  });
});

describe('a payment that was refunded in full (ruling 95)', () => {
  it('is no last payment, and in no total', async () => {
    await store({
      paid: { on: '2026-11-05', paid: 80 },
      refunded: { on: '2026-11-06', paid: 500, principal: ZERO, refunded: dollars(500), refundedOn: day('2026-11-13') },
    });
    const { federalAccounts } = await handlers['accounts.list'](pat(), {});
    expect(federalAccounts).toMatchObject([
      { latestPayment: { latestPaymentAmount: 80, latestPaymentDate: '2026-11-05' } },
    ]);
    expect(await handlers['payments.totals'](pat(), {})).toMatchObject({ totalAmountPaid: 80 });
  });

  it.each([
    ['2026-11-20', true],
    ['2026-11-23', false],
  ])('is in the history with its refund of %s (made by 11/20: %s)', async (refundedOn, isMade) => {
    const refund = { principal: ZERO, refunded: dollars(500), refundedOn: day(refundedOn) };
    await store({ refunded: { on: '2026-11-16', paid: 500, ...refund } });
    expect((await list()).payments).toMatchObject([
      { sumOfPaymentAmount: 500, refund: { amount: 500, date: refundedOn, isMade } },
    ]);
  });

  it('has no day in the history if it was posted before the day was recorded', async () => {
    await store({ refunded: { on: '2026-11-06', paid: 500, principal: ZERO, refunded: dollars(500) } });
    expect((await list()).payments).toMatchObject([{ refund: { amount: 500, date: null, isMade: true } }]);
  });
});

describe('the details of a payment', () => {
  const details = (paymentDetailId: string) =>
    handlers['payments.historyDetails'](pat(), { params: { paymentDetailId } });

  it('have the refund and the masked bank account', async () => {
    await store({
      a: {
        on: '2026-11-05',
        paid: 100,
        principal: dollars(90),
        refunded: dollars(10),
        refundedOn: day('2026-11-13'),
        drawnOn: {
          routingNumber: '114000093',
          bankAccountNumber: '778204519',
          accountTypeId: 1,
          accountHolder: 'Pat Marsh',
        },
      },
    });
    const answer = await details('a');
    expect(answer).toMatchObject({
      sumOfPaymentAmount: 100,
      sumOfPrincipal: 90,
      refund: { amount: 10, date: '2026-11-13', isMade: true },
      loanType: 'Direct',
      paymentMethod: 'Frost Bank *****4519',
      closedAt: null,
    });
    expect(JSON.stringify(answer)).not.toContain('778204519');
  });

  it('have no bank account if the payment predates the portal', async () => {
    await store({ a: { on: '2026-11-05', paid: 100 } });
    expect(await details('a')).toMatchObject({ paymentMethod: null, refund: null });
  });
});

describe('the total paid to date', () => {
  it('leaves out canceled and returned payments and refunds', async () => {
    await store({
      a: {
        on: '2026-11-05',
        paid: 100,
        principal: dollars(70),
        interest: dollars(20),
        fees: dollars(5),
        refunded: dollars(5),
      },
      b: { on: '2020-01-05', paid: 50 },
      c: { on: '2026-10-05', paid: 1000, description: 'Returned' },
      d: { on: '2026-10-05', paid: 500, principal: ZERO, description: 'Cancelled' },
    });
    const totals = {
      totalAmountPaid: 145,
      totalPrincipleApplied: 120,
      totalInterestApplied: 20,
      totalFeesApplied: 5,
    };
    expect(await handlers['payments.totals'](pat(), {})).toEqual(totals);
    expect(await handlers['payments.totals'](payer(), {})).toEqual(totals);
  });

  it('is zero without a payment', async () => {
    expect(await handlers['payments.totals'](pat(), {})).toMatchObject({ totalAmountPaid: 0 });
  });
});

describe('the file', () => {
  const file = async (scope: Scope, query: Partial<HistoryPageQuery> = {}) => {
    const { page: _, size: __, ...body } = { ...FIRST, ...query };
    const { content, fileName, mediaType } = await handlers['payments.historyFile'](scope, { body });
    if (!(content instanceof Blob)) throw new Error('The file is no blob');
    return { fileName, mediaType, lines: (await content.text()).split('\r\n') };
  };

  it('has every payment of the filtered list, in its order', async () => {
    const stored = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `p${at}`,
        { on: `2026-10-${String(at + 1).padStart(2, '0')}`, paid: at + 1 },
      ]),
    );
    await store({ ...stored, other: { on: '2026-09-01', paid: 7 } });
    const { fileName, mediaType, lines } = await file(pat(), { search: '10/2026', sort: 'amount', order: 'asc' });
    expect({ fileName, mediaType }).toEqual({ fileName: 'Payment-history-2026-11-20.csv', mediaType: 'text/csv' });
    expect(lines).toHaveLength(32);
    expect(lines[1]).toBe('10/01/2026,E900000001,Online Payment,1.00,1.00,0.00,0.00,0.00,');
    expect(lines[30]).toContain('10/30/2026');
  });

  it("contains only the page's data for a payer", async () => {
    await store({ a: { on: '2026-11-05', paid: 1 } });
    expect((await file(payer())).lines[1]).toContain(',Electronic,');
  });
});

describe('canceling a scheduled payment', () => {
  const key = randomUUID;
  const names = { paymentId: 'payment-1', paymentDetailId: 'detail-1' };
  const schedule = (on: string, more: Partial<OpenedInsert<typeof scheduledPayments>> = {}) =>
    opened.db.insert(scheduledPayments).values(
      seals.scheduledPayments.seal({
        ...OWN_ACCOUNT,
        ...names,
        groupId: null,
        effectiveDate: day(on),
        amount: dollars(25),
        profileId: 'method-1',
        ...OWN_BANK,
        keepsDueDate: false,
        authorizedAt: NOW,
        ...more,
      }),
    );
  const cancel = (scope: Scope, idempotencyKey = key(), body = names) =>
    handlers['payments.cancel'](scope, { idempotencyKey, body });
  const scheduled = () => opened.db.$count(scheduledPayments, eq(scheduledPayments.borrowerKey, 'pat'));

  it('moves it to the history as Cancelled, with nothing applied', async () => {
    await schedule('2026-11-23', { groupId: 'A' });
    expect(await cancel(pat())).toEqual({ result: true });
    expect(await scheduled()).toBe(0);
    expect((await list()).payments).toEqual([
      expect.objectContaining({
        paymentDetailId: 'detail-1',
        effectiveDate: '2026-11-23',
        sumOfPaymentAmount: 25,
        sumOfPrincipal: 0,
        description: 'Cancelled',
        groupLevelPaymentHistories: [expect.objectContaining({ groupId: 'A', principalApplied: 0 })],
      }),
    ]);
    expect(await handlers['payments.totals'](pat(), {})).toMatchObject({ totalAmountPaid: 0 });
  });

  it('leaves the other parts of the payment', async () => {
    await schedule('2026-11-23', { groupId: 'A' });
    await schedule('2026-11-23', { groupId: 'B', paymentDetailId: 'detail-2' });
    expect(await cancel(pat())).toEqual({ result: true });
    expect(await handlers['payments.scheduled'](pat(), {})).toMatchObject([{ paymentDetailId: 'detail-2' }]);
  });

  it.each([
    ['2026-11-20', 'Processing'],
    ['2026-11-19', 'Pending'],
  ])('is refused for a payment of %s, which is %s', async (on) => {
    await schedule(on);
    expect(await cancel(pat())).toEqual({ result: false });
    expect(await scheduled()).toBe(1);
    expect(await list()).toMatchObject({ total: 0 });
  });

  it('is rejected for an unknown payment, or one of another borrower', async () => {
    await schedule('2026-11-23', { borrowerKey: 'quill' });
    expect(await cancel(pat())).toEqual({ result: false });
    expect(await cancel(pat(), key(), { ...names, paymentDetailId: 'other' })).toEqual({ result: false });
    expect(await opened.db.$count(scheduledPayments)).toBe(1);
  });

  it('happens once: the same key gives the same answer, another key is refused', async () => {
    await schedule('2026-11-23');
    const same = key();
    expect(await cancel(pat(), same)).toEqual({ result: true });
    expect(await cancel(pat(), same)).toEqual({ result: true });
    expect(await cancel(pat())).toEqual({ result: false });
    expect(await list()).toMatchObject({ total: 1 });
  });

  it('is settled after a lost response: recorded, or closed for good', async () => {
    await schedule('2026-11-23');
    const settle = (idempotencyKey: string) =>
      handlers['payments.settleCancellation'](pat(), { body: { idempotencyKey } });
    const [lost, closed] = [key(), key()];
    expect(await settle(closed)).toEqual({ outcome: 'closed' });
    await expect(cancel(pat(), closed)).rejects.toMatchObject({ status: 409 });
    expect(await scheduled()).toBe(1);
    await cancel(pat(), lost);
    expect(await settle(lost)).toEqual({ outcome: 'recorded', answer: { result: true }, record: names });
  });

  it('records who canceled it, and when', async () => {
    await schedule('2026-11-23');
    expect(await cancel(payer())).toEqual({ result: true });
    const by = { actorWebAccountId: 'web-payer', actorRole: 'payer', actorIsImpersonator: false };
    expect(await opened.db.select().from(paymentHistory)).toMatchObject([{ ...by, closedAt: NOW }]);
    expect(await opened.db.select().from(submissions)).toMatchObject([
      { ...by, call: 'payments.cancel', createdId: 'detail-1', createdAt: NOW },
    ]);
  });

  it('appears in the next list', async () => {
    await schedule('2026-11-23');
    await store({ a: { on: '2026-11-05', paid: 1 } });
    expect(await list()).toMatchObject({ total: 1 });
    await cancel(pat());
    expect(await list()).toMatchObject({ total: 2 });
  });
});
