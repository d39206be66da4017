/** Auto debit: drafts on their days, failed drafts, enrollment and its changes (rulings 20, 52 and 76). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toDraftDay } from '#domain/timeline/draft-days.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { type PlainDate, addDays, addMonths, toPlainDate } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  autoDebitChanges,
  inboxMessages,
  loans,
  notices,
  paymentHistory,
  paymentMethods,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { resetDemoData } from '#server/demo/load.ts';
import { onWire } from '#test/support/on-wire.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { readHoldings } from '#server/service/portfolio/portfolio.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { ROLE_IDS, TODAY, copyPeople, openDemo, createScope } from '#test/support/database.ts';
import { changeSums, groupsOnDay, postpone } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

const day = toPlainDate;
const scopeOn = (borrower: string, today: PlainDate): Scope => ({
  ...createScope(opened, borrower),
  today,
  now: new Date(`${today}T15:00:00Z`),
});

type Change = v.InferInput<typeof autoDebit.change.body>;
const change = (scope: Scope, body: Change, idempotencyKey: string = randomUUID()) =>
  handlers['autoDebit.change'](scope, { idempotencyKey, body: v.parse(autoDebit.change.body, body) });

/** Returns the payments in a fixed order: those of one day have random ids, and the database sorts by them. */
const history = async (borrower: string, after: PlainDate) => {
  const rows = await opened.db
    .select()
    .from(paymentHistory)
    .where(and(eq(paymentHistory.borrowerKey, borrower), gt(paymentHistory.effectiveDate, after)))
    .orderBy(paymentHistory.effectiveDate, paymentHistory.description, paymentHistory.amount);
  return rows.map(({ effectiveDate, amount, principal, interest, fees, refunded, description }) => ({
    effectiveDate,
    amount,
    principal,
    interest,
    fees,
    refunded,
    description,
  }));
};

describe('24 months of drafts for blake', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-drafts-'));
    await copyPeople(folder, 'blake');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const reset = () => resetDemoData(opened.db, join(folder, 'data'), TODAY, ROLE_IDS);
  const lastDay = addMonths(TODAY, 24);

  it('agree with the payment schedule to the cent, on banking days', async () => {
    await reset();
    const { accounts } = await readHoldings(opened.db, 'blake');
    const schedule = computeRepayment(
      accounts.flatMap(({ groups }) => groups),
      TODAY,
    ).installments;
    await postDuePayments(scopeOn('blake', lastDay));
    const drafts = await history('blake', TODAY);
    expect(drafts).toHaveLength(24);
    expect(drafts.map(({ description }) => description)).toEqual(drafts.map(() => 'Auto Debit'));
    expect(drafts.map(({ effectiveDate, amount }) => [effectiveDate, amount])).toEqual(
      schedule.slice(0, 24).map(({ date, payment }) => [toDraftDay(date), payment]),
    );
    for (const { amount, principal, interest, fees, refunded } of drafts) {
      expect(principal + interest + fees + refunded).toBe(amount);
    }
    // Until the first draft that moves to a banking day, interest and principal agree as well.
    const moved = schedule.findIndex(({ date }) => toDraftDay(date) !== date);
    expect(moved).toBeGreaterThan(0);
    expect(drafts.slice(0, moved).map(({ principal, interest, fees }) => ({ principal, interest, fees }))).toEqual(
      schedule.slice(0, moved).map(({ parts }) => parts),
    );
    // Nothing is past due at the end.
    const groups = await groupsOnDay(opened.db, 'blake', lastDay);
    expect(groups.map(({ due }) => due.pastDue)).toEqual([0]);
  });

  it('are the same month by month and with `npm run post-due`', async () => {
    const end = addMonths(TODAY, 12);
    await reset();
    await postDuePayments(scopeOn('blake', end));
    const atOnce = await history('blake', TODAY);
    await reset();
    for (let today = addDays(TODAY, 17); today < end; today = addDays(today, 17)) {
      await postDuePayments(scopeOn('blake', today));
    }
    expect((await postAllDue(opened.db, end, createScope(opened, 'blake'), () => undefined)).failed).toBe(0);
    expect(await history('blake', TODAY)).toEqual(atOnce);
    await postAllDue(opened.db, end, createScope(opened, 'blake'), () => undefined);
    expect(await history('blake', TODAY)).toEqual(atOnce);
  }, 120_000);
});

describe('auto debit of a borrower with round amounts', () => {
  // $100.00 is due on Wednesday, 9 December; the last day for changes is Friday, 4 December.
  const today = day('2026-11-20');
  const enroll: Change = {
    change: 'enroll',
    accountId: OWN_ACCOUNT.accountId,
    profileId: 'method-1',
    extraAmount: onWire(0),
    terms: true,
  };
  const stop: Change = { change: 'stop', accountId: OWN_ACCOUNT.accountId };
  const pat = (on: PlainDate = today) => scopeOn('pat', on);
  const read = async (on: PlainDate = today) => {
    await postDuePayments(pat(on));
    const [account] = (await handlers['autoDebit.read'](pat(on), {})).accounts;
    if (account === undefined) throw new Error('Pat has no account');
    return account;
  };
  const setSums = (sums: Parameters<typeof changeSums>[2], on: string = today) =>
    changeSums(opened.db, { borrowerKey: 'pat' }, sums, day(on));
  const amounts = async (until: string) => {
    await postDuePayments(pat(day(until)));
    return (await history('pat', addDays(today, -1))).map(({ effectiveDate, amount, description }) => [
      effectiveDate,
      amount / 100,
      description,
    ]);
  };
  beforeEach(async () => {
    await clearBorrowers(opened.db);
    await opened.db.delete(notices);
    await storeBorrower(opened.db, { A: {} });
  });

  it('drafts each bill, and moves a draft to the next banking day', async () => {
    expect(await change(pat(), enroll)).toEqual({ result: true });
    expect(await read()).toMatchObject({
      status: 'on',
      profileId: 'method-1',
      dueDays: [9],
      next: { draftDate: '2026-12-09', dueDate: '2026-12-09', amount: 100, lastChangeDate: '2026-12-04' },
      underWay: null,
    });
    // 9 January 2027 is a Saturday.
    expect(await amounts('2027-01-20')).toEqual([
      ['2026-12-09', 100, 'Auto Debit'],
      ['2027-01-11', 100, 'Auto Debit'],
    ]);
  });

  it('shows a draft under way, which a stop or change no longer affects', async () => {
    await change(pat(), enroll);
    expect((await read(day('2026-12-04'))).underWay).toBeNull();
    expect((await read(day('2026-12-05'))).underWay).toEqual({ effectiveDate: '2026-12-09', amount: 100 });
    expect(await change(pat(day('2026-12-07')), stop)).toEqual({ result: true });
    expect((await read(day('2026-12-07'))).status).toBe('off');
    expect(await amounts('2027-03-20')).toEqual([['2026-12-09', 100, 'Auto Debit']]);
    expect(await change(pat(day('2027-03-20')), stop)).toEqual({ result: false });
  });

  it('does not draft after a stop on the last day for changes', async () => {
    await change(pat(), enroll);
    await change(pat(day('2026-12-04')), stop);
    expect(await amounts('2027-03-20')).toEqual([]);
  });

  it('begins with the next draft if the borrower enrolls too late for the first', async () => {
    await change(pat(day('2026-12-07')), enroll);
    expect((await read(day('2026-12-07'))).next).toMatchObject({ dueDate: '2027-01-09', draftDate: '2027-01-11' });
    expect(await amounts('2027-01-20')).toEqual([['2027-01-11', 100, 'Auto Debit']]);
  });

  it('is a date on the dashboard if it draws on that day: not before a late enrollment or after a stop', async () => {
    const dates = async (on: string) => {
      await postDuePayments(pat(day(on)));
      return (await handlers['updates.read'](pat(day(on)), {})).nextDates;
    };
    await change(pat(day('2026-12-07')), enroll);
    expect(await dates('2026-12-07')).toMatchObject([
      { kind: 'bill', date: '2026-12-09' },
      { kind: 'draft', date: '2027-01-11' },
    ]);
    await setSums({ paymentDueDate: day('2027-01-09'), amountDue: dollars(0) }, '2026-12-09');
    expect(await dates('2026-12-11')).toMatchObject([{ kind: 'draft', date: '2027-01-11' }]);
    // The last day for changes of that draft is Wednesday, 6 January.
    await change(pat(day('2027-01-07')), stop);
    expect(await dates('2027-01-07')).toMatchObject([{ kind: 'draft', date: '2027-01-11' }]);
  });

  it('drafts the extra amount each month, also if the bill is paid already (ruling 76)', async () => {
    await change(pat(), { ...enroll, extraAmount: onWire(25) });
    await setSums({ paymentDueDate: day('2027-01-09'), amountDue: dollars(0), lastBumpDate: today });
    expect((await amounts('2027-01-20')).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['2026-12-09', 25, 'Auto Debit'],
      ['2027-01-11', 100, 'Auto Debit'],
      ['2027-01-11', 25, 'Auto Debit'],
    ]);
    // The extra amount does not advance the due date.
    const [group] = await groupsOnDay(opened.db, 'pat', day('2027-01-20'));
    expect(group?.dueDate).toBe('2027-02-09');
  });

  it('drafts nothing for a bill that is paid, and nothing during a postponement', async () => {
    await change(pat(), enroll);
    await setSums({ paymentDueDate: day('2027-01-09'), amountDue: dollars(0), lastBumpDate: today });
    expect(await amounts('2026-12-31')).toEqual([]);
    await postpone(opened.db, 'pat', { start: day('2026-12-31'), end: day('2027-02-01') });
    expect(await amounts('2027-02-25')).toEqual([['2027-02-09', 100, 'Auto Debit']]);
  });

  /** Gives Pat's method another account number, which decides how the bank treats its drafts. */
  async function changeNumber(accountNumber: string): Promise<void> {
    const [row] = await opened.db.select().from(paymentMethods);
    if (row === undefined) throw new Error('Pat has a method');
    await opened.db.delete(paymentMethods);
    await opened.db
      .insert(paymentMethods)
      .values(seals.paymentMethods.seal({ ...seals.paymentMethods.open(row), accountNumber }));
  }
  const messages = async () =>
    (await opened.db.select().from(inboxMessages).orderBy(inboxMessages.receivedOn, inboxMessages.subject)).map(
      ({ subject, receivedOn }) => [receivedOn, subject],
    );

  /** The emails to Pat about drafts or changes of auto debit, with the day that they name. */
  const emails = async (about: 'draft' | 'autoDebit' = 'draft') => {
    const rows = await opened.db.select().from(notices).where(eq(notices.borrowerKey, 'pat')).orderBy(notices.kind);
    return rows
      .filter(({ kind }) => kind.startsWith(about))
      .map(({ kind, email, aboutDay }) => [kind, email, aboutDay]);
  };

  it('suspends auto debit when the bank returns a draft that was posted', async () => {
    await changeNumber('47119999');
    await change(pat(), { ...enroll, extraAmount: onWire(25) });
    // Posted on the 11th, returned on the third banking day after it.
    const drafts = async (until: string) => (await amounts(until)).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    expect(await drafts('2026-12-14')).toEqual([
      ['2026-12-09', 100, 'Auto Debit'],
      ['2026-12-09', 25, 'Auto Debit'],
    ]);
    expect((await read(day('2026-12-14'))).status).toBe('on');
    expect(await drafts('2027-03-20')).toEqual([
      ['2026-12-09', 100, 'Returned'],
      ['2026-12-09', 25, 'Returned'],
    ]);
    const returned = await read(day('2027-03-20'));
    expect(returned.history.map(({ kind }) => kind)).toEqual(['suspended', 'enrolled']);
    expect(returned.failed).toMatchObject({ kind: 'returned', draftDate: '2026-12-09', amount: 125, retry: null });
    expect(await messages()).toEqual([['2026-12-16', 'Your payment was returned']]);
    const [letter] = await opened.db.select().from(inboxMessages);
    expect(letter?.text).toContain('your bank returned your payment of $125.00 on Direct Loans · E900000001.');
    expect(letter?.text).toContain('We have suspended auto debit');
    expect(await emails()).toEqual([['draftReturned', 'pat@example.com', null]]);
  });

  it('is one payment in three parts, in the order of the groups (ruling 105)', async () => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, { B: { monthly: 60, amountDue: 60 }, A: {} });
    await change(pat(), { ...enroll, extraAmount: onWire(25) });
    await postDuePayments(pat(day('2026-12-09')));
    const rows = await handlers['payments.scheduled'](pat(day('2026-12-09')), {});
    expect(rows.map(({ groupId, sumOfPaymentAmount }) => [groupId, sumOfPaymentAmount])).toEqual([
      ['A', 100],
      ['B', 60],
      [null, 25],
    ]);
    await postDuePayments(pat(day('2026-12-11')));
    const listed = await handlers['payments.history'](pat(day('2026-12-11')), {
      body: { period: 'all', search: null, sort: 'date', order: 'desc', page: 1, size: 10 },
    });
    expect(listed).toMatchObject({ total: 1, payments: [{ sumOfPaymentAmount: 185, sumOfPrincipal: 185 }] });
    const { federalAccounts } = await handlers['accounts.list'](pat(day('2026-12-11')), {});
    expect(federalAccounts).toMatchObject([{ latestPayment: { latestPaymentAmount: 185 } }]);
  });

  it('that is refused has one history row, one letter and one email with the next steps', async () => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, { A: {}, B: { monthly: 60, amountDue: 60 } });
    await changeNumber('47118888');
    await change(pat(), { ...enroll, extraAmount: onWire(25) });
    await postDuePayments(pat(day('2026-12-09')));
    const { payments: listed } = await handlers['payments.history'](pat(day('2026-12-09')), {
      body: { period: 'all', search: null, sort: 'date', order: 'desc', page: 1, size: 10 },
    });
    expect(listed).toMatchObject([{ sumOfPaymentAmount: 185, description: 'Returned' }]);
    expect(await messages()).toEqual([['2026-12-09', 'Your bank refused an auto debit payment']]);
    // Pat gets letters by mail.
    expect(await emails()).toEqual([['draftRefused', 'pat@example.com', '2026-12-11']]);
    await postDuePayments(pat(day('2026-12-11')));
    expect((await emails()).map(([kind]) => kind)).toEqual(['draftRefused', 'draftRefusedAgain']);
  });

  it('repeats a failed draft once, then suspends auto debit with a message', async () => {
    await changeNumber('47118888');
    await change(pat(), enroll);
    expect((await amounts('2026-12-10')).map(([date, , description]) => [date, description])).toEqual([
      ['2026-12-09', 'Returned'],
    ]);
    expect((await read(day('2026-12-10'))).status).toBe('on');
    // The second banking day after the draft.
    expect(await amounts('2027-03-20')).toEqual([
      ['2026-12-09', 100, 'Returned'],
      ['2026-12-11', 100, 'Returned'],
    ]);
    const account = await read(day('2027-03-20'));
    expect(account).toMatchObject({ status: 'suspended', profileId: null });
    expect(account.history.map(({ kind, by }) => [kind, by])).toEqual([
      ['suspended', 'servicer'],
      ['enrolled', 'borrower'],
    ]);
    expect(await messages()).toEqual([
      ['2026-12-09', 'Your bank refused an auto debit payment'],
      ['2026-12-11', 'Auto debit is suspended'],
    ]);
    expect(await opened.db.$count(scheduledPayments)).toBe(0);
  });

  it('names a refused draft until the amount is paid', async () => {
    await changeNumber('47118888');
    await change(pat(), enroll);
    await amounts('2026-12-11');
    await change(pat(day('2026-12-12')), { ...enroll, extraAmount: onWire(0) });
    expect((await read(day('2026-12-12'))).failed).toMatchObject({ kind: 'refusedAgain', isPastDue: true });
    await setSums({ paymentDueDate: day('2027-01-09'), amountDue: dollars(0), lastBumpDate: day('2026-12-12') });
    expect((await read(day('2026-12-12'))).failed).toBeNull();
  });

  it('shows that a failed draft will be repeated, which a stop does not affect', async () => {
    const retry = { effectiveDate: '2026-12-11', amount: 100 };
    await changeNumber('47118888');
    await change(pat(), enroll);
    await amounts('2026-12-10');
    expect(await read(day('2026-12-10'))).toMatchObject({
      status: 'on',
      underWay: retry,
      failed: {
        kind: 'refused',
        draftDate: '2026-12-09',
        amount: 100,
        paymentMethod: expect.stringMatching(/\*8888$/),
        retry,
      },
      next: { dueDate: '2027-01-09' },
    });
    await change(pat(day('2026-12-10')), stop);
    expect(await read(day('2026-12-10'))).toMatchObject({ status: 'off', underWay: retry });
    expect(await amounts('2026-12-11')).toContainEqual(['2026-12-11', 100, 'Returned']);
    // Auto debit is off already, so it is not suspended.
    const account = await read(day('2026-12-11'));
    expect(account.failed).toMatchObject({
      kind: 'refusedAgain',
      draftDate: '2026-12-11',
      retry: null,
      isPastDue: true,
    });
    expect([account.status, account.history.map(({ kind }) => kind)]).toEqual(['off', ['stopped', 'enrolled']]);
    expect(await messages()).toEqual([
      ['2026-12-09', 'Your bank refused an auto debit payment'],
      ['2026-12-11', 'Your bank refused an auto debit payment'],
    ]);
  });

  describe('the amount in the payment overview is that of the next draft (ruling 76)', () => {
    const overviewOn = async (on: string) => {
      await postDuePayments(pat(day(on)));
      return (await handlers['payments.overview'](pat(day(on)), {})).autoDebitAmount;
    };
    /** Returns the sum of the first drafts after a day, by their posted and refused payments. */
    const nextDrawn = async (after: string) => {
      await postDuePayments(pat(addMonths(day(after), 4)));
      const drawn = await history('pat', day(after));
      return drawn
        .filter(({ effectiveDate }) => effectiveDate === drawn[0]?.effectiveDate)
        .reduce((sum, { amount }) => sum + amount / 100, 0);
    };
    const payBill = (paymentDueDate: string) => setSums({ paymentDueDate: day(paymentDueDate), amountDue: dollars(0) });

    it('with the extra amount', async () => {
      await change(pat(), { ...enroll, extraAmount: onWire(25) });
      expect(await overviewOn('2026-11-20')).toBe(125);
      expect(await nextDrawn('2026-11-20')).toBe(125);
    });

    it.each([
      ['2026-12-09', 'the due date is kept'],
      ['2027-01-09', 'the due date is advanced'],
    ])('without a bill that is paid: only the extra amount (%s: %s)', async (paymentDueDate) => {
      await change(pat(), { ...enroll, extraAmount: onWire(25) });
      await payBill(paymentDueDate);
      expect(await overviewOn('2026-11-20')).toBe(25);
      expect(await nextDrawn('2026-11-20')).toBe(25);
    });

    it('without a bill that is paid: the bill after it', async () => {
      await clearBorrowers(opened.db);
      await storeBorrower(opened.db, { A: {}, B: { monthly: 60, amountDue: 60 } });
      await change(pat(), enroll);
      await payBill('2026-12-09');
      expect(await overviewOn('2026-11-20')).toBe(160);
      expect(await nextDrawn('2026-11-20')).toBe(160);
    });

    it('excludes past-due amounts and never exceeds the balance', async () => {
      await change(pat(), { ...enroll, extraAmount: onWire(25) });
      await setSums({ pastDue: dollars(200) });
      await opened.db.update(loans).set({ principal: dollars(290) });
      expect(await overviewOn('2026-11-20')).toBe(115);
      expect(await nextDrawn('2026-11-20')).toBe(115);
    });

    it('by the terms that still apply to it', async () => {
      await change(pat(), { ...enroll, extraAmount: onWire(25) });
      await change(pat(day('2026-12-07')), { ...enroll, extraAmount: onWire(40) });
      expect(await overviewOn('2026-12-07')).toBe(125);
      // The draft is drawn on its day. The next one follows the change.
      expect(await overviewOn('2026-12-09')).toBe(140);
      expect(await nextDrawn('2026-12-09')).toBe(140);
    });

    it('0 after a stop that applies to it', async () => {
      await change(pat(), enroll);
      await change(pat(day('2026-12-04')), stop);
      expect(await overviewOn('2026-12-04')).toBe(0);
      expect(await nextDrawn('2026-12-04')).toBe(0);
    });

    it('while a refused draft is to be repeated: the second attempt', async () => {
      await changeNumber('47118888');
      await change(pat(), enroll);
      // The payment is made after the last day for changes, so the draft keeps its amount, but its second attempt
      // draws the rest.
      await scheduleManually(day('2026-12-10'), { amount: dollars(30), authorizedOn: '2026-12-07' });
      expect(await overviewOn('2026-12-08')).toBe(100);
      expect(await overviewOn('2026-12-09')).toBe(70);
      expect(await amounts('2026-12-20')).toContainEqual(['2026-12-11', 70, 'Returned']);
      expect(await overviewOn('2027-04-09')).toBe(0);
    });
  });

  /** Schedules a payment from another bank account. */
  async function scheduleManually(
    effectiveDate: PlainDate,
    { amount = dollars(100), authorizedOn = String(today) } = {},
  ): Promise<void> {
    const method = { routingNumber: '114000093', accountTypeId: 1 as const, accountHolder: 'Pat Marsh' };
    await opened.db.insert(scheduledPayments).values(
      seals.scheduledPayments.seal({
        ...OWN_ACCOUNT,
        ...method,
        paymentId: 'p',
        paymentDetailId: 'd',
        groupId: null,
        effectiveDate,
        amount,
        profileId: null,
        bankAccountNumber: '778204519',
        paymentMethod: 'Frost Bank *****4519',
        paymentType: 'Online Payment',
        keepsDueDate: false,
        authorizedAt: new Date(`${authorizedOn}T15:00:00Z`),
      }),
    );
  }

  it('does not draw a bill covered by a payment that was submitted in time (ruling 89)', async () => {
    await change(pat(), enroll);
    await scheduleManually(day('2026-12-09'), { authorizedOn: '2026-12-04' });
    expect(await amounts('2026-12-31')).toEqual([['2026-12-09', 100, 'Online Payment']]);
  });

  it('draws a fixed amount even if a later payment covers the bill, and applies it to the next bill', async () => {
    await change(pat(), enroll);
    await postDuePayments(pat(day('2026-12-05')));
    await scheduleManually(day('2026-12-09'), { authorizedOn: '2026-12-05' });
    expect((await amounts('2026-12-31')).map(([, amount, kind]) => `${amount} ${kind}`).toSorted()).toEqual([
      '100 Auto Debit',
      '100 Online Payment',
    ]);
    expect(await groupsOnDay(opened.db, 'pat', day('2026-12-31'))).toMatchObject([{ dueDate: '2027-02-09' }]);
  });

  it('does not repeat a failed draft of a bill that was paid on its due date (ruling 76)', async () => {
    await changeNumber('47118888');
    await change(pat(), enroll);
    await postDuePayments(pat(day('2026-12-05')));
    await scheduleManually(day('2026-12-09'), { authorizedOn: '2026-12-05' });
    expect(await amounts('2026-12-31')).toEqual([
      ['2026-12-09', 100, 'Online Payment'],
      ['2026-12-09', 100, 'Returned'],
    ]);
    expect(await groupsOnDay(opened.db, 'pat', day('2026-12-31'))).toMatchObject([{ dueDate: '2027-01-09' }]);
    expect(await emails()).toEqual([['draftRefusedCovered', 'pat@example.com', null]]);
  });

  it('shows payments that are scheduled for the bill of the next draft', async () => {
    await scheduleManually(day('2026-12-02'));
    expect((await read()).sameBill).toEqual([{ effectiveDate: '2026-12-02', amount: 100 }]);
  });

  it.each<[string, Partial<Extract<Change, { change: 'enroll' }>>, string, string]>([
    ['an unknown payment method', { profileId: 'method-9' }, 'profileId', 'method.required'],
    ['an extra amount above the payoff', { extraAmount: onWire(20_000) }, 'extraAmount', 'extra.exceedsPayoff'],
    ['terms that are not agreed to', { terms: false }, 'terms', 'terms.required'],
  ])('refuses %s with its field', async (_, wrong, field, code) => {
    const refusal = { status: 422, fields: [expect.objectContaining({ field, code })] };
    await expect(change(pat(), { ...enroll, ...wrong })).rejects.toMatchObject(refusal);
    expect(await opened.db.$count(autoDebitChanges)).toBe(0);
  });

  it('notifies the borrower of each change by email', async () => {
    // Changes of one instant have no order.
    const atMinute = (minute: number) => ({ ...pat(), now: new Date(pat().now.getTime() + minute * 60_000) });
    await change(atMinute(0), enroll);
    await change(atMinute(1), { ...enroll, extraAmount: onWire(25) });
    await change(atMinute(2), stop);
    await change(atMinute(3), stop);
    expect((await emails('autoDebit')).map(([kind]) => kind)).toEqual([
      'autoDebitChanged',
      'autoDebitOff',
      'autoDebitOn',
    ]);
  });

  it('makes a change once per key, settles a lost response, and records who made it', async () => {
    const key = randomUUID();
    const frankie = { ...pat(), webAccountId: 'web-frankie' };
    const scope = { ...frankie, person: { ...frankie.person, isImpersonator: true } };
    expect(await change(scope, enroll, key)).toEqual({ result: true });
    expect(await change(scope, enroll, key)).toEqual({ result: true });
    const rows = await opened.db.select().from(autoDebitChanges);
    expect(await emails('autoDebit')).toEqual([['autoDebitOn', 'pat@example.com', null]]);
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'enrolled', actorWebAccountId: 'web-frankie', actorIsImpersonator: true }),
    ]);
    expect((await read()).history).toMatchObject([{ kind: 'enrolled', by: 'servicer' }]);
    expect(await handlers['autoDebit.settle'](pat(), { body: { idempotencyKey: key } })).toEqual({
      outcome: 'recorded',
      answer: { result: true },
      record: enroll,
    });
  });

  it('keeps the bank account of auto debit from being removed, until auto debit is stopped', async () => {
    await change(pat(), enroll);
    const remove = async (on: PlainDate) => {
      await postDuePayments(pat(on));
      return handlers['banking.change'](pat(on), {
        idempotencyKey: randomUUID(),
        body: { change: 'remove', profileId: 'method-1' },
      });
    };
    const [method] = await handlers['banking.methods'](pat(), {});
    expect(method?.autoDebitAccounts).toEqual(['E900000001']);
    expect(method?.autoDebitAccountNames).toEqual(['Direct Loans · E900000001']);
    expect(await remove(today)).toEqual({ result: false });
    await change(pat(day('2026-12-07')), stop);
    // The draft of 9 December is under way.
    expect(await remove(day('2026-12-07'))).toEqual({ result: false });
    await postDuePayments(pat(day('2026-12-20')));
    expect(await remove(day('2026-12-20'))).toEqual({ result: true });
  });

  it('keeps the bank account of a failed draft until the draft was repeated', async () => {
    await changeNumber('47118888');
    await change(pat(), enroll);
    await postDuePayments(pat(day('2026-12-08')));
    await change(pat(day('2026-12-08')), stop);
    const [first] = await handlers['banking.methods'](pat(), {});
    expect(first?.autoDebitAccounts).toEqual(['E900000001']);
    await postDuePayments(pat(day('2026-12-09')));
    const [refused] = await handlers['banking.methods'](pat(day('2026-12-09')), {});
    expect(refused?.autoDebitAccounts).toEqual(['E900000001']);
    await postDuePayments(pat(day('2026-12-11')));
    const [repeated] = await handlers['banking.methods'](pat(day('2026-12-11')), {});
    expect(repeated?.autoDebitAccounts).toEqual([]);
  });
});
