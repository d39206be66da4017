/** A database from before bills were recorded: its sums become records, and every figure of the day stays. */
import { asc, eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountDueOn, dueDateOn, pastDueOn } from '#domain/accounts/bills.ts';
import { NO_INSTRUCTION, owedOn } from '#domain/accounts/ledger.ts';
import { NOTHING, addParts, sumAllParts } from '#domain/parts.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import { replay } from '#domain/accounts/replay.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { ZERO, sumCents } from '#domain/money.ts';
import type { Database } from '#server/db/database.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  type ChangedSince,
  type PostedSince,
  type SumsBefore,
  accounts,
  bills,
  borrowers,
  loanEntries,
  loanPostponements,
  loans,
  paymentHistory,
  paymentReturns,
} from '#server/db/schema/index.ts';
import { compareAll } from '#server/service/conversion/comparison.ts';
import { convertAll, convertBorrower } from '#server/service/conversion/conversion.ts';
import { type GroupRow, type LoanRow, readGroups } from '#server/service/portfolio/groups.ts';
import { readHoldings, portfolioOn } from '#server/service/portfolio/portfolio.ts';
import { readRecords } from '#server/service/portfolio/replay.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { type GroupBySums, billOn, computeDue, payBySums, withPause } from '#test/support/billing-by-sums.ts';
import { TODAY, openDemo, openEmpty } from '#test/support/database.ts';
import { storeFormerSums, storeSumsOfAll } from '#test/support/former-database.ts';
import {
  type GroupOverrides,
  OWN_ACCOUNT,
  clearBorrowers,
  dollars,
  storeBorrower,
} from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

/** Returns the figures of a borrower on a day. */
async function readFigures(db: Database, borrowerKey: string, day: PlainDate) {
  const { accounts: all } = portfolioOn(await readHoldings(db, borrowerKey), day);
  return all.flatMap(({ accountNumber, groups }) =>
    groups.map(({ groupId, due, dueDate, pastDueSince, monthlyPayment, owed, nextInstallment }) => ({
      accountNumber,
      groupId,
      due,
      dueDate,
      pastDueSince,
      monthlyPayment,
      owed,
      nextInstallment,
    })),
  );
}

describe('convertAll', () => {
  it('keeps every figure of all demo people, and of the coming year', async () => {
    const { db } = opened;
    const days = [TODAY, '2026-12-08', '2027-02-28', '2027-11-20'] as PlainDate[];
    const keys = (await db.select({ key: borrowers.borrowerKey }).from(borrowers)).map(({ key }) => key);
    const figures = async () => {
      const all = [];
      for (const key of keys) for (const day of days) all.push({ key, day, figures: await readFigures(db, key, day) });
      return all;
    };
    const before = await figures();
    await storeSumsOfAll(db, TODAY);
    const listed: unknown[] = [];
    await compareAll(db, TODAY, ({ changed }) => void listed.push(...changed));
    expect(listed).toEqual([]);
    expect(await convertAll(db, TODAY)).toBe(keys.length);
    const after = await figures();
    for (const [index, each] of after.entries()) expect(each, `${each.key} ${each.day}`).toEqual(before[index]);
    expect(await convertAll(db, TODAY)).toBe(0);

    const [debt] = await db.select().from(bills).where(eq(bills.borrowerKey, 'devon')).limit(1);
    expect(debt).toMatchObject({ isReconstructed: true });
    const openings = await db.$count(loanEntries, eq(loanEntries.kind, 'opening'));
    expect(openings).toBe(await db.$count(loans));

    const all = await db.select().from(accounts);
    for (const { borrowerKey, accountId } of all) {
      const { groups } = replay(await readRecords(db, { borrowerKey, accountId }, TODAY));
      const stored = (await readGroups(db, borrowerKey, { accountIds: [accountId] })).groups;
      const balances = (each: readonly GroupRow[]) =>
        each.map(({ bills: own, loans: owed }) => ({
          bills: own.map(({ dueDate, amount, paid, isAhead }) => ({ dueDate, amount, paid, isAhead })),
          owed: owed.map(({ principal, accruedInterest, interestThrough }) => ({
            principal,
            accruedInterest,
            interestThrough,
          })),
        }));
      expect(balances(groups), `${borrowerKey} ${accountId}`).toEqual(balances(stored));
    }
  }, 300_000);
});

const RETURNED = 'returned';

/** A payment of the former version, in dollars, or a forbearance that it granted on its first day. */
type Event =
  | (Partial<Omit<Posting, 'amount' | 'effectiveDate'>> & {
      readonly id: string;
      readonly pays: number;
      readonly on: string;
    })
  | { readonly pauses: 'A' | 'B'; readonly on: string; readonly until: string };

type Former = GroupBySums<LoanRow>;

const toBefore = (groups: readonly Former[]): SumsBefore[] =>
  groups.map(({ groupId, plan, bill, loans: own }) => ({
    groupId,
    bill,
    terms: {
      plan,
      monthlyPayment: bill.monthlyPayment,
      paymentSteps: null,
      postponedFrom: bill.postponedFrom ?? null,
      postponedThrough: bill.postponedThrough ?? null,
      postponedBy: null,
    },
    loans: own.map(({ loanId, principal, fees, interestThrough, accruedInterest, reducedRates, monthlyPayment }) => ({
      loanId,
      amounts: { principal, fees, interestThrough },
      accruedInterest: accruedInterest.toString(),
      terms: { reducedRates, monthlyPayment, capitalizedInterest: ZERO },
    })),
  }));

/** Stores a forbearance, and returns its changes with the group after them. */
async function pauseFormer(
  db: Database,
  group: Former,
  { on, until }: { readonly on: string; readonly until: string },
) {
  const [start, end] = [toPlainDate(on), toPlainDate(until)];
  const own = { ...OWN_ACCOUNT, groupId: group.groupId, confirmationNumber: `grant-${group.groupId}` };
  const rows = group.loans.map(({ loanId }) => ({
    ...own,
    loanId,
    kind: 'hardship' as const,
    startDate: start,
    endDate: end,
  }));
  await db.insert(loanPostponements).values(rows);
  const pause = { kind: 'hardship', start, end } as const;
  const changes: ChangedSince[] = [
    { ...own, on: start, change: { kind: 'grantPause', pause } },
    { ...own, on: start, change: { kind: 'beginGrant', start, pause } },
  ];
  const bill = withPause(group.bill, { postponedFrom: start, postponedThrough: addDays(end, -1) }, start);
  return { changes, group: { ...group, bill } };
}

/**
 * Stores the rows of the former version after some events: Pat's account as sums, the history, and the record of the
 * payment {@link RETURNED}, which the bank returns on `returnsOn`. Returns the sums.
 */
async function storeFormer(
  db: Database,
  overrides: Readonly<Record<string, GroupOverrides>>,
  events: readonly Event[],
  returnsOn: PlainDate,
): Promise<readonly Former[]> {
  await clearBorrowers(db);
  await storeBorrower(db, overrides);
  let groups: readonly Former[] = (await readGroups(db, 'pat')).groups.map((group) => ({
    groupId: group.groupId,
    plan: group.plan,
    loans: group.loans,
    bill: {
      monthlyPayment: group.monthlyPayment,
      dueDay: group.dueDay,
      paymentDueDate: dueDateOn(group, TODAY),
      amountDue: amountDueOn(group, TODAY),
      pastDue: pastDueOn(group, TODAY),
      lastBumpDate: null,
      billedThrough: TODAY,
    },
  }));
  let before: SumsBefore[] | null = null;
  const later: (PostedSince | ChangedSince)[] = [];
  for (const event of events) {
    if ('pauses' in event) {
      const made: ChangedSince[] = [];
      const after: Former[] = [];
      for (const group of groups) {
        const paused = group.groupId === event.pauses ? await pauseFormer(db, group, event) : { group, changes: [] };
        after.push(paused.group);
        made.push(...paused.changes);
      }
      groups = after;
      later.push(...made);
      continue;
    }
    const { id, pays, on, ...more } = event;
    const posting = {
      amount: dollars(pays),
      effectiveDate: toPlainDate(on),
      keepsDueDate: false,
      groupId: null,
      instruction: NO_INSTRUCTION,
      ...more,
    };
    const posted = payBySums(groups, posting);
    if (id === RETURNED) before = toBefore(groups);
    else if (before !== null) later.push({ ...posting, paymentDetailId: id });
    groups = posted.groups;
    await db.insert(paymentHistory).values({
      ...OWN_ACCOUNT,
      paymentDetailId: id,
      paymentId: id,
      effectiveDate: posting.effectiveDate,
      amount: posting.amount,
      ...posted.paid.map(({ applied }) => applied).reduce(addParts, NOTHING),
      refunded: ZERO,
      description: 'Online Payment',
      groups: posted.paid.map(({ groupId, applied }) => ({ groupId, total: sumAllParts(applied), ...applied })),
    });
  }
  await storeFormerSums(db, groups);
  if (before !== null) {
    await db
      .insert(paymentReturns)
      .values({ ...OWN_ACCOUNT, paymentDetailId: RETURNED, returnsOn, formerBefore: before, formerLater: later });
  }
  return groups;
}

/** Two groups with 6 % and 4.5 % interest: A is past due by a month and a half, B is due on 30 November. */
const TWO_GROUPS = {
  A: { dueDate: '2026-12-09', pastDue: 150, loans: [{ principal: 10_000, rate: 6000, interest: 20 }] },
  B: { dueDate: '2026-11-30', monthly: 200, plan: 'IBR', loans: [{ principal: 7000, rate: 4500 }, { principal: 900 }] },
} as const;

describe('an account with a payment that is still to be returned', () => {
  const RETURNS_ON = toPlainDate('2026-12-02');
  const CONVERTED_ON = toPlainDate('2026-12-01');
  let db: Database;
  let empty: OpenedDatabase;
  beforeAll(async () => {
    empty = await openEmpty();
    ({ db } = empty);
  });
  afterAll(() => empty.close());

  const convertOn = (day: PlainDate) => db.transaction((transaction) => convertBorrower(transaction, 'pat', day));

  /** Returns Pat's figures on the day of the return and later, the balances, and how the other payments were divided. */
  async function stateAfter() {
    await postDuePayments({ db, borrowerKey: 'pat', today: RETURNS_ON });
    const days = ['2026-12-02', '2026-12-20', '2027-03-20'];
    const history = await db.select().from(paymentHistory).orderBy(asc(paymentHistory.paymentDetailId));
    const figures = [];
    for (const each of days) figures.push(await readFigures(db, 'pat', toPlainDate(each)));
    return {
      figures,
      loans: (await db.select().from(loans).orderBy(asc(loans.loanId))).map(
        ({ loanId, principal, accruedInterest, fees }) => ({
          loanId,
          principal,
          accruedInterest,
          fees,
        }),
      ),
      divided: history
        .filter(({ paymentDetailId }) => paymentDetailId !== RETURNED)
        .map(({ principal, interest, fees, groups }) => ({
          principal,
          interest,
          fees,
          groups: groups.map(({ groupId, total }) => ({ groupId, total })),
        })),
    };
  }

  /** Converts an account in which events have happened. Returns its figures and those of the sums on that day. */
  async function converted(overrides: Readonly<Record<string, GroupOverrides>>, events: readonly Event[]) {
    const former = await storeFormer(db, overrides, events, RETURNS_ON);
    await convertOn(CONVERTED_ON);
    const figures = await readFigures(db, 'pat', CONVERTED_ON);
    return {
      figures: figures.map(({ groupId, due, dueDate, owed }) => [
        groupId,
        dueDate,
        due.pastDue,
        due.amountDue,
        sumAllParts(owed),
      ]),
      former: former.map(({ groupId, bill, loans: own }) => {
        const on = billOn(bill, CONVERTED_ON);
        const payoff = sumCents(own.map((loan) => sumAllParts(owedOn(loan, CONVERTED_ON))));
        const due = computeDue(on, payoff);
        return [groupId, on.paymentDueDate, due.pastDue, due.amountDue, payoff];
      }),
    };
  }

  /** Expects that the figures stay, and that the account equals one without the payment after its return. */
  async function expectReturn(
    overrides: Readonly<Record<string, GroupOverrides>>,
    events: readonly Event[],
  ): Promise<void> {
    const { figures, former } = await converted(overrides, events);
    expect(figures).toEqual(former);
    const after = await stateAfter();
    expect(await db.$count(paymentReturns)).toBe(0);
    await converted(
      overrides,
      events.filter((event) => 'pauses' in event || event.id !== RETURNED),
    );
    expect(after).toEqual(await stateAfter());
  }

  it('opens before that payment, and is as without it after the return', async () => {
    await expectReturn(TWO_GROUPS, [
      { id: 'earlier', pays: 30, on: '2026-11-20' },
      { id: RETURNED, pays: 700, on: '2026-11-23' },
      { id: 'to B', pays: 250, on: '2026-11-24', groupId: 'B', keepsDueDate: true },
      { id: 'to all', pays: 90.5, on: '2026-11-27', instruction: { code: 'LOWEST_BALANCE', groupId: null } },
    ]);
  });

  it('finds whether that payment kept the due date, and issues the bills that a payoff prevented', async () => {
    await expectReturn(TWO_GROUPS, [{ id: RETURNED, pays: 900, on: '2026-11-23', keepsDueDate: true }]);
    const [row] = await db.select().from(paymentHistory).where(eq(paymentHistory.paymentDetailId, RETURNED));
    expect(row).toBeUndefined();
    await converted(TWO_GROUPS, [{ id: RETURNED, pays: 900, on: '2026-11-23', keepsDueDate: true }]);
    expect(await db.select().from(paymentHistory)).toMatchObject([{ keepsDueDate: true, postedOn: '2026-11-25' }]);
    await expectReturn({ A: { dueDate: '2026-11-24', loans: [{ principal: 500 }] } }, [
      { id: RETURNED, pays: 500, on: '2026-11-23' },
    ]);
  });

  it('leaves a bill that was issued before the posting unpaid, as the sums did', async () => {
    await expectReturn({ A: { dueDate: '2026-11-24' } }, [
      { id: RETURNED, pays: 20, on: '2026-11-23' },
      { id: 'on the due date', pays: 170, on: '2026-11-24' },
    ]);
  });

  it('repeats a pause that was granted after that payment', async () => {
    const events: Event[] = [
      { id: RETURNED, pays: 60, on: '2026-11-23' },
      { pauses: 'B', on: '2026-11-27', until: '2027-02-01' },
      { id: 'in the pause', pays: 40, on: '2026-11-27', groupId: 'B' },
    ];
    await expectReturn(TWO_GROUPS, events);
  });

  it('is as without it for any payments', async () => {
    const payment = fc.record({
      pays: fc.integer({ min: 1, max: 60_000 }).map((cents) => cents / 100),
      gap: fc.integer({ min: 0, max: 2 }),
      groupId: fc.constantFrom(null, 'A', 'B'),
      keepsDueDate: fc.boolean(),
      code: fc.constantFrom('STANDARD' as const, 'LOWEST_BALANCE' as const),
    });
    const dueDates = fc.constantFrom('2026-11-24', '2026-11-25', '2026-11-30', '2026-12-09');
    await fc.assert(
      fc.asyncProperty(
        fc.record({ A: dueDates, B: dueDates }),
        fc.array(payment, { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 3 }),
        async (due, given, at) => {
          const overrides = {
            A: { ...TWO_GROUPS.A, dueDate: due.A },
            B: { ...TWO_GROUPS.B, dueDate: due.B },
          };
          let on = toPlainDate('2026-11-22');
          const events = given.map(({ gap, code, ...each }, index): Event => {
            on = addDays(on, gap);
            const id = index === at % given.length ? RETURNED : `P${index}`;
            return { ...each, id, on, instruction: { code, groupId: null } };
          });
          await expectReturn(overrides, events);
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);
});
