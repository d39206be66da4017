/**
 * Compares the timeline with the server: for random accounts, payments and agreements, the server does until another day
 * exactly as the timeline announced (rulings 87 to 89).
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owedOn } from '#domain/accounts/ledger.ts';
import { getMonthEnd } from '#domain/accounts/rap.ts';
import { sumAllParts } from '#domain/parts.ts';
import { type PlainDate, addDays, daysBetween, dueDateAfter, toPlainDate as day } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import { nextBankingDay, isBankingDay } from '#domain/banking-days.ts';
import { toCents } from '#domain/money.ts';
import { term } from '#domain/repayment/term/calls.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { toDraftDay, toLastChangeDay } from '#domain/timeline/draft-days.ts';
import { draftTotal } from '#domain/timeline/drafts.ts';
import { type ComingEvent, projectTimeline } from '#domain/timeline/timeline.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  autoDebitChanges,
  autoDebitDrafts,
  autoDebits,
  paymentHistory,
  paymentInstructions,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { type GroupOnDay, type HeldGroup, readHoldings, portfolioOn } from '#server/service/portfolio/portfolio.ts';
import { DemoCopies } from '#server/demo/copies.ts';
import { forecastShares, toPredicted } from '#server/service/payments/forecast.ts';
import type { Scope } from '#server/service/scope.ts';
import { bringUpToDate, postDuePayments } from '#server/service/due-work/work.ts';
import { DEMO_FOLDER, ROLE_IDS, openDemo, createScope } from '#test/support/database.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postpone } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

const TODAY = day('2026-11-20');
const { borrowerKey } = OWN_ACCOUNT;

interface Scheduled {
  readonly amount: number;
  readonly on: PlainDate;
  readonly groupId?: string | null;
  readonly keepsDueDate?: boolean;
  readonly authorizedOn?: PlainDate;
  readonly whose?: { readonly borrowerKey: string; readonly accountId: string };
}

let payments = 0;

/** Schedules a payment in dollars, authorized today by default. */
async function schedule({
  amount,
  on,
  groupId = null,
  keepsDueDate = false,
  authorizedOn = TODAY,
  whose = OWN_ACCOUNT,
}: Scheduled) {
  payments += 1;
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...whose,
      paymentId: `payment-${payments}`,
      paymentDetailId: `payment-${payments}-1`,
      groupId,
      effectiveDate: on,
      amount: dollars(amount),
      ...OWN_BANK,
      keepsDueDate,
      authorizedAt: new Date(`${authorizedOn}T15:00:00Z`),
    }),
  );
}

/** Enrolls the account with an extra amount in dollars. The next draft is the first after today. */
async function enroll(extra = 0) {
  await opened.db.insert(autoDebitChanges).values({
    ...OWN_ACCOUNT,
    changeId: 'enrolled',
    kind: 'enrolled',
    profileId: 'method-1',
    paymentMethod: 'Frost Bank *****4519',
    extraAmount: dollars(extra),
    changedOn: TODAY,
    changedAt: new Date(`${TODAY}T15:00:00Z`),
  });
  await opened.db.insert(autoDebits).values({ ...OWN_ACCOUNT, draftedThrough: addDays(TODAY, -1), actionOn: TODAY });
}

/** Stops auto debit. */
async function stop(today: PlainDate) {
  await opened.db.insert(autoDebitChanges).values({
    ...OWN_ACCOUNT,
    changeId: 'stopped',
    kind: 'stopped',
    extraAmount: dollars(0),
    changedOn: today,
    changedAt: new Date(`${today}T15:00:00Z`),
  });
}

const visit = (today: PlainDate) => postDuePayments({ db: opened.db, borrowerKey, today });

/** Returns the announced events of a day through another one. */
async function announced(today: PlainDate, through: PlainDate) {
  await visit(today);
  const [account] = (await readHoldings(opened.db, borrowerKey)).accounts;
  if (account === undefined) throw new Error('Pat has no account');
  return projectTimeline(account.groups, account.agreements, { today, through });
}

/** Returns the sums of amounts by day, in cents. */
function sumsByDay(drafts: readonly { readonly day: PlainDate; readonly amount: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { day: on, amount } of drafts) sums[on] = (sums[on] ?? 0) + amount;
  return sums;
}

/** Returns the drawn drafts by day. The drafts of two due dates can fall on one day. */
async function draftsMade(): Promise<Record<string, number>> {
  const s = scheduledPayments;
  const posted = await opened.db.select().from(paymentHistory).where(eq(paymentHistory.description, AUTO_DEBIT));
  const waiting = await opened.db.select().from(s).where(eq(s.paymentType, AUTO_DEBIT));
  return sumsByDay([...posted, ...waiting].map(({ effectiveDate, amount }) => ({ day: effectiveDate, amount })));
}

/** Returns the drafts that are announced, by day. */
const draftsIn = (events: readonly ComingEvent[]): Record<string, number> =>
  sumsByDay(events.flatMap((event) => (event.kind === 'draft' && event.amount > 0 ? [event] : [])));

const portfolio = async (today: PlainDate) => {
  await visit(today);
  const [account] = portfolioOn(await readHoldings(opened.db, borrowerKey), today).accounts;
  if (account === undefined) throw new Error('Pat has no account');
  return account;
};

const bankingDay = (date: PlainDate): PlainDate => (isBankingDay(date) ? date : nextBankingDay(date));

const randomGroup = fc.record({
  monthly: fc.integer({ min: 20, max: 150 }),
  dueDay: fc.integer({ min: 1, max: 28 }),
  pastDue: fc.constantFrom(0, 0, 0, 1),
  principal: fc.constantFrom(90, 400, 3_000, 12_000),
  rate: fc.constantFrom(0, 4_530, 6_800),
  isOnRap: fc.boolean(),
});
const payment = fc.record({
  after: fc.integer({ min: 0, max: 80 }),
  amount: fc.integer({ min: 5, max: 400 }),
  of: fc.constantFrom(null, null, 'A', 'B'),
  keepsDueDate: fc.boolean(),
});
const history = fc.record({
  groups: fc.tuple(randomGroup, fc.option(randomGroup, { nil: undefined })),
  payments: fc.array(payment, { maxLength: 4 }),
  extra: fc.option(fc.constantFrom(0, 25), { nil: undefined }),
  instruction: fc.constantFrom('STANDARD' as const, 'HIGHEST_RATE' as const, 'LOWEST_BALANCE' as const),
  pause: fc.option(fc.record({ after: fc.integer({ min: 1, max: 40 }), days: fc.integer({ min: 20, max: 70 }) }), {
    nil: undefined,
  }),
});

describe('the announced events', () => {
  it('happen as announced, for random accounts and agreements', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ groups: [a, b], payments: paid, extra, instruction, pause }) => {
        await clearBorrowers(opened.db);
        const overrides = ({ monthly, dueDay, pastDue, principal, rate, isOnRap }: typeof a) => ({
          // The last bill of a small loan is issued before RAP's payment of its principal is posted.
          plan: isOnRap && principal >= 3_000 ? ('RAP' as const) : ('STANDARD' as const),
          monthly,
          amountDue: 0,
          pastDue: pastDue * monthly,
          dueDate: `2026-12-${String(dueDay).padStart(2, '0')}`,
          loans: [{ principal, rate }],
        });
        await storeBorrower(opened.db, { A: overrides(a), ...(b && { B: overrides(b) }) });
        await opened.db.insert(paymentInstructions).values({ ...OWN_ACCOUNT, code: instruction });
        if (extra !== undefined) await enroll(extra);
        for (const { after, amount, of, keepsDueDate } of paid) {
          if (of === 'B' && b === undefined) continue;
          await schedule({ on: bankingDay(addDays(TODAY, after)), amount, groupId: of, keepsDueDate });
        }
        if (pause !== undefined) {
          const start = addDays(TODAY, pause.after);
          await postpone(opened.db, borrowerKey, { start, end: addDays(start, pause.days), grantedOn: TODAY });
        }
        const foreseen = await announced(TODAY, addDays(TODAY, 110));
        // A day on which all payments of the days before are posted.
        let end = addDays(TODAY, 100);
        const monthEnds = [a.dueDay, b?.dueDay ?? a.dueDay].flatMap((dueDay) =>
          [0, 1, 2, 3, 4].map((months) => getMonthEnd(dueDateAfter(TODAY, dueDay, months))),
        );
        const isQuiet = (date: PlainDate): boolean =>
          [...foreseen.payments.map(({ effectiveDate }) => effectiveDate), ...monthEnds].every(
            (on) => on < postedBefore(date) || on > date,
          );
        while (!isQuiet(end) && daysBetween(TODAY, end) < 110) end = addDays(end, 1);
        const { events, groups } = await announced(TODAY, end);
        const account = await portfolio(end);
        expect(await draftsMade()).toEqual(draftsIn(events));
        if (!isQuiet(end)) return;
        expect(account.groups.map(({ held }) => held.loans.map(({ principal }) => principal))).toEqual(
          groups.map(({ loans }) => loans.map(({ principal }) => principal)),
        );
        const openOn = (held: Pick<HeldGroup, 'bills'>) =>
          held.bills
            .filter(({ amount, paid: sum, isAhead, cancelledOn }) => cancelledOn === null && !isAhead && sum < amount)
            .map(({ dueDate, amount, paid: sum }) => [dueDate, amount - sum]);
        expect(account.groups.map(({ held }) => openOn(held))).toEqual(groups.map(openOn));
        expect(account.groups.map(({ held }) => held.paidAheadTo)).toEqual(groups.map((each) => each.paidAheadTo));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 6) },
    );
  }, 300_000);

  it('contain each draft with its amount from the day on which it is fixed, and no draft that was stopped in time', async () => {
    const step = fc.record({ after: fc.integer({ min: 0, max: 55 }), amount: fc.integer({ min: 20, max: 250 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 4 }),
        fc.option(fc.integer({ min: 1, max: 55 }), { nil: undefined }),
        fc.constantFrom(0, 25),
        async (paid, stopAfter, extra) => {
          await clearBorrowers(opened.db);
          await storeBorrower(opened.db, {
            A: { amountDue: 0, dueDate: '2026-12-05', loans: [{ principal: 5_000, rate: 4_530 }] },
            B: { monthly: 60, amountDue: 0, dueDate: '2026-12-09', loans: [{ principal: 700 }] },
          });
          await enroll(extra);
          const names = new Map<string, string[]>();
          const stoppedOn = stopAfter === undefined ? null : addDays(TODAY, stopAfter);
          for (let today = TODAY; today <= addDays(TODAY, 70); today = addDays(today, 1)) {
            for (const event of (await announced(today, addDays(today, 40))).events) {
              if (event.kind !== 'draft' || event.amount === 0) continue;
              const isFixed = today > toLastChangeDay(event.day);
              expect(event.isFixed).toBe(isFixed);
              if (isFixed)
                names.set(event.dueDate, [...(names.get(event.dueDate) ?? []), `${event.day} ${event.amount}`]);
            }
            // The borrower acts after the page is read.
            for (const { after, amount } of paid)
              if (addDays(TODAY, after) === today)
                await schedule({ amount, on: bankingDay(addDays(today, 2)), authorizedOn: today });
            if (stoppedOn === today) await stop(today);
          }
          const made = await opened.db.select().from(autoDebitDrafts).where(eq(autoDebitDrafts.outcome, 'made'));
          expect(made.map(({ dueDate }) => dueDate).toSorted()).toEqual(
            [...names.keys()].filter((dueDate) => toDraftDay(day(dueDate)) <= addDays(TODAY, 70)).toSorted(),
          );
          for (const { dueDate, parts } of made) {
            const drawnOn = toDraftDay(dueDate);
            expect(new Set(names.get(dueDate))).toEqual(new Set([`${drawnOn} ${draftTotal(parts)}`]));
            if (stoppedOn !== null) expect(toLastChangeDay(drawnOn) < stoppedOn).toBe(true);
          }
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 2) },
    );
  }, 600_000);

  it('are enough for a borrower who follows them to pay each bill once and never be past due', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 28 }),
        fc.option(fc.constantFrom(0, 25), { nil: undefined }),
        async (a, b, extra) => {
          await clearBorrowers(opened.db);
          const dueDate = (dueDay: number) => `2026-12-${String(dueDay).padStart(2, '0')}`;
          await storeBorrower(opened.db, {
            A: { amountDue: 0, dueDate: dueDate(a), loans: [{ principal: 5_000, rate: 4_530 }] },
            B: { monthly: 60, amountDue: 0, dueDate: dueDate(b), loans: [{ principal: 700 }] },
          });
          if (extra !== undefined) await enroll(extra);
          const last = addDays(TODAY, 75);
          for (let today = TODAY; today <= last; today = addDays(today, 1)) {
            const { pastDue } = (await portfolio(today)).groups.reduce(
              (sum, { due }) => ({ pastDue: sum.pastDue + due.pastDue }),
              { pastDue: 0 },
            );
            expect([today, pastDue]).toEqual([today, 0]);
            // Pays the rest of a bill that the page shows, on the last banking day up to its due date.
            for (const event of (await announced(today, addDays(today, 5))).events) {
              if (event.kind !== 'bill' || event.left === 0) continue;
              if (isBankingDay(today) && nextBankingDay(today) > event.day)
                await schedule({ amount: event.left / 100, on: today, groupId: event.groupId, authorizedOn: today });
            }
          }
          const paid = (await opened.db.select().from(paymentHistory)).flatMap(({ groups, isExtra }) =>
            isExtra
              ? []
              : groups.map(({ total, bills = [] }) => total - bills.reduce((sum, bill) => sum + bill.amount, 0)),
          );
          // No payment went beyond its bill.
          expect(paid.filter((rest) => rest !== 0)).toEqual([]);
          expect(paid.length).toBeGreaterThanOrEqual(2);
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 2) },
    );
  }, 600_000);
});

describe('the demo people', () => {
  const scopeAt = (who: string, on: string): Scope => ({
    ...createScope(opened, who),
    now: new Date(`${on}T15:00:00Z`),
    today: day(on),
  });
  const advance = (who: string, on: string) => bringUpToDate(scopeAt(who, on), day(on));
  const createCopy = async (like: string): Promise<string> => {
    const copy = await new DemoCopies(opened.db, DEMO_FOLDER, ROLE_IDS).copy(like, TODAY);
    return copy?.signIns[like] ?? '';
  };
  /**
   * Returns the first account of a borrower whose number starts with `number`, on a day, and its bills as pages show
   * them.
   */
  async function accountOn(who: string, on: string, number = '') {
    await advance(who, on);
    const { accounts } = portfolioOn(await readHoldings(opened.db, who), day(on));
    const account = accounts.find(({ accountNumber }) => accountNumber.startsWith(number));
    if (account === undefined) throw new Error(`${who} has no account ${number}`);
    const { groups } = account;
    const sum = (of: (group: GroupOnDay) => number) => groups.reduce((total, group) => total + of(group), 0);
    return {
      ...account,
      pastDue: sum(({ due }) => due.pastDue) / 100,
      totalDue: sum(({ due }) => due.totalDue) / 100,
      dueDates: [...new Set(groups.map(({ dueDate }) => dueDate))],
    };
  }
  const readHistory = async (who: string, after: string) =>
    (await opened.db.select().from(paymentHistory).where(eq(paymentHistory.borrowerKey, who)))
      .filter(({ effectiveDate }) => effectiveDate > after)
      .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
  const datesOn = async (who: string, on: string) =>
    (await handlers['updates.read'](scopeAt(who, on), {})).nextDates.map(({ kind, date }) => [kind, date]);
  /** Schedules a payment on an account, as the server predicts it, and returns the prediction. */
  async function pay(who: string, number: string, amount: number, on: string, today = '2026-11-20') {
    await advance(who, today);
    const holdings = await readHoldings(opened.db, who);
    const account = holdings.accounts.find(({ accountNumber }) => accountNumber.startsWith(number));
    if (account === undefined) throw new Error(`${who} has no account ${number}`);
    const { accountId, accountNumber } = account;
    const share = { accountNumber, groupId: null, amount: toCents(amount), keepsDueDate: false };
    const split = forecastShares(holdings, { today: day(today), effectiveDate: day(on) }, [share]).get(share);
    await schedule({
      amount: amount / 100,
      on: day(on),
      authorizedOn: day(today),
      whose: { borrowerKey: who, accountId },
    });
    return split === undefined ? undefined : toPredicted(split);
  }

  it('lane keeps the draft of 11/30 for the bill of 11/29 after a change of plan', async () => {
    const lane = await createCopy('lane');
    await handlers['term.apply'](scopeAt(lane, '2026-11-20'), {
      idempotencyKey: randomUUID(),
      body: v.parse(term.apply.body, {
        eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: 1 }],
        hasExternalLoans: false,
        esignDate: '2026-11-20',
        extraAmount: 0,
      }),
    });
    // The due date is a Sunday: the draft is in time on Monday.
    for (const on of ['2026-11-30', '2026-12-04']) expect(await accountOn(lane, on)).toMatchObject({ pastDue: 0 });
    expect(
      (await readHistory(lane, '2026-11-20')).map(({ description, effectiveDate }) => [description, effectiveDate]),
    ).toEqual([['Auto Debit', '2026-11-30']]);
  });

  it('blake pays the payoff before the last day for changes: nothing is drawn, and auto debit ends', async () => {
    const blake = await createCopy('blake');
    const quote = async (): Promise<number> =>
      (await accountOn(blake, '2026-11-20')).groups
        .flatMap(({ held }) => held.loans.map((loan) => sumAllParts(owedOn(loan, day('2026-11-30')))))
        .reduce((sum, owed) => sum + owed, 0);
    await pay(blake, '', await quote(), '2026-11-30');
    const { accounts } = await handlers['autoDebit.read'](scopeAt(blake, '2026-11-20'), {});
    expect(accounts[0]).toMatchObject({
      status: 'on',
      next: null,
      emptyDrafts: [{ dueDate: '2026-12-01' }],
      paidInFullOn: '2026-11-30',
    });
    expect(await datesOn(blake, '2026-11-20')).toEqual([['billScheduled', '2026-12-01']]);
    await advance(blake, '2027-02-10');
    expect(
      (await readHistory(blake, '2026-11-20')).map(({ effectiveDate, refunded }) => [effectiveDate, refunded]),
    ).toEqual([['2026-11-30', 0]]);
    expect((await handlers['autoDebit.read'](scopeAt(blake, '2027-02-10'), {})).accounts[0]?.status).toBe('off');
  });

  it('blake pays the payoff after that day: the draft is drawn as fixed, and refunded', async () => {
    const blake = await createCopy('blake');
    const { payoff } = await accountOn(blake, '2026-11-27');
    await pay(blake, '', payoff, '2026-11-27', '2026-11-27');
    await advance(blake, '2026-12-20');
    const rows = await readHistory(blake, '2026-11-20');
    expect(rows.map(({ description, amount, refunded }) => [description, amount === refunded])).toEqual([
      ['Online Payment', false],
      ['Auto Debit', true],
    ]);
  });

  it('blake is in time while a draft waits to post, and while it waits for a banking day', async () => {
    const blake = await createCopy('blake');
    // Drawn on Tuesday, 12/01; it posts on 12/03.
    expect(await accountOn(blake, '2026-12-02')).toMatchObject({
      pastDue: 0,
      totalDue: 155.13,
      dueDates: ['2027-01-01'],
      beingPaid: [{ dueDate: '2026-12-01', amount: 155_13, paidOn: '2026-12-01' }],
    });
    // Due on Saturday, 05/01; drawn on Monday.
    expect(await accountOn(blake, '2027-05-02')).toMatchObject({
      pastDue: 0,
      totalDue: 155.13,
      dueDates: ['2027-06-01'],
    });
    expect(await handlers['payments.scheduled'](scopeAt(blake, '2027-05-02'), {})).toMatchObject([
      { effectiveDate: '2027-05-03', paymentType: 'Auto Debit', description: 'Processing', paysPastBills: 155.13 },
    ]);
    expect(await datesOn(blake, '2027-05-02')).toEqual([['draft', '2027-05-03']]);
  });

  it('blake sees the unpaid part of a bill whose draft is fixed after canceling a payment', async () => {
    const blake = await createCopy('blake');
    const leftOn = async (on: string) =>
      (await handlers['payments.scheduled'](scopeAt(blake, on), {})).map(({ leftIfCancelled }) => leftIfCancelled);
    await pay(blake, '', 100_00, '2026-11-30');
    // Until the last day for changes, the draft would make up for it.
    expect(await leftOn('2026-11-20')).toEqual([null]);
    await advance(blake, '2026-11-27');
    expect(await leftOn('2026-11-27')).toEqual([{ dueDate: '2026-12-01', amount: 100 }]);
    await opened.db.delete(scheduledPayments).where(eq(scheduledPayments.borrowerKey, blake));
    expect(await accountOn(blake, '2026-12-20')).toMatchObject({ pastDue: 100 });
  });

  it('avery paid her private loan for its due date, Friday 12/04, and is in time on Saturday', async () => {
    const avery = await createCopy('avery');
    const { totalDue } = await accountOn(avery, '2026-12-04', 'J');
    await pay(avery, 'J', Math.round(totalDue * 100), '2026-12-04', '2026-12-04');
    expect(await accountOn(avery, '2026-12-05', 'J')).toMatchObject({ pastDue: 0 });
  });

  it('avery sees that the payment of a bill is already scheduled', async () => {
    const avery = await createCopy('avery');
    const { totalDue, dueDates } = await accountOn(avery, '2026-11-20', 'D');
    await pay(avery, 'D', Math.round(totalDue * 100), '2026-11-23');
    expect(await datesOn(avery, '2026-11-20')).toContainEqual(['billScheduled', dueDates[0]]);
  });

  it('emery gets the split and the refund that were predicted, with the drafts before them', async () => {
    for (const amount of [500_00, 4_927_02]) {
      const emery = await createCopy('emery');
      const predicted = await pay(emery, '', amount, '2027-02-08');
      await advance(emery, '2027-02-20');
      const rows = await readHistory(emery, '2026-11-20');
      expect(rows.filter(({ description }) => description === 'Auto Debit').length).toBeGreaterThan(1);
      const { principal, interest, fees, refunded } =
        rows.find(({ description }) => description === 'Online Payment') ?? {};
      expect({ principal, interest, fees, refunded }).toEqual({
        principal: predicted?.principal,
        interest: predicted?.interest,
        fees: predicted?.fees,
        refunded: predicted?.refunded,
      });
    }
  });

  it('avery has the extra amount of auto debit drawn by the instruction, and never for the next bill', async () => {
    const avery = await createCopy('avery');
    await handlers['autoDebit.change'](scopeAt(avery, '2026-11-20'), {
      idempotencyKey: randomUUID(),
      body: {
        change: 'enroll',
        accountId: (await accountOn(avery, '2026-11-20', 'E104882913')).accountId,
        profileId: (await handlers['banking.methods'](scopeAt(avery, '2026-11-20'), {}))[0]?.profileId ?? '',
        extraAmount: toCents(25_00),
        terms: true,
      },
    });
    const { pastDue } = await accountOn(avery, '2026-11-20', 'E104882913');
    await pay(avery, 'E104882913', Math.round(pastDue * 100), '2026-11-23');
    await advance(avery, '2026-12-31');
    const parts = (await readHistory(avery, '2026-11-20')).filter(({ isExtra }) => isExtra);
    expect(
      parts.map(({ effectiveDate, amount, groups }) => [
        effectiveDate,
        amount,
        groups.flatMap(({ bills = [] }) => bills),
      ]),
    ).toEqual([
      ['2026-11-30', 25_00, []],
      ['2026-12-29', 25_00, []],
    ]);
  });
});
