/**
 * The timeline against what happens: for random accounts, payments and agreements, what was announced on one day is what
 * the server does until another one (issue of 16b; rulings 87 to 89).
 */
import * as fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlainDate, addDays, daysBetween, plainDateOf as day } from '#domain/calendar.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import { nextBankingDay, isBankingDay } from '#domain/banking-days.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { type ComingEvent, timelineOf } from '#domain/timeline/timeline.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  autoDebitChanges,
  autoDebits,
  paymentHistory,
  paymentInstructions,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { type HeldGroup, holdingsOf, portfolioOn } from '#server/service/accounts/portfolio.ts';
import { postDuePayments } from '#server/service/work.ts';
import { openDemo } from '#test/support/database.ts';
import { postpone } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());
beforeEach(() => clearBorrowers(opened.db));

const TODAY = day('2026-11-20');
const { borrowerKey } = OWN_ACCOUNT;

interface Scheduled {
  readonly amount: number;
  readonly on: PlainDate;
  readonly groupId?: string | null;
  readonly keepsDueDate?: boolean;
  readonly authorizedOn?: PlainDate;
}

let payments = 0;

/** Schedules a payment in dollars, authorized today unless said. */
async function schedule({ amount, on, groupId = null, keepsDueDate = false, authorizedOn = TODAY }: Scheduled) {
  payments += 1;
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: `payment-${payments}`,
      paymentDetailId: `payment-${payments}-1`,
      groupId,
      effectiveDate: on,
      amount: dollars(amount),
      routingNumber: '114000093',
      bankAccountNumber: '778204519',
      accountTypeId: 1,
      accountHolder: 'Pat Marsh',
      paymentMethod: 'Frost Bank *****4519',
      paymentType: 'Online Payment',
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

const visit = (today: PlainDate) => postDuePayments({ db: opened.db, borrowerKey, today });

/** Returns what is announced on a day through another one. */
async function announced(today: PlainDate, through: PlainDate) {
  await visit(today);
  const [account] = (await holdingsOf(opened.db, borrowerKey)).accounts;
  if (account === undefined) throw new Error('Pat has an account');
  return timelineOf<HeldGroup>(account.groups, account.agreements, { today, through });
}

/** Returns the drafts that were made, by day, in cents. */
async function draftsMade(): Promise<Record<string, number>> {
  const s = scheduledPayments;
  const posted = await opened.db.select().from(paymentHistory).where(eq(paymentHistory.description, AUTO_DEBIT));
  const waiting = await opened.db.select().from(s).where(eq(s.paymentType, AUTO_DEBIT));
  const sums: Record<string, number> = {};
  for (const { effectiveDate, amount } of [...posted, ...waiting])
    sums[effectiveDate] = (sums[effectiveDate] ?? 0) + amount;
  return sums;
}

/** Returns the drafts that are announced, by day, in cents. */
const draftsIn = (events: readonly ComingEvent[]): Record<string, number> =>
  Object.fromEntries(
    events.flatMap((event) => (event.kind === 'draft' && event.amount > 0 ? [[event.day, event.amount]] : [])),
  );

const portfolio = async (today: PlainDate) => {
  await visit(today);
  const [account] = portfolioOn(await holdingsOf(opened.db, borrowerKey), today).accounts;
  if (account === undefined) throw new Error('Pat has an account');
  return account;
};

const bankingDay = (date: PlainDate): PlainDate => (isBankingDay(date) ? date : nextBankingDay(date));

const group = fc.record({
  monthly: fc.integer({ min: 20, max: 150 }),
  dueDay: fc.integer({ min: 1, max: 28 }),
  pastDue: fc.constantFrom(0, 0, 0, 1),
  principal: fc.constantFrom(90, 400, 3_000, 12_000),
  rate: fc.constantFrom(0, 4_530, 6_800),
});
const payment = fc.record({
  after: fc.integer({ min: 0, max: 80 }),
  amount: fc.integer({ min: 5, max: 400 }),
  of: fc.constantFrom(null, null, 'A', 'B'),
  keepsDueDate: fc.boolean(),
});
const history = fc.record({
  groups: fc.tuple(group, fc.option(group, { nil: undefined })),
  payments: fc.array(payment, { maxLength: 4 }),
  extra: fc.option(fc.constantFrom(0, 25), { nil: undefined }),
  instruction: fc.constantFrom('STANDARD' as const, 'HIGHEST_RATE' as const, 'LOWEST_BALANCE' as const),
  pause: fc.option(fc.record({ after: fc.integer({ min: 1, max: 40 }), days: fc.integer({ min: 20, max: 70 }) }), {
    nil: undefined,
  }),
});

describe('what is announced', () => {
  it('is what happens, for random accounts and agreements', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ groups: [a, b], payments: paid, extra, instruction, pause }) => {
        await clearBorrowers(opened.db);
        const overrides = ({ monthly, dueDay, pastDue, principal, rate }: typeof a) => ({
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
          await postpone(opened.db, borrowerKey, { start, end: addDays(start, pause.days) });
        }
        const foreseen = await announced(TODAY, addDays(TODAY, 110));
        // A day on which all payments of the days before are posted.
        let end = addDays(TODAY, 100);
        const isQuiet = (date: PlainDate): boolean =>
          foreseen.payments.every(({ effectiveDate: on }) => on < postedBefore(date) || on > date);
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
      { numRuns: Number(process.env['RUNS'] ?? 8) },
    );
  }, 300_000);
});
