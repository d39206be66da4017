/** The effect of a payment as the review predicts it, and the return of a posted payment by the bank. */
import { randomUUID } from 'node:crypto';
import { and, eq, like, sql, sum as sumOf } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountDueOn, dueDateOn, computeDue, pastDueOn } from '#domain/accounts/bills.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import { nextBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, formatUsd, sumCents } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import { computeReturnDay } from '#domain/payments/returns.ts';
import { PaymentAmountsV2 } from '#domain/payments/submission-shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  accounts as accountRows,
  bills as billRows,
  groupTerms,
  inboxMessages,
  loanEntries,
  loanGroups,
  loans as loanRows,
  paymentHistory,
  paymentReturns,
  scheduledPayments,
  securityEvents,
} from '#server/db/schema/index.ts';
import { type OpenedInsert, seals } from '#server/db/seals.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { replayAccount } from '#server/service/portfolio/replay.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { readHoldings } from '#server/service/portfolio/portfolio.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { ServiceProblem, type Scope } from '#server/service/scope.ts';
import * as v from 'valibot';
import { NOW, TODAY, openEmpty, createScope } from '#test/support/database.ts';
import { groupsOnDay, storedRecords } from '#test/support/loan-records.ts';
import {
  type GroupOverrides,
  OWN_ACCOUNT,
  OWN_BANK,
  type Paid,
  clearBorrowers,
  dollars,
  createPayload,
  storeBorrower,
} from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
beforeEach(() => clearBorrowers(opened.db));

const scopeOn = (today: PlainDate, role: 'borrower' | 'payer' = 'borrower'): Scope => ({
  ...createScope(opened, 'pat', role),
  today,
  now: new Date(`${today}T15:00:00Z`),
});
const postAt = (today: PlainDate) => postDuePayments(scopeOn(today));

const RETURNED_FROM = '778209999';

/** Payments of one day are posted in the order of their authorization, so no two have the same instant. */
let authorized = NOW.getTime();

/** Schedules a payment of Pat, in dollars. Returns its id. */
async function schedule(
  amount: number,
  effectiveDate: PlainDate,
  more: Partial<OpenedInsert<typeof scheduledPayments>> = {},
): Promise<string> {
  const paymentDetailId = randomUUID();
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: paymentDetailId,
      paymentDetailId,
      groupId: null,
      effectiveDate,
      amount: dollars(amount),
      profileId: null,
      ...OWN_BANK,
      keepsDueDate: false,
      authorizedAt: new Date((authorized += 1)),
      ...more,
    }),
  );
  return paymentDetailId;
}

const toAmounts = (paid: Paid) => {
  const { effectiveDate, paymentAmountControlTotal, advanceDueDate, borrowerPaymentV2 } = createPayload(paid);
  return v.parse(PaymentAmountsV2, { effectiveDate, paymentAmountControlTotal, advanceDueDate, borrowerPaymentV2 });
};
const forecast = async (paid: Paid, role: 'borrower' | 'payer' = 'borrower') =>
  v.parse(
    payments.forecast.response,
    await handlers['payments.forecast'](scopeOn(TODAY, role), { body: toAmounts(paid) }),
  );

/** Returns a group of Pat on a day that can be past, with the bills that had been issued by then. */
async function groupOn(groupId: string, on: PlainDate) {
  const group = (await groupsOnDay(opened.db, 'pat', on)).find((each) => each.groupId === groupId);
  if (group === undefined) throw new Error(`Pat has no group ${groupId}`);
  const held = { ...group.held, bills: group.held.bills.filter(({ issuedOn }) => issuedOn <= on) };
  return { dueDate: dueDateOn(held, on), due: computeDue(held, sumAllParts(group.owed), on) };
}

/** Returns Pat's groups on a day, in wire format. */
async function groupsOn(today: PlainDate) {
  const { borrowerAccountPayments } = await handlers['payments.borrowerPayment'](scopeOn(today), {});
  return borrowerAccountPayments[0]?.borrowerGroupPayments ?? [];
}

const LIMITS = { numRuns: 15 };
/** Time in milliseconds after which no more runs start on a busy machine. A run takes a second or less. */
const TIME = 30_000;

const aLoan = fc.record({
  principal: fc.integer({ min: 1, max: 9_000 }),
  rate: fc.integer({ min: 0, max: 9_000 }),
  interest: fc.integer({ min: 0, max: 300 }),
  fees: fc.integer({ min: 0, max: 20 }),
});
const aGroup = fc
  .record({
    monthly: fc.integer({ min: 10, max: 400 }),
    isPastDue: fc.boolean(),
    isPaidThisMonth: fc.boolean(),
    dueDate: fc.constantFrom('2026-11-30', '2026-12-09', '2026-12-17'),
    plan: fc.constantFrom('STANDARD' as const, 'IBR' as const),
    loans: fc.array(aLoan, { minLength: 1, maxLength: 3 }),
  })
  .map(({ isPastDue, isPaidThisMonth, ...group }): GroupOverrides => ({
    ...group,
    pastDue: isPastDue ? group.monthly * 1.5 : 0,
    amountDue: isPaidThisMonth && !isPastDue ? 0 : group.monthly,
    loans: group.loans.map((loan) => ({ ...loan, since: '2026-11-02' })),
  }));
const someGroups = fc.record({ A: aGroup, B: aGroup });
const somePayment = fc.record({
  part: fc.double({ min: 0.001, max: 1, noNaN: true }),
  nth: fc.nat({ max: 20 }),
  isTicked: fc.boolean(),
  byGroup: fc.boolean(),
  earlier: fc.constantFrom(0, 35.5),
});
type PaymentCase = typeof somePayment extends fc.Arbitrary<infer T> ? T : never;

/** A small payment for two groups, after which both have a bill to pay. */
const GROUP: GroupOverrides = {
  monthly: 120,
  pastDue: 0,
  amountDue: 120,
  dueDate: '2026-12-09',
  plan: 'STANDARD',
  loans: [{ principal: 9_000, rate: 5_000, interest: 20, fees: 0, since: '2026-11-02' }],
};
const EXTRA_PAYMENT: [Record<'A' | 'B', GroupOverrides>, PaymentCase] = [
  { A: GROUP, B: GROUP },
  { part: 0.001, nth: 1, isTicked: true, byGroup: false, earlier: 0 },
];

/** The nth banking day from today on. */
const bankingDay = (nth: number): PlainDate =>
  Array.from({ length: nth }).reduce<PlainDate>((from) => nextBankingDay(from), TODAY);

describe('a forecast', () => {
  it('equals the posted payment to the cent, and its bills equal those of the server', async () => {
    let bills = 0;
    const until = Date.now() + TIME;
    await fc.assert(
      fc.asyncProperty(someGroups, somePayment, async (groups, { part, nth, isTicked, byGroup, earlier }) => {
        if (Date.now() > until) return;
        await clearBorrowers(opened.db);
        await storeBorrower(opened.db, groups);
        const on = bankingDay(nth);
        if (earlier > 0) await schedule(earlier, TODAY);
        const { borrowerAccountPayments: accounts } = await handlers['payments.borrowerPayment'](scopeOn(TODAY), {});
        const amount = Math.max(1, Math.floor((accounts[0]?.currentPayoff ?? 0) * part * 100)) / 100;
        const paid: Paid = {
          amount,
          on,
          isTicked,
          ...(byGroup && { groups: [{ groupId: 'A', amount, isTicked }] }),
        };
        const body = createPayload(paid);
        const submitted = await handlers['payments.submit'](scopeOn(TODAY), {
          idempotencyKey: randomUUID(),
          body: v.parse(payments.submit.body, { ...body, methodId: 'method-1' }),
        });
        // A rule may refuse the payment; the forecast then refuses it too.
        if (submitted.statusCode !== 0) {
          await expect(forecast(paid)).rejects.toMatchObject({ status: 422 });
          return;
        }
        await opened.db.delete(scheduledPayments).where(eq(scheduledPayments.profileId, 'method-1'));
        const {
          accounts: [predicted],
        } = await forecast(paid);
        const id = await schedule(amount, on, { groupId: byGroup ? 'A' : null, keepsDueDate: isTicked });
        await postAt(addDays(on, 10));

        const [row] = await opened.db.select().from(paymentHistory).where(eq(paymentHistory.paymentDetailId, id));
        expect(predicted?.refundedAmount).toBe(row?.refunded);
        expect(
          predicted?.groups.map(({ groupId, principalApplied: principal, interestApplied: interest, feesApplied }) => ({
            groupId,
            principal,
            interest,
            fees: feesApplied,
          })),
        ).toEqual(
          row?.groups.map(({ groupId, principal, interest, fees }) => ({ groupId, principal, interest, fees })),
        );
        const held = await readHoldings(opened.db, 'pat');
        const balances = new Map(
          held.accounts.flatMap((account) =>
            account.groups.flatMap((group) => group.loans.map((loan) => [loan.loanId, sumAllParts(owedOn(loan, on))])),
          ),
        );
        for (const { loanId, balanceAfter } of predicted?.groups.flatMap((group) => group.loans) ?? [])
          expect([loanId, balanceAfter]).toEqual([loanId, balances.get(loanId)]);

        // The borrower pays everything that is due on each due date.
        const expected = (predicted?.groups ?? [])
          .flatMap(({ groupId, billsAdvanced, billsKept }) =>
            (isTicked ? billsKept : billsAdvanced).map((bill) => ({ groupId, ...bill })),
          )
          .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1));
        for (const { groupId, dueDate, amount: billed } of expected) {
          // Each month until then has its bill and statement: a large payment covers a century.
          if (dueDate > addDays(TODAY, 1_000)) continue;
          const { due, ...group } = await groupOn(groupId, dueDate);
          expect({ dueDate: group.dueDate, billed: due.amountDue }).toEqual({ dueDate, billed });
          bills += 1;
          if (due.totalDue === 0) continue;
          await schedule(due.totalDue / 100, dueDate, { groupId });
          await postAt(addDays(dueDate, 10));
        }
      }),
      { ...LIMITS, examples: [EXTRA_PAYMENT] },
    );
    // Each group of the example has a bill. How many the random payments leave depends on the seed.
    expect(bills).toBeGreaterThanOrEqual(2);
  }, 120_000);

  it('stores nothing, and shows no loans to payers', async () => {
    await storeBorrower(opened.db, { A: {} });
    const own = await forecast({ amount: 150 });
    expect(own.accounts[0]?.groups[0]?.loans).toMatchObject([{ loanId: 'A01', principalApplied: 150_00 }]);
    const seen = await forecast({ amount: 150 }, 'payer');
    expect(seen.accounts[0]?.groups[0]).toEqual({ ...own.accounts[0]?.groups[0], loans: [] });
    expect(await opened.db.$count(scheduledPayments)).toBe(0);
  });

  it('counts the shares of several groups in the order of posting', async () => {
    // A is paid off; B has $200.00 due, and $120.00 of it is paid.
    await storeBorrower(opened.db, { A: { loans: [{ principal: 60 }] }, B: { pastDue: 100 } });
    const { accounts } = await forecast({
      amount: 180,
      groups: [
        { groupId: 'A', amount: 60 },
        { groupId: 'B', amount: 120 },
      ],
    });
    expect(accounts[0]?.groups).toMatchObject([
      { groupId: 'A', balanceAfter: 0, billsAdvanced: [], billsKept: [] },
      { groupId: 'B', pastDueAfter: 0, principalApplied: 120_00, billsAdvanced: [{ amount: 80_00 }, {}, {}] },
    ]);
  });

  it.each([
    ['a closed day', { amount: 10, on: '2026-11-26' }, 'effectiveDate'],
    ['more than the payoff', { amount: 10_001 }, 'borrowerPaymentV2.borrowerAccountPaymentsV2.0.paymentAmount'],
    ['nothing', { amount: 0 }, 'paymentAmountControlTotal'],
  ] as const)('refuses %s as the submission does', async (_, paid, field) => {
    await storeBorrower(opened.db, { A: {} });
    const thrown = await forecast(paid).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ServiceProblem);
    expect(thrown).toMatchObject({ status: 422, fields: [{ field }] });
  });
});

/** Returns the refunds that are owed again because their payments were returned. */
const refundsOwed = async () =>
  (await opened.db.select().from(loanEntries).where(eq(loanEntries.kind, 'refundOwed'))).map(
    ({ principal }) => principal,
  );

/** Returns Pat's bills and balances, and the history without returned payments. */
async function readState() {
  const history = await opened.db.select().from(paymentHistory).where(eq(paymentHistory.borrowerKey, 'pat'));
  const byKey = <Row>(rows: readonly Row[], key: (row: Row) => string) =>
    rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    ...(await storedRecords(opened.db, 'pat')),
    history: byKey(history, ({ effectiveDate, amount }) => `${effectiveDate} ${amount}`)
      .filter(({ description }) => description !== 'Returned')
      .map(({ effectiveDate, amount, principal, interest, fees, refunded, groups: split }) => ({
        effectiveDate,
        amount,
        principal,
        interest,
        fees,
        refunded,
        split,
      })),
    totals: await handlers['payments.totals'](scopeOn(TODAY), {}),
  };
}

describe('a returned payment', () => {
  const PAID_ON = day('2026-11-23');
  /** Posted on Wednesday 25 November; Thursday is Thanksgiving. */
  const RETURNS_ON = day('2026-12-01');
  const returned = { bankAccountNumber: RETURNED_FROM, actorWebAccountId: 'web-pat', actorRole: 'borrower' } as const;

  it('is returned on the third banking day after it was posted', () => {
    expect(computeReturnDay(PAID_ON)).toBe(RETURNS_ON);
  });

  it('counts until its return, and afterwards has no effect', async () => {
    await storeBorrower(opened.db, { A: { pastDue: 50, loans: [{ principal: 10_000, rate: 6000, fees: 5 }] } });
    const before = await readState();
    const id = await schedule(400, PAID_ON, returned);
    await postAt(addDays(RETURNS_ON, -1));
    const [paidGroup] = await groupsOn(addDays(RETURNS_ON, -1));
    expect(paidGroup).toMatchObject({ pastDueAmt: 0, paymentDueDate: '2027-03-09' });
    expect((await handlers['payments.totals'](scopeOn(RETURNS_ON), {})).totalAmountPaid).toBe(400);

    await postAt(RETURNS_ON);
    expect(await readState()).toEqual(before);
    const details = await handlers['payments.historyDetails'](scopeOn(RETURNS_ON), { params: { paymentDetailId: id } });
    expect(details).toMatchObject({
      description: 'Returned',
      effectiveDate: '2026-11-23',
      closedAt: '2026-12-01T17:00:00.000Z',
      sumOfPaymentAmount: 400,
    });
    const { messages } = await handlers['inbox.messages'](scopeOn(RETURNS_ON), {
      query: { filter: 'all', page: 1, size: 10 },
    });
    expect(messages).toMatchObject([
      { subjectLine: 'Your payment was returned', docReceivedDate: '2026-12-01', readFlag: false },
    ]);
    const message = await handlers['inbox.message'](scopeOn(RETURNS_ON), {
      params: { documentId: messages[0]?.documentId ?? '' },
    });
    expect(message.text).toContain('$400.00 on Direct Loans · E900000001. The payment date was 11/23/2026.');
    const events = await opened.db
      .select()
      .from(securityEvents)
      .where(
        and(
          eq(securityEvents.kind, 'paymentReturned'),
          eq(securityEvents.detail, `Payment ${id}, returned on 2026-12-01`),
        ),
      );
    expect(events).toMatchObject([{ webAccountId: 'web-pat', role: 'borrower' }]);
  });

  it('of several parts is one payment: one letter, one text and one event name the whole debit (ruling 105)', async () => {
    await storeBorrower(opened.db, { A: {}, B: {} });
    const other = { borrowerKey: 'pat', accountId: 'account-2' };
    await opened.db
      .insert(accountRows)
      .values({ ...other, accountNumber: 'J900000002', kind: 'commercial', loanType: 'Private' });
    for (const table of [loanGroups, loanRows, groupTerms, billRows]) {
      await opened.db.update(table).set({ accountId: other.accountId }).where(eq(table.groupId, 'B'));
    }
    await opened.db.update(loanEntries).set({ accountId: other.accountId }).where(like(loanEntries.loanId, 'B%'));
    const paymentId = randomUUID();
    for (const more of [{ groupId: 'A' }, { groupId: 'A' }, other]) {
      await schedule(100, PAID_ON, { ...returned, ...more, paymentId, paymentDetailId: randomUUID() });
    }
    await postAt(RETURNS_ON);
    const [letter, ...more] = await opened.db
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.subject, 'Your payment was returned'));
    expect(more).toEqual([]);
    expect(letter?.text).toContain(
      'returned your payment of $300.00 on Direct Loans · E900000001 and Private Loans · J900000002.',
    );
    const events = await opened.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.detail, `Payment ${paymentId}, returned on 2026-12-01`));
    expect(events).toHaveLength(1);
    const { payments: listed } = await handlers['payments.history'](scopeOn(RETURNS_ON), {
      body: { period: 'all', search: 'E900000001', sort: 'date', order: 'desc', page: 1, size: 10 },
    });
    expect(listed).toMatchObject([{ sumOfPaymentAmount: 200, description: 'Returned' }]);
  });

  it('divides a later debit of several parts as without it: groups first, then the extra amount', async () => {
    const live = async (isMade: boolean) => {
      await clearBorrowers(opened.db);
      const loans = [{ principal: 10_000, rate: 6_000, since: day('2026-11-02') }];
      await storeBorrower(opened.db, { A: { pastDue: 50, loans }, B: { loans } });
      if (isMade) await schedule(250, PAID_ON, returned);
      const debit = { paymentId: 'debit', authorizedAt: NOW };
      const parts = [
        { amount: 25, groupId: null, isExtra: true },
        { amount: 60, groupId: 'B' },
        { amount: 100, groupId: 'A' },
      ];
      for (const [index, { amount, ...part }] of parts.entries()) {
        await schedule(amount, day('2026-11-24'), { ...debit, ...part, paymentDetailId: `debit-${index}` });
      }
      await postAt(day('2026-11-27'));
      const posted = await readState();
      await postAt(RETURNS_ON);
      return { posted, after: await readState() };
    };
    const twin = await live(false);
    const paid = await live(true);
    expect(paid.posted).not.toEqual(twin.posted);
    expect(paid.after).toEqual(twin.after);
  });

  it('takes back or lowers refunds that are to come, with a letter for each debit, and no refund that was sent', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 120 }] }, B: { loans: [{ principal: 80 }] } });
    const refunds = async () =>
      (await opened.db.select().from(paymentHistory).orderBy(paymentHistory.authorizedAt)).map(
        ({ amount, refunded, refundedOn }) => [amount / 100, refunded / 100, refundedOn],
      );
    await schedule(150, PAID_ON, returned);
    await schedule(70, PAID_ON);
    await schedule(40, day('2026-11-24'), { paymentId: 'lowered', groupId: 'A', paymentDetailId: 'lowered-1' });
    await schedule(90, day('2026-11-24'), { paymentId: 'lowered', groupId: 'B', paymentDetailId: 'lowered-2' });
    await schedule(30, day('2026-11-27'));
    await postAt(day('2026-11-30'));
    expect(await refunds()).toEqual([
      [150, 0, null],
      // Posted on Wednesday 25 November; Thursday is Thanksgiving.
      [70, 20, '2026-11-30'],
      [40, 40, '2026-12-01'],
      [90, 90, '2026-12-01'],
    ]);
    await postAt(day('2026-12-02'));
    expect(await refunds()).toEqual([
      [150, 0, null],
      [70, 20, '2026-11-30'],
      [40, 0, null],
      [90, 0, null],
      [30, 10, '2026-12-03'],
    ]);
    const letters = await opened.db.select().from(inboxMessages).orderBy(inboxMessages.subject);
    const changes = letters.filter(({ documentId }) => documentId.startsWith('refund-changed-'));
    expect(changes.map(({ subject, text }) => [subject, text.split('.')[0]])).toEqual([
      ["We aren't sending your refund", 'We told you that we were sending back $130'],
      ['Your refund has changed', 'We told you that we were sending back $30'],
    ]);
    expect(changes[1]?.text).toContain("We're now sending $10.00 back to Frost Bank *****4519 on 12/03/2026.");
  });

  it('leaves its refund owed, if that was sent before', async () => {
    await storeBorrower(opened.db, {
      A: {
        loans: [
          { principal: 300, rate: 6000 },
          { principal: 100, rate: 4000 },
        ],
      },
    });
    const id = await schedule(500, PAID_ON, returned);
    const owedByGroups = async (on: PlainDate) => (await groupsOnDay(opened.db, 'pat', on)).flatMap(({ owed }) => owed);
    const without = await owedByGroups(RETURNS_ON);
    await postAt(RETURNS_ON);
    const [row] = await opened.db.select().from(paymentHistory).where(eq(paymentHistory.paymentDetailId, id));
    const refunded = row?.refunded ?? ZERO;
    expect(refunded).toBeGreaterThan(9_000);
    expect(await owedByGroups(RETURNS_ON)).toEqual(
      without.map((owed) => ({ ...owed, principal: sumCents([owed.principal, refunded]) })),
    );
    const [letter] = await opened.db
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.subject, 'Your payment was returned'));
    expect(letter?.text).toContain(`We added ${formatUsd(refunded)} to what you owe.`);
    const before = await readState();
    await replayAccount(opened.db, OWN_ACCOUNT, { day: RETURNS_ON, cause: 'returned' });
    expect(await readState()).toEqual(before);
  });

  it('bills a refund that is owed again on an account that is paid in full', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 300, rate: 6000 }] } });
    await schedule(400, PAID_ON);
    await schedule(120, PAID_ON, returned);
    await postAt(RETURNS_ON);
    const [group] = await groupsOnDay(opened.db, 'pat', RETURNS_ON);
    if (group !== undefined) expect(pastDueOn(group.held, RETURNS_ON)).toBe(0);
    expect(group?.owed).toEqual({ principal: 12_000, interest: 0, fees: 0 });
    expect(group?.held.nextDue).toBe('2027-01-09');
    await postAt(day('2026-12-10'));
    const [billed] = await groupsOnDay(opened.db, 'pat', day('2026-12-10'));
    expect(billed && amountDueOn(billed.held, day('2026-12-10'))).toBe(10_000);
  });

  it('is returned once when calls and sweeps work at the same time', async () => {
    await storeBorrower(opened.db, { A: {} });
    const before = await readState();
    await schedule(100, PAID_ON, returned);
    await schedule(70, PAID_ON, returned);
    await postAt(day('2026-11-25'));
    const failures: unknown[] = [];
    const sweep = () =>
      postAllDue(opened.db, RETURNS_ON, createScope(opened, 'pat'), (_, error) => failures.push(error));
    await Promise.all([postAt(RETURNS_ON), sweep(), sweep(), postAt(RETURNS_ON)]);
    expect(failures).toEqual([]);
    expect(await readState()).toEqual(before);
    expect(await opened.db.$count(inboxMessages)).toBe(2);
    expect(await opened.db.$count(paymentReturns)).toBe(0);
    expect(await sweep()).toEqual({ posted: 0, failed: 0 });
  });

  it('does not change scheduled payments', async () => {
    await storeBorrower(opened.db, { A: {} });
    await schedule(100, PAID_ON, returned);
    await schedule(80, day('2026-12-08'));
    const scheduled = () =>
      opened.db
        .select()
        .from(scheduledPayments)
        .where(eq(scheduledPayments.amount, dollars(80)));
    const before = await scheduled();
    await postAt(RETURNS_ON);
    expect(await scheduled()).toEqual(before);
  });

  it('leaves the state of an account on which it was not made, for any payments', async () => {
    const aPayment = fc.record({
      amount: fc.integer({ min: 1, max: 900_000 }).map((cents) => cents / 100),
      nth: fc.nat({ max: 15 }),
      group: fc.constantFrom(null, 'A', 'B'),
      keepsDueDate: fc.boolean(),
      isReturned: fc.boolean(),
    });
    const until = Date.now() + TIME;
    await fc.assert(
      fc.asyncProperty(
        someGroups,
        fc.uniqueArray(aPayment, { minLength: 1, maxLength: 6, selector: ({ nth }) => nth }),
        // The days on which calls arrive, between the first payment and the last return.
        fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }),
        async (groups, made, calls) => {
          if (Date.now() > until) return;
          const run = async (all: typeof made): Promise<Awaited<ReturnType<typeof readState>>> => {
            await clearBorrowers(opened.db);
            await storeBorrower(opened.db, groups);
            for (const { amount, nth, group, keepsDueDate, isReturned } of all) {
              await schedule(amount, bankingDay(nth), {
                groupId: group,
                keepsDueDate,
                ...(isReturned && { bankAccountNumber: RETURNED_FROM }),
              });
            }
            for (const days of calls.toSorted((a, b) => a - b)) await postAt(addDays(TODAY, days));
            await postAt(addDays(TODAY, 90));
            return readState();
          };
          const without = await run(made.filter(({ isReturned }) => !isReturned));
          const after = await run(made);
          const refunds = await refundsOwed();
          if (refunds.length > 0) {
            // A refund that was sent before the return is owed again; the payment leaves nothing else.
            const h = paymentHistory;
            const [sent] = await opened.db
              .select({ total: sumOf(h.refunded).mapWith(Number) })
              .from(h)
              .where(and(eq(h.description, 'Returned'), sql`${h.refundedOn} < (${h.closedAt})::date`));
            expect(sumCents(refunds)).toBe(sent?.total);
            await replayAccount(opened.db, OWN_ACCOUNT, { day: addDays(TODAY, 90), cause: 'returned' });
            expect(await readState()).toEqual(after);
            return;
          }
          // A bill is at most the balance at its issue, and keeps its amount (ruling 87).
          const amountsByBill = new Map(without.bills.map((bill) => [`${bill.groupId} ${bill.dueDate}`, bill.amount]));
          const capped = after.bills.filter(
            (bill) => amountsByBill.get(`${bill.groupId} ${bill.dueDate}`) !== bill.amount,
          );
          for (const { groupId, dueDate, amount } of capped) {
            expect(amount).toBeLessThan(amountsByBill.get(`${groupId} ${dueDate}`) ?? 0);
          }
          if (capped.length > 0) return;
          // A bill that a payoff had prevented is issued on the day of a return (ruling 87).
          const returnDays = made.flatMap(({ nth, isReturned }) =>
            isReturned ? [computeReturnDay(bankingDay(nth))] : [],
          );
          const bills = after.bills.map((bill, index) => {
            const { issuedOn = bill.issuedOn } = without.bills[index] ?? {};
            return returnDays.includes(bill.issuedOn) && bill.issuedOn > issuedOn ? { ...bill, issuedOn } : bill;
          });
          expect(after.loans).toEqual(without.loans);
          // A payment that keeps the due date does not pay a bill that is issued after it, so not a late one either.
          const isLate = bills.some((bill, index) => bill !== after.bills[index]);
          if (isLate && made.some(({ keepsDueDate }) => keepsDueDate)) return;
          expect({ ...after, bills }).toEqual(without);
        },
      ),
      LIMITS,
    );
  }, 120_000);
});
