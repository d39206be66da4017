/**
 * Bills through whole histories of accounts (rulings 87 and 89): random payments, compared with sums, with issue in one
 * jump, and with the replay of the records; and the difficult cases by example.
 */
import type { GrantedPause } from '#domain/pause-effects.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BilledGroup,
  amountDueOn,
  daysPastDueOn,
  dueDateOn,
  computeDue,
  issueTo,
  monthlyPaymentOn,
  nextBillOn,
  nextInstallment,
  openBills,
  pastDueOn,
  pastDueSinceOn,
} from '#domain/accounts/bills.ts';
import { applyChange } from '#domain/accounts/changes.ts';
import { toDraftDay } from '#domain/timeline/draft-days.ts';
import { draftFor, nextDueDate } from '#domain/timeline/drafts.ts';
import { NO_INSTRUCTION } from '#domain/accounts/ledger.ts';
import { changePlan, endPause, toTermsRecord } from '#domain/accounts/pauses.ts';
import { type Posting, applyPosting } from '#domain/accounts/posting.ts';
import type { TermsRecord } from '#domain/accounts/records.ts';
import { type AccountRecords, type PaymentRecord, type ReplayedLoan, replay } from '#domain/accounts/replay.ts';
import { isInDefault } from '#domain/loan-default.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, dueDateAfter, dueDateFrom, later, toPlainDate as day } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { sumsOn } from '#test/support/billed-group.ts';
import * as former from '#test/support/billing-by-sums.ts';

type Group = BilledGroup<ReplayedLoan>;

const START = day('2026-01-10');
const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

const createLoan = (parts: Partial<ReplayedLoan> = {}): ReplayedLoan => ({
  loanId: 'A1',
  rate: 0,
  monthlyPayment: dollars(100),
  principal: dollars(10_000),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: START,
  isSubsidized: false,
  disbursements: [],
  reducedRates: [],
  ...parts,
});

/** A group that owes $10,000.00 without interest, $100.00 a month, due on the 5th, from 5 February on. */
const createGroup = (parts: Partial<Group> = {}): Group => ({
  groupId: 'A',
  plan: 'STANDARD',
  monthlyPayment: dollars(100),
  paymentSteps: null,
  dueDay: 5,
  bills: [],
  nextDue: day('2026-02-05'),
  paidAheadTo: day('2026-02-05'),
  lastBumpDate: null,
  planSince: null,
  rapMonth: null,
  pauses: [],
  loans: [createLoan()],
  ...parts,
});

/** A payment with the day on which it posts. */
type Payment = PaymentRecord;

let payments = 0;
const createPayment = (amount: number, on: string, parts: Partial<Omit<Posting, 'postedOn'>> = {}): Payment => {
  const effectiveDate = day(on);
  payments += 1;
  return {
    paymentDetailId: `P${payments}`,
    amount: dollars(amount),
    effectiveDate,
    postedOn: computePostingDay(effectiveDate),
    keepsDueDate: false,
    isExtra: false,
    groupId: null,
    instruction: NO_INSTRUCTION,
    ...parts,
  };
};

/** A change of the monthly payment of a group. */
interface NewPayment {
  readonly on: PlainDate;
  readonly groupId: string;
  readonly payment: Cents;
}

/** The state of an account on a day, with the parts of its payments that paid bills, and its terms. */
interface Lived {
  readonly groups: readonly Group[];
  /** Amounts paid on each bill, by group and due date. */
  readonly paid: ReadonlyMap<string, Cents>;
  readonly terms: ReadonlyMap<string, readonly TermsRecord[]>;
}

const toKey = (groupId: string, dueDate: PlainDate): string => `${groupId} ${dueDate}`;

/**
 * Lives through the days of an account as the server does: on each day changes, then payments that post, then bills.
 * `seen` is called at the end of each day.
 */
function live(
  start: readonly Group[],
  { payments: all, changes = [] }: { payments: readonly Payment[]; changes?: readonly NewPayment[] },
  through: PlainDate,
  seen: (groups: readonly Group[], day: PlainDate, paid: ReadonlyMap<string, Cents>) => void = () => {},
): Lived {
  let groups = start;
  const paid = new Map<string, Cents>();
  const terms = new Map(start.map((group) => [group.groupId, [toTermsRecord(group, START, 'start')]]));
  for (let now = START; now <= through; now = addDays(now, 1)) {
    for (const { groupId, payment } of changes.filter(({ on }) => on === now)) {
      groups = groups.map((before) => {
        if (before.groupId !== groupId) return before;
        const group = issueTo(before, addDays(now, -1));
        const own = Object.fromEntries(group.loans.map(({ loanId }, index) => [loanId, index === 0 ? payment : ZERO]));
        const plan = { plan: group.plan, payments: own, runs: [], exitPayment: ZERO };
        const changed = changePlan(group, plan, now);
        if (changed.terms !== null) terms.get(groupId)?.push(changed.terms);
        return changed.group;
      });
    }
    for (const payment of all.filter(({ postedOn }) => postedOn === now)) {
      const posted = applyPosting(groups, payment);
      groups = posted.groups;
      for (const { group, parts } of posted.paid) {
        for (const { dueDate, amount } of parts) {
          const key = toKey(group.groupId, dueDate);
          paid.set(key, sumCents([paid.get(key) ?? ZERO, amount]));
        }
      }
    }
    const today = now;
    groups = groups.map((group) => issueTo(group, today));
    seen(groups, now, paid);
  }
  return { groups, paid, terms };
}

/** Returns the records of an account that started with `start` and came to `lived`. */
const toRecords = (
  start: readonly Group[],
  { groups, terms }: Pick<Lived, 'groups' | 'terms'>,
  all: readonly Payment[],
): AccountRecords<Group> => ({
  payments: all,
  groups: start.map((group, index) => {
    const { groupId, nextDue, paidAheadTo, loans } = group;
    return {
      group,
      opening: { nextDue: nextDue ?? START, paidAheadTo: paidAheadTo ?? START },
      terms: terms.get(groupId) ?? [],
      bills: groups[index]?.bills ?? [],
      pauses: groups[index]?.pauses ?? [],
      entries: loans.map(({ loanId, principal, accruedInterest: interest, fees }) => ({
        loanId,
        kind: 'opening',
        onDay: START,
        principal,
        interest,
        fees,
        until: null,
        cause: null,
      })),
    };
  }),
});

/** A group whose loans owe `principal` each. */
const anyGroup = (principal: fc.Arbitrary<number>) => (groupId: string) =>
  fc
    .record({
      dueDay: fc.integer({ min: 1, max: 31 }),
      monthlyPayment: fc.integer({ min: 5_000, max: 30_000 }).map(toCents),
      plan: fc.constantFrom('STANDARD' as const, 'IBR' as const),
      loans: fc.array(
        fc.record({ principal: principal.map(toCents), rate: fc.integer({ min: 0, max: 9_000 }), fees: fc.nat(2_000) }),
        { minLength: 1, maxLength: 2 },
      ),
    })
    .map(({ dueDay, monthlyPayment, plan, loans }) => {
      const first = dueDateFrom(addDays(START, 20), dueDay);
      return createGroup({
        groupId,
        dueDay,
        monthlyPayment,
        plan,
        nextDue: first,
        paidAheadTo: first,
        loans: loans.map(({ fees, ...loan }, index) =>
          createLoan({
            ...loan,
            loanId: `${groupId}${index}`,
            fees: toCents(fees),
            monthlyPayment: index === 0 ? monthlyPayment : ZERO,
          }),
        ),
      });
    });

const anyAccount = (principal: fc.Arbitrary<number>): fc.Arbitrary<Group[]> =>
  fc.oneof(fc.tuple(anyGroup(principal)('A')), fc.tuple(anyGroup(principal)('A'), anyGroup(principal)('B')));

/** Balances so high that no payment pays a loan off and no bill is limited by the balance. */
const muchOwed = anyAccount(fc.integer({ min: 50_000_000, max: 60_000_000 }));
/** Payments can pay off loans and groups. */
const anyOwed = anyAccount(fc.integer({ min: 20_000, max: 900_000 }));

/** Payments of an account, the oldest first: their amounts are in parts of the account's monthly payment. */
const anyPayments = fc.array(
  fc.record({
    gap: fc.oneof(fc.nat(6), fc.integer({ min: 20, max: 40 }), fc.nat(120)),
    months: fc.constantFrom(0.3, 0.5, 1, 1, 1, 1.5, 2, 3.7),
    cents: fc.oneof(fc.constant(0), fc.nat(5_000)),
    isOnDueDate: fc.boolean(),
    groupId: fc.constantFrom(null, null, 'A', 'B'),
    keepsDueDate: fc.boolean(),
    isExtra: fc.constantFrom(false, false, false, true),
    code: fc.constantFrom('STANDARD' as const, 'LOWEST_BALANCE' as const),
  }),
  { maxLength: 12 },
);

type AnyPayment = (typeof anyPayments extends fc.Arbitrary<infer T> ? T : never)[number];

/** Returns the payments of an account with their days and amounts. */
function createPayments(groups: readonly Group[], given: readonly AnyPayment[]): Payment[] {
  const monthly = sumCents(groups.map(({ monthlyPayment }) => monthlyPayment));
  let on = START;
  return given.map(({ gap, months, cents, isOnDueDate, code, ...rest }) => {
    on = addDays(on, gap);
    if (isOnDueDate) on = dueDateFrom(on, groups[0]?.dueDay ?? 1);
    const amount = (Math.round(monthly * months) + cents) / 100;
    return createPayment(amount, on, { ...rest, instruction: { code, groupId: null } });
  });
}

const getEnd = (all: readonly Payment[]): PlainDate => addDays(all.at(-1)?.postedOn ?? START, 70);

describe('whatever is paid on whatever account', () => {
  it('the amounts are those of sums if no bill is issued between a payment and its posting', () => {
    fc.assert(
      fc.property(muchOwed, anyPayments, (start, given) => {
        // Posted on the next day, before the bill of that day is issued.
        const all = createPayments(start, given).map((each) => ({ ...each, postedOn: addDays(each.effectiveDate, 1) }));
        let sums = start.map((group): former.GroupBySums<ReplayedLoan> => ({
          groupId: group.groupId,
          plan: group.plan,
          loans: group.loans,
          bill: {
            monthlyPayment: group.monthlyPayment,
            dueDay: group.dueDay,
            paymentDueDate: group.nextDue,
            amountDue: ZERO,
            pastDue: ZERO,
            lastBumpDate: null,
            billedThrough: dueDateAfter(group.nextDue ?? START, group.dueDay, -1),
          },
        }));
        const bySums: unknown[] = [];
        const byBills: unknown[] = [];
        live(start, { payments: all }, getEnd(all), (groups, now) => {
          for (const payment of all.filter(({ postedOn }) => postedOn === now)) {
            sums = former.payBySums(sums, payment).groups;
          }
          sums = sums.map((each) => ({ ...each, bill: former.billOn(each.bill, now) }));
          for (const { bill } of sums) {
            const { paymentDueDate, amountDue, pastDue, lastBumpDate } = bill;
            const pastDueSince = former.pastDueSince(bill);
            bySums.push([now, lastBumpDate, { paymentDueDate, amountDue, pastDue, pastDueSince }]);
          }
          for (const group of groups) byBills.push([now, group.lastBumpDate, sumsOn(group, now)]);
        });
        expect(byBills).toEqual(bySums);
      }),
      { numRuns: 100 },
    );
  });

  it('past due is the unpaid part of bills after their due date, counted from the oldest', () => {
    fc.assert(
      fc.property(muchOwed, anyPayments, (start, given) => {
        const all = createPayments(start, given);
        const figures: unknown[] = [];
        const found: unknown[] = [];
        live(start, { payments: all }, getEnd(all), (groups, now, paid) => {
          for (const group of groups) {
            const late = group.bills
              .filter(({ dueDate, isAhead }) => dueDate < now && !isAhead)
              .map(({ dueDate, amount }) => ({
                dueDate,
                left: amount - (paid.get(toKey(group.groupId, dueDate)) ?? 0),
              }))
              .filter(({ left }) => left > 0);
            figures.push([now, pastDueSinceOn(group, now), pastDueOn(group, now)]);
            found.push([now, late[0]?.dueDate ?? null, late.reduce((sum, { left }) => sum + left, 0)]);
          }
        });
        expect(figures).toEqual(found);
      }),
      { numRuns: 100 },
    );
  });

  it('each due date has one bill, issued on the day after the one before, also if the clock jumps', () => {
    fc.assert(
      fc.property(fc.oneof(muchOwed, anyOwed), anyPayments, (start, given) => {
        const all = createPayments(start, given);
        const through = getEnd(all);
        const daily = live(start, { payments: all }, through).groups;
        let jumped: readonly Group[] = start;
        for (const payment of all) jumped = applyPosting(jumped, payment).groups;
        expect(jumped.map((group) => issueTo(group, through))).toEqual(daily);
        for (const { bills, dueDay, monthlyPayment } of daily) {
          for (const [index, { dueDate, issuedOn, amount }] of bills.entries()) {
            expect(dueDate).toBe(dueDateAfter(bills[0]?.dueDate ?? dueDate, dueDay, index));
            expect(issuedOn).toBe(addDays(dueDateAfter(dueDate, dueDay, -1), 1));
            expect(amount).toBeLessThanOrEqual(monthlyPayment);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  const anyChanges = fc.array(
    fc.record({
      after: fc.nat(400),
      groupId: fc.constantFrom('A', 'B'),
      payment: fc.integer({ min: 4_000, max: 40_000 }).map(toCents),
    }),
    { maxLength: 3 },
  );

  it('the replay of the records gives the state that was reached day by day', () => {
    fc.assert(
      fc.property(fc.oneof(muchOwed, anyOwed), anyPayments, anyChanges, (start, given, changed) => {
        const all = createPayments(start, given);
        // On days on which no payment waits for its posting: the server replays the account otherwise.
        const changes = changed
          .toSorted((a, b) => a.after - b.after)
          .map(({ after, ...change }) => {
            let on = addDays(START, after + 1);
            while (all.some(({ effectiveDate, postedOn }) => effectiveDate < on && on <= postedOn)) on = addDays(on, 1);
            return { ...change, on };
          });
        const through = later(getEnd(all), changes.at(-1)?.on ?? START);
        const lived = live(start, { payments: all, changes }, through);
        expect(replay(toRecords(start, lived, all)).groups).toEqual(lived.groups);
      }),
      { numRuns: 150 },
    );
  });

  it('the replay without a payment gives the state of a twin who never made it', () => {
    fc.assert(
      fc.property(muchOwed, anyPayments, fc.nat(11), (start, given, index) => {
        const all = createPayments(start, given);
        const through = getEnd(all);
        const without = all.filter((_, at) => at !== index);
        const lived = live(start, { payments: all }, through);
        const twin = live(start, { payments: without }, through);
        expect(replay(toRecords(start, lived, without)).groups).toEqual(twin.groups);
      }),
      { numRuns: 150 },
    );
  });
});

/** Returns the bills of a group, with the amounts in dollars. */
const shown = ({ bills }: Group) =>
  bills.map(({ dueDate, issuedOn, amount, paid, isAhead, cancelledOn }) => {
    const state = cancelledOn === null ? (isAhead ? 'ahead' : 'valid') : `canceled ${cancelledOn}`;
    return `${dueDate} of ${issuedOn}: ${paid / 100} of ${amount / 100}, ${state}`;
  });

const grant = (group: Group, pause: GrantedPause, on: string): Group =>
  applyChange(group, { kind: 'grantPause', pause }, day(on)).group;
const createPause = (start: string, end: string): GrantedPause => ({
  kind: 'unemployment',
  start: day(start),
  end: day(end),
});
const only = (groups: readonly Group[]): Group => {
  const [group] = groups;
  if (group === undefined) throw new Error('The account has no group');
  return group;
};
/** The group on a day, after payments. */
const after = (all: readonly Payment[], on: string, start: Group = createGroup()): Group =>
  only(live([start], { payments: all }, day(on)).groups);

describe('the difficult cases', () => {
  it('a due day of 31 is the last day of shorter months, and then the 31st again', () => {
    const first = day('2026-01-31');
    const group = issueTo(createGroup({ dueDay: 31, nextDue: first, paidAheadTo: first }), day('2026-05-01'));
    expect(group.bills.map(({ dueDate, issuedOn }) => [dueDate, issuedOn])).toEqual([
      ['2026-01-31', '2026-01-01'],
      ['2026-02-28', '2026-02-01'],
      ['2026-03-31', '2026-03-01'],
      ['2026-04-30', '2026-04-01'],
      ['2026-05-31', '2026-05-01'],
    ]);
  });

  it('two groups with other due dates have their own bills, days of issue and drafts', () => {
    const first = day('2026-02-20');
    const other = createGroup({
      groupId: 'B',
      dueDay: 20,
      nextDue: first,
      paidAheadTo: first,
      monthlyPayment: dollars(70),
    });
    const { groups } = live([createGroup(), other], { payments: [] }, day('2026-01-21'));
    expect(groups.map(shown)).toEqual([
      ['2026-02-05 of 2026-01-06: 0 of 100, valid'],
      ['2026-02-20 of 2026-01-21: 0 of 70, valid'],
    ]);
    const drafted = groups.map((group) => ({ ...group, repaymentStarts: null }));
    const dueDate = nextDueDate(groups, day('2026-01-21'));
    const second = nextDueDate(groups, day('2026-02-05'));
    expect([dueDate, second]).toEqual(['2026-02-05', '2026-02-20']);
    expect(draftFor(drafted, day('2026-02-05'), ZERO)).toEqual([{ groupId: 'A', amount: dollars(100) }]);
    expect(draftFor(drafted, day('2026-02-20'), ZERO)).toEqual([{ groupId: 'B', amount: dollars(70) }]);
    // 5 February is a Thursday, 20 February a Friday.
    expect([toDraftDay(day('2026-02-05')), toDraftDay(day('2026-02-20'))]).toEqual(['2026-02-05', '2026-02-20']);
  });

  it('money paid on a canceled bill moves to the oldest open bill', () => {
    const owing = after([createPayment(100, '2026-02-02')], '2026-04-20');
    expect(pastDueSinceOn(owing, day('2026-04-20'))).toBe('2026-03-05');
    const paused = grant(owing, createPause('2026-02-01', '2026-03-01'), '2026-04-20');
    expect(shown(paused)).toEqual([
      '2026-02-05 of 2026-01-06: 0 of 100, canceled 2026-04-20',
      '2026-03-05 of 2026-02-06: 100 of 100, valid',
      '2026-04-05 of 2026-03-06: 0 of 100, valid',
      '2026-05-05 of 2026-04-06: 0 of 100, valid',
    ]);
    expect(pastDueSinceOn(paused, day('2026-04-20'))).toBe('2026-04-05');
    expect(paused.loans).toEqual(owing.loans);
  });

  it('money paid on a canceled bill stays with the loan if no bill is open', () => {
    const paid = after([createPayment(60, '2026-02-02')], '2026-02-04');
    const paused = grant(paid, createPause('2026-02-01', '2026-05-01'), '2026-02-05');
    expect(shown(paused)).toEqual(['2026-02-05 of 2026-01-06: 0 of 100, canceled 2026-02-05']);
    expect(paused.loans[0]?.principal).toBe(dollars(9_940));
    expect(sumsOn(paused, day('2026-02-05'))).toMatchObject({ paymentDueDate: '2026-05-05', amountDue: 0, pastDue: 0 });
  });

  it('a backdated pause cancels the bills that are due in it, and its days are not days past due', () => {
    const owing = after([], '2026-06-10');
    expect(daysPastDueOn(owing, day('2026-06-10'))).toBe(125);
    const paused = grant(owing, createPause('2026-03-01', '2026-05-01'), '2026-06-10');
    expect(shown(paused)).toEqual([
      '2026-02-05 of 2026-01-06: 0 of 100, valid',
      '2026-03-05 of 2026-02-06: 0 of 100, canceled 2026-06-10',
      '2026-04-05 of 2026-03-06: 0 of 100, canceled 2026-06-10',
      '2026-05-05 of 2026-04-06: 0 of 100, valid',
      '2026-06-05 of 2026-05-06: 0 of 100, valid',
      '2026-07-05 of 2026-06-06: 0 of 100, valid',
    ]);
    expect(sumsOn(paused, day('2026-06-10'))).toMatchObject({ pastDue: dollars(300), pastDueSince: '2026-02-05' });
    // 125 days without the 61 of March and April.
    expect(daysPastDueOn(paused, day('2026-06-10'))).toBe(64);
  });

  it('loans are in default after 270 days, without the days of a pause between (ruling 97)', () => {
    const paused = grant(after([], '2026-06-10'), createPause('2026-03-01', '2026-05-01'), '2026-06-10');
    const daysOn = (group: Group, on: string) => daysPastDueOn(issueTo(group, day(on)), day(on));
    const isDefaultOn = (group: Group, on: string) => isInDefault({ isFederal: true, daysPastDue: daysOn(group, on) });
    // 11/02/2026 is 270 days after 02/05/2026, and 01/02/2027 another 61.
    expect([
      isDefaultOn(after([], '2026-06-10'), '2026-11-01'),
      isDefaultOn(after([], '2026-06-10'), '2026-11-02'),
    ]).toEqual([false, true]);
    expect([daysOn(paused, '2027-01-01'), daysOn(paused, '2027-01-02')]).toEqual([269, 270]);
    expect([isDefaultOn(paused, '2027-01-01'), isDefaultOn(paused, '2027-01-02')]).toEqual([false, true]);
  });

  it('two pauses in a row have no bill between them, and interest is capitalized at each end', () => {
    const loans = [createLoan({ rate: 6000, interestThrough: day('2026-03-01') })];
    const [first, second] = [createPause('2026-03-01', '2026-05-01'), createPause('2026-05-01', '2026-08-01')];
    const before = after([createPayment(100, '2026-02-02')], '2026-02-20', createGroup());
    const paused = grant(grant({ ...before, loans }, first, '2026-02-20'), second, '2026-02-20');
    expect(nextBillOn(paused)).toBe('2026-08-01');
    const between = endPause(issueTo(paused, day('2026-05-20')), first, { isFfelp: false });
    // 10,000 x 6 % / 365.25 x 61 = 100.21; on 10,100.21 in 92 days 152.64.
    expect(between.results).toEqual([{ loanId: 'A1', accrued: dollars(100.21), capitalized: dollars(100.21) }]);
    const ended = endPause(issueTo(between.group, day('2026-07-31')), second, { isFfelp: false });
    expect(ended.results).toEqual([{ loanId: 'A1', accrued: dollars(152.64), capitalized: dollars(152.64) }]);
    expect(ended.entries).toMatchObject([{ kind: 'capitalized', onDay: '2026-08-01', principal: dollars(152.64) }]);
    // 100.00, then 100 x 10,100.21 / 10,000 and that x 10,252.85 / 10,100.21, each rounded up.
    expect(shown(issueTo(ended.group, day('2026-08-01')))).toEqual([
      '2026-02-05 of 2026-01-06: 100 of 100, valid',
      '2026-03-05 of 2026-02-06: 0 of 100, canceled 2026-02-20',
      '2026-08-05 of 2026-08-01: 0 of 102.54, valid',
    ]);
  });

  it('a monthly payment of 0.00 has bills on which nothing is due, and only the extra amount is drafted', () => {
    const group = after([], '2026-04-20', createGroup({ plan: 'IBR', monthlyPayment: ZERO }));
    expect(group.bills.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2026-02-05', 0],
      ['2026-03-05', 0],
      ['2026-04-05', 0],
      ['2026-05-05', 0],
    ]);
    const on = day('2026-04-20');
    expect(sumsOn(group, on)).toEqual({ paymentDueDate: '2026-05-05', amountDue: 0, pastDue: 0, pastDueSince: null });
    expect(daysPastDueOn(group, on)).toBe(0);
    expect(nextInstallment(group, dollars(10_000), on)).toEqual({ date: '2026-05-05', amount: 0 });
    const drafted = [{ ...group, repaymentStarts: null }];
    expect(draftFor(drafted, day('2026-05-05'), ZERO)).toEqual([]);
    expect(draftFor(drafted, day('2026-05-05'), dollars(25))).toEqual([{ groupId: null, amount: dollars(25) }]);
    // A payment pays no month ahead.
    const paid = after(
      [createPayment(500, '2026-04-20')],
      '2026-04-22',
      createGroup({ plan: 'IBR', monthlyPayment: ZERO }),
    );
    expect(dueDateOn(paid, day('2026-04-22'))).toBe('2026-05-05');
  });

  it('three months paid ahead have bills on which nothing is due, and a return makes them due again', () => {
    const [start, payment] = [createGroup(), createPayment(300, '2026-02-02')];
    const lived = live([start], { payments: [payment] }, day('2026-04-20'));
    const paid = only(lived.groups);
    expect(shown(paid)).toEqual([
      '2026-02-05 of 2026-01-06: 100 of 100, valid',
      '2026-03-05 of 2026-02-06: 0 of 100, ahead',
      '2026-04-05 of 2026-03-06: 0 of 100, ahead',
      '2026-05-05 of 2026-04-06: 0 of 100, valid',
    ]);
    expect(paid).toMatchObject({ paidAheadTo: '2026-05-05', lastBumpDate: '2026-02-02' });
    const returned = only(replay(toRecords([start], lived, [])).groups);
    expect(shown(returned)).toEqual([
      '2026-02-05 of 2026-01-06: 0 of 100, valid',
      '2026-03-05 of 2026-02-06: 0 of 100, valid',
      '2026-04-05 of 2026-03-06: 0 of 100, valid',
      '2026-05-05 of 2026-04-06: 0 of 100, valid',
    ]);
    const on = day('2026-04-20');
    expect(sumsOn(returned, on)).toEqual({
      paymentDueDate: '2026-05-05',
      amountDue: dollars(100),
      pastDue: dollars(300),
      pastDueSince: '2026-02-05',
    });
  });

  it('a payment after a returned one pays the oldest bill first', () => {
    const [start, first, second] = [createGroup(), createPayment(100, '2026-02-02'), createPayment(100, '2026-03-02')];
    const lived = live([start], { payments: [first, second] }, day('2026-03-20'));
    const returned = only(replay(toRecords([start], lived, [second])).groups);
    expect(shown(returned)).toEqual([
      '2026-02-05 of 2026-01-06: 100 of 100, valid',
      '2026-03-05 of 2026-02-06: 0 of 100, valid',
      '2026-04-05 of 2026-03-06: 0 of 100, valid',
    ]);
    expect(pastDueSinceOn(returned, day('2026-03-20'))).toBe('2026-03-05');
  });

  it('bills that a payoff had prevented are issued after its return', () => {
    const [start, payoff] = [createGroup(), createPayment(10_000, '2026-02-02')];
    const lived = live([start], { payments: [payoff] }, day('2026-03-20'));
    expect(only(lived.groups)).toMatchObject({ nextDue: null, paidAheadTo: null });
    expect(only(lived.groups).bills).toHaveLength(1);
    const returned = only(replay(toRecords([start], lived, [])).groups);
    const on = day('2026-03-20');
    expect(sumsOn(issueTo(returned, on), on)).toEqual({
      paymentDueDate: '2026-04-05',
      amountDue: dollars(100),
      pastDue: dollars(200),
      pastDueSince: '2026-02-05',
    });
  });

  it('a group that is paid in full owes nothing on its bills, and the others go on', () => {
    const small = createGroup({ groupId: 'B', loans: [createLoan({ loanId: 'B1', principal: dollars(150) })] });
    const { groups } = live(
      [createGroup(), small],
      // Both bills of the group, of 100.00 and the remaining 50.00, are issued on the day of the payoff.
      { payments: [createPayment(150, '2026-02-09', { groupId: 'B' })] },
      day('2026-02-11'),
    );
    const on = day('2026-02-11');
    const [first, second] = groups;
    if (first === undefined || second === undefined) throw new Error('A group is missing');
    expect(sumsOn(second, on)).toEqual({ paymentDueDate: null, amountDue: 0, pastDue: 0, pastDueSince: null });
    expect([monthlyPaymentOn(second, on), nextBillOn(second), nextInstallment(second, ZERO, on)]).toEqual([
      0,
      null,
      null,
    ]);
    expect(sumsOn(first, on)).toMatchObject({ pastDue: dollars(100), pastDueSince: '2026-02-05' });
    expect(nextDueDate(groups, on)).toBe('2026-03-05');
  });

  it('the extra amount of auto debit touches no bill and no due date (ruling 89)', () => {
    const extra = after([createPayment(500, '2026-02-02', { isExtra: true })], '2026-02-04');
    const none = after([], '2026-02-04');
    expect(shown(extra)).toEqual(shown(none));
    expect(dueDateOn(extra, day('2026-02-04'))).toBe('2026-02-05');
    expect(extra.loans[0]?.principal).toBe(dollars(9_500));
  });

  it('a payment pays a bill that was issued before it posts, in part, before it pays ahead', () => {
    // Dated Thursday 2/5, it posts on 2/9; the bill of 3/5 is issued on 2/6.
    const paid = after([createPayment(150, '2026-02-05')], '2026-02-09');
    expect(shown(paid)).toEqual([
      '2026-02-05 of 2026-01-06: 100 of 100, valid',
      '2026-03-05 of 2026-02-06: 50 of 100, valid',
    ]);
    expect(sumsOn(paid, day('2026-02-09'))).toMatchObject({ paymentDueDate: '2026-03-05', amountDue: dollars(50) });
    // With the due date kept, the rest pays no later bill.
    const stored = after([createPayment(150, '2026-02-05', { keepsDueDate: true })], '2026-02-09');
    expect(amountDueOn(stored, day('2026-02-09'))).toBe(dollars(100));
  });

  it('part payments pay the oldest bill first, and a rest below a month is no credit', () => {
    const group = after([createPayment(150, '2026-03-10'), createPayment(180, '2026-03-20')], '2026-03-24');
    expect(openBills(group)).toEqual([]);
    // 330.00 pay the bills of February, March and April; 30.00 are principal.
    expect(shown(group).at(-1)).toBe('2026-04-05 of 2026-03-06: 100 of 100, valid');
    expect(group.loans[0]?.principal).toBe(dollars(9_670));
    expect(computeDue(group, dollars(9_670), day('2026-03-24'))).toMatchObject({ totalDue: 0, next: dollars(100) });
    expect(dueDateOn(group, day('2026-03-24'))).toBe('2026-05-05');
    const partly = after([createPayment(150, '2026-03-10')], '2026-03-12');
    expect(sumsOn(partly, day('2026-03-12'))).toMatchObject({ pastDue: dollars(50), pastDueSince: '2026-03-05' });
  });
});
