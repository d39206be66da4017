/**
 * Waived interest and matched principal on RAP (20 USC 1087e(q)(2), ruling 96): worked months, and months without
 * either.
 */
import { describe, expect, it } from 'vitest';
import { type BilledGroup, issueTo } from '#domain/accounts/bills.ts';
import { applyChange, settleTo } from '#domain/accounts/changes.ts';
import { NO_INSTRUCTION } from '#domain/accounts/ledger.ts';
import { type Posting, applyPosting } from '#domain/accounts/posting.ts';
import { closeMonth, closeMonthsBefore, getMonthEnd, openMonth, rapDueDate } from '#domain/accounts/rap.ts';
import { toTermsRecord } from '#domain/accounts/pauses.ts';
import { type EntryRecord, NO_AMOUNTS } from '#domain/accounts/records.ts';
import { replay } from '#domain/accounts/replay.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import type { PausedLedgerLoan } from '#domain/pause-effects.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { projectTimeline } from '#domain/timeline/timeline.ts';

type Group = BilledGroup<PausedLedgerLoan>;

const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));
const micros = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 1_000_000n;

/** A loan, by default at 6 %, with interest through 5 October. Amounts in dollars. */
const createLoan = (principal: number, { loanId = 'A1', rate = 6_000, interest = 0 } = {}): PausedLedgerLoan => ({
  loanId,
  rate,
  monthlyPayment: ZERO,
  principal: dollars(principal),
  accruedInterest: micros(interest),
  fees: ZERO,
  interestThrough: day('2026-10-05'),
  isSubsidized: false,
});

/** A group on RAP, due on the 5th, whose month has begun on Monday, 5 October, and whose bill of 5 November is issued. */
const createGroup = (payment: number, ...loans: readonly PausedLedgerLoan[]): Group =>
  issueTo(
    openMonth(
      {
        groupId: 'A',
        plan: 'RAP',
        monthlyPayment: dollars(payment),
        dueDay: 5,
        bills: [],
        nextDue: day('2026-11-05'),
        paidAheadTo: day('2026-11-05'),
        lastBumpDate: null,
        pauses: [],
        loans,
      },
      day('2026-10-05'),
      day('2026-11-05'),
    ),
    day('2026-10-06'),
  );

const pay = (group: Group, amount: number, on: string, more: Partial<Posting> = {}): Group =>
  applyPosting([group], {
    amount: dollars(amount),
    effectiveDate: day(on),
    keepsDueDate: false,
    groupId: null,
    instruction: NO_INSTRUCTION,
    ...more,
  }).groups[0] ?? group;

const DUE = day('2026-11-05');
const close = (group: Group, dueDate: PlainDate = DUE) => closeMonth(group, dueDate, getMonthEnd(dueDate));

/** Returns the waived interest and matched principal of a month in dollars, and the balance after it. */
const ended = (group: Group) => {
  const { group: after, results } = close(group);
  return {
    waived: Number(results.reduce((sum, { waived }) => sum + waived, 0n)) / 1e8,
    matched: sumCents(results.map(({ matched }) => matched)) / 100,
    principal: sumCents(after.loans.map(({ principal }) => principal)) / 100,
    interest: Number(after.loans.reduce((sum, loan) => sum + loan.accruedInterest, 0n)) / 1e8,
  };
};

/** The interest of 31 days at 6 %: 0.06 × 31 / 365.25 = 0.005092402… of the principal. */
const ofMonth = (principal: number): number => Math.round(principal * 0.06 * (31 / 365.25) * 100) / 100;

describe('a month that is paid in full and on time', () => {
  it('waives the interest that the payment does not cover, and pays principal up to the payment', () => {
    // $30,000.00: interest 152.77; pays 16.67.
    expect(ofMonth(30_000)).toBe(152.77);
    expect(ended(pay(createGroup(16.67, createLoan(30_000)), 16.67, '2026-11-05'))).toEqual({
      waived: 136.1,
      matched: 16.67,
      principal: 29_983.33,
      interest: 0,
    });
  });

  it('pays at most $50.00 of principal', () => {
    // $60,000.00: interest 305.54; pays 200.00.
    expect(ended(pay(createGroup(200, createLoan(60_000)), 200, '2026-11-05'))).toEqual({
      waived: 105.54,
      matched: 50,
      principal: 59_950,
      interest: 0,
    });
  });

  it('sets the whole payment against the interest of the month, whatever older interest is owed', () => {
    // Interest 108.85 on $21,375.00; 500.00 are older. The payment of 250.00 pays interest only.
    expect(ofMonth(21_375)).toBe(108.85);
    const group = pay(createGroup(250, createLoan(21_375, { interest: 500 })), 250, '2026-11-05');
    expect(ended(group)).toEqual({ waived: 0, matched: 50, principal: 21_325, interest: 358.85 });
    // A payment of 16.67 leaves the older interest as it was.
    const older = pay(createGroup(16.67, createLoan(30_000, { interest: 500 })), 16.67, '2026-11-05');
    expect(ended(older)).toEqual({ waived: 136.1, matched: 16.67, principal: 29_983.33, interest: 500 });
  });

  it('counts principal that the payment paid', () => {
    // $9,000.00: interest 45.83. A payment of 80.00 pays 34.17 of principal: 15.83 are missing.
    expect(ended(pay(createGroup(80, createLoan(9_000)), 80, '2026-11-05'))).toEqual({
      waived: 0,
      matched: 15.83,
      principal: 8_950,
      interest: 0,
    });
    expect(ended(pay(createGroup(100, createLoan(9_000)), 100, '2026-11-05'))).toMatchObject({
      matched: 0,
      principal: 8_945.83,
    });
  });

  it('counts payments in parts, before the due date, and beyond the bill', () => {
    const parts = pay(pay(createGroup(200, createLoan(60_000)), 120, '2026-10-20'), 80, '2026-11-04');
    // 15 days 147.84 (147.8439 is rounded when it is paid), then 15 and 1 days of 9.8563: 305.54 less 200.00.
    expect(ended(parts)).toMatchObject({
      waived: expect.closeTo(105.54, 2),
      matched: 50,
      principal: 59_950,
      interest: 0,
    });
    const more = pay(createGroup(200, createLoan(60_000)), 290, '2026-11-05');
    expect(ended(more)).toMatchObject({ waived: 15.54, matched: 50 });
  });

  it('divides both over the loans', () => {
    const group = pay(
      createGroup(30, createLoan(10_000), createLoan(5_000, { loanId: 'A2', rate: 3_000 })),
      30,
      '2026-11-05',
    );
    const { group: after, results } = close(group);
    // Interest of 50.92 and 12.73. The payment of 30.00 pays 20.00 and 10.00 of it, in proportion to the principal;
    // the other 33.65 are waived.
    expect(results.map(({ matched }) => matched)).toEqual([dollars(20), dollars(10)]);
    expect(results.map(({ waived }) => Number(waived) / 1e8)).toEqual([30.92, 2.73]);
    expect(after.loans.map(({ principal, accruedInterest }) => [principal, accruedInterest])).toEqual([
      [dollars(9_980), 0n],
      [dollars(4_990), 0n],
    ]);
  });

  it('never pays more principal than is owed, and a group that owes nothing is paid in full', () => {
    // 31 days on $9.98: 0.05. The payment of 10.00 leaves 0.03, which the match of 0.05 would exceed.
    const group = pay(createGroup(10, createLoan(9.98)), 10, '2026-11-05');
    const { group: after } = close(group);
    expect(after).toMatchObject({ nextDue: null, paidAheadTo: null, loans: [{ principal: 0 }] });
    expect(ended(group)).toMatchObject({ matched: 0.03, principal: 0 });
  });
});

const GIVES_NOTHING = { waived: 0, matched: 0 };

describe('a month gives nothing', () => {
  it.each([
    ['that is not paid', (group: Group) => group],
    ['that is paid in part', (group: Group) => pay(group, 16.66, '2026-11-05')],
    ['that is paid late', (group: Group) => pay(pay(group, 10, '2026-11-05'), 6.67, '2026-11-06')],
    ['that was not known when it began', (group: Group) => pay({ ...group, rapMonth: null }, 16.67, '2026-11-05')],
  ])('%s', (_, paid) => {
    expect(ended(paid(createGroup(16.67, createLoan(30_000))))).toMatchObject(GIVES_NOTHING);
  });

  it('on another plan, whose group does not change', () => {
    const group = { ...createGroup(16.67, createLoan(30_000)), plan: 'STANDARD' as const };
    expect(close(pay(group, 16.67, '2026-11-05')).results).toEqual([]);
    expect(openMonth(group, DUE, DUE)).toBe(group);
  });

  it('that is paid ahead, while the month of that payment gives', () => {
    const ahead = pay(createGroup(16.67, createLoan(30_000)), 16.67 * 3, '2026-10-20');
    const { group, results } = close(ahead);
    expect(results).toHaveLength(1);
    const next = issueTo(group, day('2026-11-06'));
    expect(next.bills.at(-1)).toMatchObject({ dueDate: '2026-12-05', isAhead: true });
    expect(close(next, day('2026-12-05')).results).toEqual([]);
  });
});

describe('on a closed due date', () => {
  const december = (group: Group): Group => issueTo(close(group).group, day('2026-11-06'));
  const group = december(pay(createGroup(16.67, createLoan(30_000)), 16.67, '2026-11-05'));
  const SATURDAY = day('2026-12-05');

  it('the draft of the next banking day is in time, another payment of that day is not (ruling 88)', () => {
    const drawn = pay(group, 16.67, '2026-12-07', { billDueDate: SATURDAY });
    expect(close(drawn, SATURDAY).results).toMatchObject([{ matched: 16_67 }]);
    expect(close(pay(group, 16.67, '2026-12-07'), SATURDAY).results).toEqual([]);
    expect(close(pay(group, 16.67, '2026-12-04'), SATURDAY).results).toMatchObject([{ matched: 16_67 }]);
  });

  it('a part for the next bill counts for its month', () => {
    // The payment of 4 December posts after the bill of January is issued: 8.33 of it are a part of that bill.
    const paid = pay(group, 25, '2026-12-04', { postedOn: day('2026-12-08') });
    const after = issueTo(close(paid, SATURDAY).group, day('2026-12-08'));
    expect(after.rapMonth).toMatchObject({ dueDate: '2027-01-05', inTime: 8_33 });
    const rest = pay(after, 8.34, '2027-01-04');
    // The payment for the month: 16.67. 29 days on $29,966.66 from 7 December: 142.76.
    const { results } = close(rest, day('2027-01-05'));
    expect(results.map(({ waived, matched }) => [Number(waived) / 1e8, matched])).toEqual([
      [expect.closeTo(126.09, 1), 16_67],
    ]);
  });
});

describe('changes of a group on RAP', () => {
  it('a pause earns no match, and the next month begins when it ends', () => {
    const pause = { kind: 'hardship', start: day('2026-11-01'), end: day('2027-01-10') } as const;
    const granted = applyChange(
      createGroup(16.67, createLoan(30_000)),
      { kind: 'grantPause', pause },
      day('2026-11-01'),
    ).group;
    const over = applyChange(granted, { kind: 'endGrant', end: pause.end, pause, isFfelp: false }, pause.end).group;
    const before = over.loans[0]?.accruedInterest ?? 0n;
    const billed = issueTo(over, pause.end);
    expect(billed.rapMonth).toMatchObject({ dueDate: '2027-02-05', unpaidBefore: { A1: String(before) } });
    const paid = pay(billed, 16.67, '2027-02-05');
    // 26 days: 128.13.
    const { group, results } = close(paid, day('2027-02-05'));
    expect(Math.round(Number(results[0]?.waived) / 1e6) / 100).toBe(111.46);
    expect(group.loans[0]?.principal).toBe(dollars(29_983.33));
    expect((group.loans[0]?.accruedInterest ?? 0n) - before).toBeLessThan(1_000_000n);
  });

  it('the first month is that of the first bill with the new payment', () => {
    const ibr = { ...createGroup(100, createLoan(30_000)), plan: 'ICR' as const, rapMonth: null };
    const plan = { kind: 'changePlan', plan: 'RAP', payments: { A1: dollars(20) }, runs: [] } as const;
    const entered = applyChange(ibr, plan, day('2026-10-20')).group;
    expect(entered.rapMonth).toMatchObject({ dueDate: '2026-11-05', unpaidBefore: null });
    const { group, results } = close(pay(entered, 100, '2026-11-05'));
    expect(results).toEqual([]);
    const november = issueTo(group, day('2026-11-06'));
    expect(close(pay(november, 20, '2026-12-04'), day('2026-12-05')).results).toMatchObject([{ matched: 20_00 }]);
    // On the day on which the first bill is issued, its month begins.
    const atOnce = applyChange({ ...ibr, bills: [] }, plan, day('2026-10-06')).group;
    expect(atOnce.rapMonth).toMatchObject({ dueDate: '2026-11-05', unpaidBefore: {} });
    const left = applyChange(november, { ...plan, plan: 'STANDARD' }, day('2026-11-20')).group;
    expect(left.rapMonth).toBeNull();
  });
});

describe('a replay', () => {
  it('reproduces the recorded matches with a pause, a late payment and months without a match', () => {
    const start = createGroup(
      16.67,
      createLoan(30_000),
      createLoan(12_000, { loanId: 'A2', rate: 4_000, interest: 10 }),
    );
    const pause = { kind: 'unemployment', start: day('2026-12-20'), end: day('2027-02-10') } as const;
    const payments = [
      ['2026-11-02', 16.67],
      ['2026-12-04', 50],
      ['2027-03-05', 16.67],
      ['2027-04-07', 16.67],
    ] as const;
    const entries: EntryRecord[] = start.loans.map((loan) => ({
      ...NO_AMOUNTS,
      loanId: loan.loanId,
      kind: 'opening',
      onDay: day('2026-10-05'),
      principal: loan.principal,
      interest: loan.accruedInterest,
    }));
    entries.push(
      ...start.loans.map(({ loanId }): EntryRecord => ({
        ...NO_AMOUNTS,
        loanId,
        kind: 'rapMonth',
        onDay: day('2026-10-05'),
      })),
    );
    let group = start;
    const given: unknown[] = [];
    for (let on = day('2026-10-06'); on <= day('2027-06-30'); on = addDays(on, 1)) {
      if (on === day('2026-12-10')) group = applyChange(group, { kind: 'grantPause', pause }, on).group;
      if (on === pause.end) {
        const over = applyChange(group, { kind: 'endGrant', end: on, pause, isFfelp: false }, on);
        group = over.group;
        entries.push(...over.entries);
      }
      for (const [date, amount] of payments) if (date === on) group = pay(group, amount, on);
      group = issueTo(group, on);
      const dueDate = rapDueDate(group);
      if (dueDate === null || getMonthEnd(dueDate) !== on) continue;
      const { results, ...closed } = close(group, dueDate);
      group = closed.group;
      for (const { loanId } of start.loans) {
        const { waived = 0n, matched = ZERO } = results.find((each) => each.loanId === loanId) ?? {};
        entries.push({ ...NO_AMOUNTS, loanId, kind: 'rapMonth', onDay: on, until: dueDate });
        given.push({ loanId, dueDate, interest: waived, principal: matched });
      }
    }
    const loans = start.loans.map((loan) => ({ ...loan, disbursements: [] }));
    const replayed = replay({
      groups: [
        {
          group: { ...start, loans },
          opening: { nextDue: day('2026-11-05'), paidAheadTo: day('2026-11-05') },
          terms: [toTermsRecord(start, day('2026-10-05'), 'start')],
          bills: group.bills,
          pauses: [{ ...pause, grantedOn: day('2026-12-10'), isClosed: true }],
          entries,
        },
      ],
      payments: payments.map(([date, amount]) => ({
        paymentDetailId: date,
        amount: dollars(amount),
        effectiveDate: day(date),
        postedOn: computePostingDay(day(date)),
        keepsDueDate: false,
        groupId: null,
        instruction: NO_INSTRUCTION,
      })),
    });
    expect(
      replayed.rapMonths.map(({ entry: { loanId, until }, interest, principal }) => ({
        loanId,
        dueDate: until,
        interest,
        principal,
      })),
    ).toEqual(given);
    const owed = ({ loanId, principal, accruedInterest }: PausedLedgerLoan) => [loanId, principal, accruedInterest];
    expect(replayed.groups[0]?.loans.map(owed)).toEqual(group.loans.map(owed));
    expect(replayed.groups[0]?.rapMonth).toEqual(group.rapMonth);
    // November, December, and the month after the pause; none of the due dates in the pause, and not the late one of April.
    const dueDates = replayed.rapMonths.filter(({ interest }) => interest > 0n).map(({ entry }) => entry.until);
    expect([...new Set(dueDates)]).toEqual(['2026-11-05', '2026-12-05', '2027-03-05']);
  });
});

describe('the prediction', () => {
  it('in the projected repayment: principal falls each month by at least the payment up to $50.00', () => {
    const { installments } = computeRepayment([createGroup(16.67, createLoan(30_000))], day('2026-10-20'));
    // The first month was paid on its due date: 29,983.33, without interest.
    expect(installments.slice(0, 3).map(({ date, balance }) => [date, balance])).toEqual([
      ['2026-11-05', dollars(29_983.33)],
      ['2026-12-05', dollars(29_966.66)],
      ['2027-01-05', dollars(29_949.99)],
    ]);
  });

  it('by the timeline, from a bill that is paid already', () => {
    const paid = pay(createGroup(16.67, createLoan(30_000)), 16.67, '2026-10-20');
    const [group] = projectTimeline(
      // A paid bill is not read.
      [{ ...paid, bills: [], repaymentStarts: null }],
      { payments: [], autoDebit: null, instructions: [] },
      { today: day('2026-10-25'), through: day('2026-11-05') },
    ).groups;
    expect(group?.loans).toMatchObject([{ principal: dollars(29_983.33), accruedInterest: 0n }]);
    // A payoff on the due date comes before the end of the month.
    expect(settleTo(paid, DUE)).toBe(paid);
    expect(closeMonthsBefore(paid, day('2026-11-06')).loans[0]?.principal).toBe(dollars(29_983.33));
  });
});
