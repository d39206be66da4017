/** Scheduled payments become history after their date has passed (ruling 20), once and as of their effective dates. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, like, not } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StandingInstruction } from '#domain/accounts/shapes.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  inboxMessages,
  loans,
  notices,
  paperlessEnrollments,
  paymentHistory,
  paymentInstructions,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { type OpenedInsert, type OpenedRow, seals } from '#server/db/seals.ts';
import { resetDemoData } from '#server/demo/load.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, ROLE_IDS, TODAY, copyPeople, openEmpty, createScope } from '#test/support/database.ts';
import { storedRecords } from '#test/support/loan-records.ts';
import {
  ACCOUNT,
  type GroupOverrides,
  OWN_ACCOUNT,
  OWN_BANK,
  type Paid,
  clearBorrowers,
  dollars,
  createPayload,
  storeBorrower,
} from '#test/support/round-amounts.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

const day = toPlainDate;

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
beforeEach(() => clearBorrowers(opened.db));

const storePat = (groups: Readonly<Record<string, GroupOverrides>>, instruction?: StandingInstruction) =>
  storeBorrower(opened.db, groups, { instruction });

/** Schedules a payment for Pat as if it had been submitted. */
async function schedule(
  amount: number,
  effectiveDate: string,
  more: Partial<OpenedInsert<typeof scheduledPayments>> = {},
): Promise<string> {
  const paymentDetailId = randomUUID();
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: randomUUID(),
      paymentDetailId,
      groupId: null,
      effectiveDate: day(effectiveDate),
      amount: dollars(amount),
      profileId: 'method-1',
      ...OWN_BANK,
      keepsDueDate: false,
      authorizedAt: NOW,
      ...more,
    }),
  );
  return paymentDetailId;
}

const scopeOn = (today: string): Scope => ({
  ...createScope(opened, 'pat'),
  today: day(today),
  now: new Date(`${today}T15:00:00Z`),
});
const postAt = (today: string) => postDuePayments(scopeOn(today));
const historyRows = async () => {
  const rows = await opened.db
    .select()
    .from(paymentHistory)
    .where(eq(paymentHistory.borrowerKey, 'pat'))
    .orderBy(paymentHistory.effectiveDate, paymentHistory.paymentDetailId);
  return rows.map(seals.paymentHistory.open);
};
const loanRows = async () =>
  opened.db.select().from(loans).where(eq(loans.borrowerKey, 'pat')).orderBy(loans.groupId, loans.loanId);
const count = () => opened.db.$count(scheduledPayments, eq(scheduledPayments.borrowerKey, 'pat'));

/** Returns the amounts due on Pat's groups on a day, in dollars, after posting all payments due by then. */
async function dueOn(today: string) {
  await postAt(today);
  const { borrowerAccountPayments } = await handlers['payments.borrowerPayment'](scopeOn(today), {});
  return Object.fromEntries(
    (borrowerAccountPayments[0]?.borrowerGroupPayments ?? []).map(
      ({ groupId, paymentDueDate, amountDue, pastDueAmt }) => [groupId, { paymentDueDate, amountDue, pastDueAmt }],
    ),
  );
}

/** Returns how the history splits a payment, in dollars. */
const getParts = ({ amount, fees, interest, principal, refunded }: OpenedRow<typeof paymentHistory.$inferSelect>) =>
  [amount, fees, interest, principal, refunded].map((part) => part / 100);

describe('over the API', () => {
  let server: TestServer;
  let place: string;
  beforeAll(async () => {
    server = await startTestServer();
    place = await mkdtemp(join(tmpdir(), 'portal-posting-'));
    await copyPeople(place, 'avery');
  });
  afterAll(async () => {
    await server.close();
    await rm(place, { recursive: true });
  });
  beforeEach(() => resetDemoData(server.opened.db, join(place, 'data'), TODAY, ROLE_IDS));

  const at = (instant: string) => server.clock.set(new Date(instant));
  const scheduled = async () =>
    readJson(
      await server.make(payments.scheduled, { token: await server.mintToken('avery') }),
      v.array(v.looseObject({ paymentType: v.string(), description: v.string(), effectiveDate: v.string() })),
    );

  it('a payment passes through its states day by day, over a holiday and a weekend', async () => {
    // Avery's payment by phone is for Wednesday, 25 November; Thursday is Thanksgiving.
    const seen: string[] = [];
    for (let date = day('2026-11-23'); date <= '2026-12-01'; date = addDays(date, 1)) {
      at(`${date}T15:00:00Z`);
      const rows = await scheduled();
      seen.push(`${date} ${rows.map(({ paymentType, description }) => `${paymentType}: ${description}`).join(', ')}`);
    }
    expect(seen).toEqual([
      '2026-11-23 Pay by Phone: Scheduled',
      '2026-11-24 Pay by Phone: Scheduled',
      '2026-11-25 Pay by Phone: Processing',
      '2026-11-26 Pay by Phone: Processing',
      '2026-11-27 Pay by Phone: Pending',
      '2026-11-28 Pay by Phone: Pending',
      '2026-11-29 Pay by Phone: Pending',
      '2026-11-30 ',
      '2026-12-01 ',
    ]);
    const rows = await server.opened.db
      .select()
      .from(paymentHistory)
      .where(eq(paymentHistory.description, 'Pay by Phone'));
    expect(rows).toMatchObject([
      { borrowerKey: 'avery', effectiveDate: '2026-11-25', amount: 50_00, fees: 0, refunded: 0 },
    ]);
  });

  it('the day changes at midnight in New York', async () => {
    await server.opened.db
      .update(scheduledPayments)
      .set({ effectiveDate: day('2026-11-20') })
      .where(eq(scheduledPayments.borrowerKey, 'avery'));
    at('2026-11-24T04:59:59Z');
    expect(await scheduled()).toMatchObject([{ description: 'Pending' }]);
    at('2026-11-24T05:00:00Z');
    expect(await scheduled()).toEqual([]);
  });

  it('a call about loans alone posts payments too', async () => {
    const token = await server.mintToken('avery');
    at('2026-11-29T15:00:00Z');
    const before = await readJson(
      await server.make(payments.borrowerPayment, { token }),
      payments.borrowerPayment.response,
    );
    at('2026-11-30T15:00:00Z');
    const after = await readJson(
      await server.make(payments.borrowerPayment, { token }),
      payments.borrowerPayment.response,
    );
    const dueOnPrivate = ({ borrowerAccountPayments: all }: typeof before) =>
      all.find(({ accountNumber }) => accountNumber === 'J300561287')?.amountDue ?? 0;
    expect(dueOnPrivate(before) - dueOnPrivate(after)).toBe(50_00);
  });

  it('standing instructions are returned for each account, STANDARD by default', async () => {
    const answer = await server.make(payments.specialInstructions, { token: await server.mintToken('avery') });
    expect(await readJson(answer, payments.specialInstructions.response)).toEqual([
      { borrowerAccountNumber: 'D207715340', specialPaymentInstructionsCode: 'LOWEST_BALANCE' },
      { borrowerAccountNumber: 'E104882913', specialPaymentInstructionsCode: 'STANDARD' },
      { borrowerAccountNumber: 'J300561287', specialPaymentInstructionsCode: 'STANDARD' },
    ]);
  });
});

describe('a debit of several parts (ruling 105)', () => {
  it('is one payment of the account with a separate split for each part', async () => {
    await storePat({ A: {}, B: { monthly: 60, amountDue: 60 } });
    const shares = [
      { groupId: 'B', amount: 60, paymentDetailId: 'p-0002' },
      { groupId: 'A', amount: 100, paymentDetailId: 'p-0001' },
    ];
    for (const { amount, ...more } of shares) await schedule(amount, '2026-11-20', { paymentId: 'p', ...more });
    await schedule(7, '2026-11-20', { paymentId: 'q' });
    await postAt('2026-11-24');
    const rows = await historyRows();
    expect(rows.filter(({ paymentId }) => paymentId === 'p')).toMatchObject([
      { paymentDetailId: 'p-0001', partOf: null, otherParts: 60_00, groups: [{ groupId: 'A', total: 100_00 }] },
      { paymentDetailId: 'p-0002', partOf: 'p-0001', otherParts: 0, groups: [{ groupId: 'B', total: 60_00 }] },
    ]);
    const { payments: listed } = await handlers['payments.history'](scopeOn('2026-11-24'), {
      body: { period: 'all', search: null, sort: 'amount', order: 'desc', page: 1, size: 10 },
    });
    expect(listed.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount)).toEqual([160, 7]);
  });

  it('that is submitted has the ids of its parts in the order of the groups', async () => {
    await storePat({ A: {}, B: {} });
    const groups = [
      { groupId: 'B', amount: 60 },
      { groupId: 'A', amount: 100 },
    ];
    await handlers['payments.submit'](scopeOn('2026-11-20'), {
      idempotencyKey: randomUUID(),
      body: v.parse(payments.submit.body, { ...createPayload({ amount: 160, groups }), methodId: 'method-1' }),
    });
    const rows = await opened.db.select().from(scheduledPayments).orderBy(scheduledPayments.paymentDetailId);
    expect(
      rows.map(({ groupId, paymentDetailId, paymentId }) => [groupId, paymentDetailId.slice(paymentId.length)]),
    ).toEqual([
      ['A', '-0001'],
      ['B', '-0002'],
    ]);
  });
});

describe('a refund (ruling 95)', () => {
  const OWED = { A: { loans: [{ principal: 120 }] } };
  /** The letters other than those about statements. */
  const letters = () =>
    opened.db
      .select()
      .from(inboxMessages)
      .where(and(eq(inboxMessages.borrowerKey, 'pat'), not(like(inboxMessages.documentId, 'statement-%'))));
  const paperless = { borrowerKey: 'pat', enrolled: true };
  beforeEach(async () => {
    await opened.db.insert(paperlessEnrollments).values(paperless).onConflictDoNothing();
  });
  afterEach(() => opened.db.delete(paperlessEnrollments).where(eq(paperlessEnrollments.borrowerKey, 'pat')));

  it('follows two banking days after posting, with one letter and one email', async () => {
    await storePat(OWED);
    await schedule(500, '2026-11-30', { paymentId: 'large' });
    await schedule(100, '2026-11-27', { paymentId: 'small' });
    await postAt('2026-12-02');
    expect(await historyRows()).toMatchObject([
      { paymentId: 'small', postedOn: '2026-12-01', refunded: 0, refundedOn: null },
      { paymentId: 'large', postedOn: '2026-12-02', refunded: 480_00, refundedOn: '2026-12-04' },
    ]);
    expect(await letters()).toMatchObject([
      {
        subject: "We're refunding part of your payment",
        text: expect.stringContaining("We're sending $480.00 back to Frost Bank *****4519 on 12/04/2026.") as unknown,
        receivedOn: '2026-12-02',
        isDirect: true,
      },
    ]);
    const emails = await opened.db.select().from(notices).where(eq(notices.noticeId, 'newLetter-refunded-large'));
    expect(emails).toMatchObject([{ kind: 'newLetter', email: 'pat@example.com' }]);
  });

  it('of several parts of a debit is one refund', async () => {
    await storePat({ A: { loans: [{ principal: 120 }] }, B: { loans: [{ principal: 30 }] } });
    await schedule(150, '2026-11-30', { paymentId: 'p', groupId: 'A' });
    await schedule(80, '2026-11-30', { paymentId: 'p', groupId: 'B' });
    await postAt('2026-12-02');
    expect(await letters()).toMatchObject([{ text: expect.stringContaining('$80.00 more than you owed') as unknown }]);
    const { payments: listed } = await handlers['payments.history'](scopeOn('2026-12-04'), {
      body: { period: 'all', search: null, sort: 'date', order: 'desc', page: 1, size: 10 },
    });
    expect(listed).toMatchObject([
      { sumOfPaymentAmount: 230, refund: { amount: 80, date: '2026-12-04', isMade: true } },
    ]);
  });
});

describe('posting', () => {
  it('applies interest through the effective date, then principal, as if it had run on that day', async () => {
    // Reference 3.5: $15,000.00 at 6.8% for 15 days is $41.89, and $108.11 of $150.00 goes to principal.
    await storePat({ A: { loans: [{ principal: 15_000, rate: 6800, since: '2026-11-10' }] } });
    await schedule(150, '2026-11-25');
    await postAt('2026-11-29');
    expect(await historyRows()).toEqual([]);
    await postAt('2026-11-30');
    const [row] = await historyRows();
    expect(row).toMatchObject({
      effectiveDate: '2026-11-25',
      description: 'Online Payment',
      groups: [{ groupId: 'A', total: 150_00, principal: 108_11, interest: 41_89, fees: 0 }],
      drawnOn: {
        routingNumber: '114000093',
        bankAccountNumber: '778204519',
        accountTypeId: 1,
        accountHolder: 'Pat Marsh',
      },
    });
    expect(row && getParts(row)).toEqual([150, 0, 41.89, 108.11, 0]);
    // Five days on $14,891.89 at 6.8% are $13.86.
    const { borrowerAccountPayments: all } = await handlers['payments.borrowerPayment'](scopeOn('2026-11-30'), {});
    expect(all[0]).toMatchObject({ currentPayoff: 14_905.75, accruedInterest: 13.86 });
  });

  it.each([
    ['STANDARD', [30, 5, 20, 5, 0]],
    ['IBR', [30, 5, 20, 5, 0]],
  ] as const)('pays fees, interest and principal on %s', async (plan, expected) => {
    await storePat({ A: { plan, loans: [{ principal: 1_000, interest: 20, fees: 5 }] } });
    await schedule(30, '2026-11-20');
    await postAt('2026-11-24');
    const [row] = await historyRows();
    expect(row && getParts(row)).toEqual(expected);
  });

  it.each([
    ['STANDARD', [12, 5, 7, 0, 0]],
    ['IBR', [12, 0, 12, 0, 0]],
  ] as const)('pays on %s in the order of the plan', async (plan, expected) => {
    await storePat({ A: { plan, loans: [{ principal: 1_000, interest: 20, fees: 5 }] } });
    await schedule(12, '2026-11-20');
    await postAt('2026-11-24');
    const [row] = await historyRows();
    expect(row && getParts(row)).toEqual(expected);
  });

  it('on an account pays past-due groups first, the longest past due first', async () => {
    await storePat({
      A: { pastDue: 200 },
      B: { pastDue: 150, monthly: 50, amountDue: 50 },
      C: { monthly: 300, amountDue: 300 },
    });
    await schedule(250, '2026-11-20');
    expect(await dueOn('2026-11-24')).toEqual({
      A: { paymentDueDate: '2026-12-09', amountDue: 100, pastDueAmt: 100 },
      B: { paymentDueDate: '2026-12-09', amountDue: 50, pastDueAmt: 0 },
      C: { paymentDueDate: '2026-12-09', amountDue: 300, pastDueAmt: 0 },
    });
    const [row] = await historyRows();
    expect(row?.groups.map(({ groupId, total }) => [groupId, total / 100])).toEqual([
      ['A', 100],
      ['B', 150],
    ]);
  });

  it('on an account then splits in proportion to the monthly payments', async () => {
    await storePat({ A: { pastDue: 200 }, B: { monthly: 50, amountDue: 50 }, C: { monthly: 300, amountDue: 300 } });
    // 200.00 past due, then 40.00 as 100 : 50 : 300.
    await schedule(240, '2026-11-20');
    await postAt('2026-11-24');
    const [row] = await historyRows();
    expect(row?.groups.map(({ groupId, total }) => [groupId, total / 100])).toEqual([
      ['A', 208.89],
      ['B', 4.44],
      ['C', 26.67],
    ]);
  });

  it.each([
    [undefined, { A01: 60, B01: 40 }],
    [
      { code: 'HIGHEST_RATE', groupId: null },
      { A01: 60, B01: 40 },
    ],
    [
      { code: 'LOWEST_BALANCE', groupId: null },
      { A02: 50, A01: 50 },
    ],
    [{ code: 'GROUP', groupId: 'B' }, { B01: 100 }],
  ] as const)(
    "follows the borrower's instruction for amounts above the amount due: %j",
    async (instruction, expected) => {
      await storePat(
        {
          A: {
            amountDue: 0,
            loans: [
              { principal: 60, rate: 7000 },
              { principal: 50, rate: 4000 },
            ],
          },
          B: { amountDue: 0, loans: [{ principal: 9_000, rate: 5000 }] },
        },
        instruction,
      );
      await schedule(100, '2026-11-20');
      const before = new Map((await loanRows()).map((loan) => [loan.loanId, loan.principal]));
      await postAt('2026-11-24');
      const paid = (await loanRows())
        .map((loan): [string, number] => [loan.loanId, ((before.get(loan.loanId) ?? 0) - loan.principal) / 100])
        .filter(([, amount]) => amount > 0);
      expect(Object.fromEntries(paid)).toEqual(expected);
    },
  );

  it('on a group pays the group, and the excess goes to the other groups', async () => {
    await storePat({ A: { loans: [{ principal: 120 }] }, B: { pastDue: 100 } });
    await schedule(90, '2026-11-20', { groupId: 'A' });
    await schedule(60, '2026-11-23', { groupId: 'A' });
    await postAt('2026-11-25');
    const rows = await historyRows();
    expect(rows.map(({ groups }) => groups.map(({ groupId, total }) => [groupId, total / 100]))).toEqual([
      [['A', 90]],
      [
        ['A', 30],
        ['B', 30],
      ],
    ]);
    expect(await dueOn('2026-11-25')).toEqual({
      A: { paymentDueDate: null, amountDue: 0, pastDueAmt: 0 },
      B: { paymentDueDate: '2026-12-09', amountDue: 100, pastDueAmt: 70 },
    });
  });

  it("records the excess over the account's balance as refunded", async () => {
    await storePat({ A: { loans: [{ principal: 120 }] } });
    await schedule(150, '2026-11-20');
    await schedule(20, '2026-11-23');
    await postAt('2026-12-01');
    expect((await historyRows()).map(getParts)).toEqual([
      [150, 0, 0, 120, 30],
      [20, 0, 0, 0, 20],
    ]);
  });

  it('processes payments of one day in the order of authorization', async () => {
    await storePat({ A: { loans: [{ principal: 100 }] } });
    await schedule(80, '2026-11-20', { authorizedAt: new Date('2026-11-20T15:00:01Z'), paymentType: 'Pay by Phone' });
    await schedule(80, '2026-11-20', { authorizedAt: new Date('2026-11-20T15:00:00Z') });
    await postAt('2026-11-24');
    const byType = Object.fromEntries((await historyRows()).map((row) => [row.description, getParts(row)]));
    expect(byType).toEqual({ 'Online Payment': [80, 0, 0, 80, 0], 'Pay by Phone': [80, 0, 0, 20, 60] });
  });

  it.each([
    ['the first stored first', ['a', 'b']],
    ['the last stored first', ['b', 'a']],
  ])('processes payments of the same instant in a fixed order, independent of storage: %s', async (_, stored) => {
    await storePat({ A: { loans: [{ principal: 100 }] } });
    for (const paymentId of stored) await schedule(80, '2026-11-20', { paymentId });
    // Authorized before both, whatever its id.
    const authorizedAt = new Date(NOW.getTime() - 1);
    await schedule(10, '2026-11-20', { paymentId: 'c', authorizedAt });
    await postAt('2026-11-24');
    const byPayment = Object.fromEntries((await historyRows()).map((row) => [row.paymentId, getParts(row)]));
    expect(byPayment).toEqual({ c: [10, 0, 0, 10, 0], a: [80, 0, 0, 80, 0], b: [80, 0, 0, 10, 70] });
  });

  it('processes the groups of one payment in the order of their letters', async () => {
    await storePat({ A: { loans: [{ principal: 120 }] }, B: { loans: [{ principal: 100 }] } });
    const shares = [
      { groupId: 'B', amount: 90, paymentDetailId: 'detail-1' },
      { groupId: 'A', amount: 150, paymentDetailId: 'detail-2' },
    ];
    for (const { amount, ...more } of shares) await schedule(amount, '2026-11-20', { paymentId: 'a', ...more });
    await postAt('2026-11-24');
    // Group A leaves $30.00 to group B, which then needs only $70.00 of its share.
    expect((await historyRows()).map(({ amount, refunded }) => [amount / 100, refunded / 100])).toEqual([
      [90, 20],
      [150, 0],
    ]);
  });

  it.each([
    ['an account without loan groups', {}],
    ['a group without loans', { A: { loans: [] } }],
  ])('refunds a payment on %s', async (_, groups) => {
    await storePat(groups);
    await schedule(10, '2026-11-20');
    await postAt('2026-11-24');
    expect((await historyRows()).map(getParts)).toEqual([[10, 0, 0, 0, 10]]);
  });

  it('is as of the effective date even if a due date has passed since', async () => {
    await storePat({ A: { dueDate: '2026-11-25' } });
    await schedule(100, '2026-11-25');
    // It is in time before it posts on 30 November (ruling 88).
    for (const on of ['2026-11-29', '2026-11-30']) {
      expect(await dueOn(on)).toEqual({ A: { paymentDueDate: '2026-12-25', amountDue: 100, pastDueAmt: 0 } });
    }
  });

  it('of many months at once gives the same result as day by day', async () => {
    const groups = {
      A: { pastDue: 200, loans: [{ principal: 5_000, rate: 4530 }] },
      B: { monthly: 60, amountDue: 60, loans: [{ principal: 900, rate: 6800, interest: 3.33 }] },
    };
    const state = async () => ({
      ...(await storedRecords(opened.db, 'pat')),
      history: (await historyRows()).map(({ paymentDetailId: _detail, paymentId: _payment, ...row }) => row),
    });
    const play = async (days: readonly PlainDate[]) => {
      await clearBorrowers(opened.db);
      await storePat(groups);
      await schedule(500, '2027-01-19');
      await schedule(75.5, '2026-11-20');
      await schedule(310, '2026-12-24', { groupId: 'B' });
      await schedule(120.01, '2027-02-16', { keepsDueDate: true });
      for (const each of days) await postAt(each);
      expect(await count()).toBe(0);
      return state();
    };
    const daily = Array.from({ length: 100 }, (_, index) => addDays(TODAY, index));
    expect(await play([day('2027-02-28')])).toEqual(await play(daily));
    expect((await historyRows()).map(({ effectiveDate, amount }) => [effectiveDate, amount])).toEqual([
      ['2026-11-20', 75_50],
      ['2026-12-24', 310_00],
      ['2027-01-19', 500_00],
      ['2027-02-16', 120_01],
    ]);
  });
});

it('that keeps the due date pays its bill: the dashboard and My Loans announce the one after it', async () => {
  await storePat({ A: {} });
  await schedule(250, '2026-11-20', { keepsDueDate: true });
  expect(await dueOn('2026-11-25')).toEqual({ A: { paymentDueDate: '2026-12-09', amountDue: 0, pastDueAmt: 0 } });
  const scope = scopeOn('2026-11-25');
  const expected = {
    paymentDueDate: '2026-12-09',
    nextPaymentAmountDue: 100,
    nextPayment: { date: '2027-01-09', amount: 100, isFirst: false },
  };
  const { federalAccounts } = await handlers['accounts.list'](scope, {});
  expect(federalAccounts).toMatchObject([expected]);
  const accountId = federalAccounts[0]?.accountId ?? '';
  expect(await handlers['loans.summary'](scope, { params: { accountId } })).toMatchObject({ accountPayment: expected });
  const { nextDates } = await handlers['updates.read'](scope, {});
  expect(nextDates).toMatchObject([{ kind: 'bill', date: '2027-01-09' }]);
});

describe('exactly once', () => {
  it('for any number of concurrent postings', async () => {
    await storePat({ A: {} });
    await schedule(100, '2026-11-20');
    await schedule(10, '2026-11-23');
    await Promise.all(Array.from({ length: 20 }, () => postAt('2026-11-25')));
    expect((await historyRows()).map(({ amount }) => amount)).toEqual([100_00, 10_00]);
    expect((await loanRows())[0]?.principal).toBe(9_890_00);
    expect(await count()).toBe(0);
    await postAt('2026-11-30');
    expect(await historyRows()).toHaveLength(2);
  });

  it('or not: an interrupted posting changes nothing', async () => {
    await storePat({ A: {} });
    await schedule(10, '2026-11-20');
    const second = await schedule(20, '2026-11-20', { authorizedAt: new Date(NOW.getTime() + 1) });
    const before = await loanRows();
    // An existing history row with that id makes the last step fail.
    const nothing = { amount: ZERO, principal: ZERO, interest: ZERO, fees: ZERO, refunded: ZERO };
    const obstacle = {
      ...OWN_ACCOUNT,
      paymentDetailId: second,
      effectiveDate: TODAY,
      ...nothing,
      description: '',
      groups: [],
    };
    await opened.db.insert(paymentHistory).values(obstacle);
    await expect(postAt('2026-11-24')).rejects.toThrow();
    expect(await count()).toBe(2);
    expect(await loanRows()).toEqual(before);
    await opened.db.delete(paymentHistory).where(eq(paymentHistory.paymentDetailId, second));
    await postAt('2026-11-24');
    expect((await historyRows()).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([10_00, 20_00]);
    expect((await loanRows())[0]?.principal).toBe(9_970_00);
  });

  it("does not affect other borrowers' payments", async () => {
    await storePat({ A: {} });
    await schedule(10, '2026-11-20');
    await postDuePayments({ ...createScope(opened, 'blake'), today: day('2027-06-01') });
    expect(await count()).toBe(1);
  });
});

describe('a payment through to the due date (ruling 26)', () => {
  const submit = async (paid: Paid) => {
    const body = v.parse(payments.submit.body, createPayload({ ...paid, on: '2026-11-25' }));
    const answer = await handlers['payments.submit'](createScope(opened, 'pat'), {
      idempotencyKey: randomUUID(),
      body,
    });
    expect(answer).toMatchObject({ statusCode: 0 });
  };
  /** $300.00 on 25 November: the amount due and two more installments. */
  const three = (isTicked: boolean, groupId: string | null): Paid => ({
    amount: 300,
    isTicked,
    ...(groupId === null ? {} : { groups: [{ groupId, amount: 300, isTicked }] }),
  });

  it.each([
    ['the account', null],
    ['a group', 'A'],
  ])('on %s, without the checkbox: three installments are paid ahead', async (_, groupId) => {
    await storePat({ A: {} });
    await submit(three(false, groupId));
    expect(await dueOn('2026-11-29')).toMatchObject({ A: { paymentDueDate: '2026-12-09', amountDue: 100 } });
    expect(await dueOn('2026-11-30')).toEqual({ A: { paymentDueDate: '2027-03-09', amountDue: 0, pastDueAmt: 0 } });
    expect(await dueOn('2027-02-09')).toEqual({ A: { paymentDueDate: '2027-03-09', amountDue: 0, pastDueAmt: 0 } });
    expect(await dueOn('2027-02-10')).toEqual({ A: { paymentDueDate: '2027-03-09', amountDue: 100, pastDueAmt: 0 } });
    const { borrowerAccountPayments } = await handlers['payments.borrowerPayment'](scopeOn('2026-11-30'), {});
    expect(borrowerAccountPayments[0]).toMatchObject({ lastBumpDate: '2026-11-25', currentPayoff: 9_700 });
  });

  it.each([
    ['the account', null],
    ['a group', 'A'],
  ])('on %s, with the checkbox: the due date stays, and the next installment is due as usual', async (_, groupId) => {
    await storePat({ A: {} });
    await submit(three(true, groupId));
    expect(await dueOn('2026-11-30')).toEqual({ A: { paymentDueDate: '2026-12-09', amountDue: 0, pastDueAmt: 0 } });
    expect(await dueOn('2026-12-09')).toEqual({ A: { paymentDueDate: '2026-12-09', amountDue: 0, pastDueAmt: 0 } });
    expect(await dueOn('2026-12-10')).toEqual({ A: { paymentDueDate: '2027-01-09', amountDue: 100, pastDueAmt: 0 } });
    const { borrowerAccountPayments } = await handlers['payments.borrowerPayment'](scopeOn('2026-12-10'), {});
    expect(borrowerAccountPayments[0]).toMatchObject({ lastBumpDate: null, currentPayoff: 9_700 });
  });

  it('on two groups with separate checkboxes: one due date advances, the other stays', async () => {
    await storePat({ A: {}, B: {} });
    await submit({
      amount: 300,
      groups: [
        { groupId: 'A', amount: 150 },
        { groupId: 'B', amount: 150, isTicked: true },
      ],
    });
    expect(await count()).toBe(2);
    expect(await dueOn('2026-11-30')).toEqual({
      A: { paymentDueDate: '2027-01-09', amountDue: 0, pastDueAmt: 0 },
      B: { paymentDueDate: '2026-12-09', amountDue: 0, pastDueAmt: 0 },
    });
  });
});

describe('the amount owed after the cutoff', () => {
  it('includes the interest until the next banking day', async () => {
    // From Friday to Monday are three days: $10,000.00 at 6% accrue $4.93, $5,000.00 at 3% accrue $1.23.
    await storePat({
      A: { loans: [{ principal: 10_000, rate: 6000 }] },
      B: { loans: [{ principal: 5_000, rate: 3000, fees: 2 }] },
    });
    expect(await handlers['payments.afterCutoff'](scopeOn('2026-11-20'), {})).toEqual([
      {
        accountNumber: ACCOUNT,
        outstandingBalance: 15_008.16,
        balanceDate: '2026-11-23',
        groupPayments: [
          { groupId: 'A', accruedInterest: 4.93, outstandingBalance: 10_004.93 },
          { groupId: 'B', accruedInterest: 1.23, outstandingBalance: 5_003.23 },
        ],
      },
    ]);
  });
});

describe('standing instructions', () => {
  it('name a group exactly if they are for a group', async () => {
    await storePat({ A: {} }, { code: 'GROUP', groupId: 'A' });
    await expect(opened.db.update(paymentInstructions).set({ groupId: null })).rejects.toThrow();
  });
});

describe('the prediction of a payment', () => {
  const submit = (paid: Paid) =>
    handlers['payments.submit'](createScope(opened, 'pat'), {
      idempotencyKey: randomUUID(),
      body: v.parse(payments.submit.body, createPayload(paid)),
    });
  const createRate = (rate: number) => ({ loans: [{ principal: 10_000, rate, since: '2026-11-10' }] });

  it('equals its posting to the cent, with an earlier payment that is still to be posted', async () => {
    await storePat({ A: { pastDue: 200, ...createRate(6800) }, B: { plan: 'IBR', ...createRate(5000) } });
    await submit({ amount: 150.55, on: '2026-11-23' });
    await submit({
      amount: 333.33,
      on: '2026-12-01',
      groups: [
        { groupId: 'A', amount: 222.22 },
        { groupId: 'B', amount: 111.11 },
      ],
    });
    await postAt('2026-12-07');
    const rows = await historyRows();
    expect(rows).toHaveLength(3);
    for (const { predicted, principal, interest, fees, refunded, groups } of rows) {
      // The row also has the parts of bills, which are not predicted.
      expect(predicted?.groups).not.toEqual([]);
      expect({ principal, interest, fees, refunded, groups }).toMatchObject({ ...predicted });
      expect(interest).toBeGreaterThan(0);
    }
  });

  it('keeps its forecast when another payment is posted before it', async () => {
    await storePat({ A: createRate(6800) });
    await submit({ amount: 100, on: '2026-12-01' });
    await submit({ amount: 500, on: '2026-11-23' });
    await postAt('2026-12-07');
    const last = (await historyRows()).at(-1);
    expect(last?.predicted?.interest).not.toBe(last?.interest);
  });
});
