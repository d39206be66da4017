/** Bills: due dates, and the effect of payments on them (rulings 26, 77 and 87). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BilledGroup, computeDue, issueTo, nextInstallment, settle } from '#domain/accounts/bills.ts';
import { type PlainDate, addDays, toPlainDate, dueDateAfter } from '#domain/calendar.ts';
import { type Cents, ZERO, toCents } from '#domain/money.ts';
import { sumsOn } from '#test/support/billed-group.ts';

const day = toPlainDate;
const MUCH = toCents(1_000_000);
const firstBill = (monthlyPayment: Cents): BilledGroup => ({
  groupId: 'A',
  plan: 'STANDARD',
  monthlyPayment,
  dueDay: 31,
  bills: [],
  nextDue: day('2026-01-31'),
  paidAheadTo: day('2026-01-31'),
  lastBumpDate: null,
  pauses: [],
  loans: [
    {
      loanId: '1',
      rate: 0,
      monthlyPayment,
      principal: MUCH,
      accruedInterest: 0n,
      fees: ZERO,
      interestThrough: day('2025-11-01'),
    },
  ],
});
const bill = firstBill(toCents(10_000));
const computePaid = (
  from: BilledGroup,
  on: PlainDate,
  paid: { amount: Cents; stillOwed: Cents; keepsDueDate: boolean },
) => settle(issueTo(from, on), { ...paid, effectiveDate: on }).group;
const paid = (from: BilledGroup, amount: number, on: string, keepsDueDate = false) =>
  computePaid(from, day(on), { amount: toCents(amount), stillOwed: MUCH, keepsDueDate });
/** The amounts of a day. */
const shown = (from: BilledGroup, on: string) => {
  const group = issueTo(from, day(on));
  return { ...sumsOn(group, day(on)), lastBumpDate: group.lastBumpDate };
};

describe('due dates', () => {
  it('fall on the last day of a month that is too short', () => {
    expect([0, 1, 2, 3, 13].map((months) => dueDateAfter(day('2026-01-31'), 31, months))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-02-28',
    ]);
    expect(dueDateAfter(day('2028-03-30'), 30, -1)).toBe('2028-02-29');
  });
});

describe('the next installment to pay', () => {
  const nextOn = (from: BilledGroup, on: string, payoff = MUCH) =>
    nextInstallment(issueTo(from, day(on)), payoff, day(on));
  const next = (date: string, amount = 10_000) => ({ date, amount });

  it("equals the due date's bill before and after issue, less payments", () => {
    expect(nextOn(bill, '2025-12-31')).toEqual(next('2026-01-31'));
    expect(nextOn(bill, '2026-01-01')).toEqual(next('2026-01-31'));
    expect(nextOn(paid(bill, 4_000, '2026-01-20', true), '2026-01-20')).toEqual(next('2026-01-31', 6_000));
  });

  it('is the one after a bill that is paid with the due date kept (ruling 77)', () => {
    const stored = paid(bill, 25_000, '2026-01-20', true);
    expect(shown(stored, '2026-01-20')).toMatchObject({ paymentDueDate: '2026-01-31', amountDue: 0 });
    expect(nextOn(stored, '2026-01-20')).toEqual(next('2026-02-28'));
    expect(nextOn(stored, '2026-01-31')).toEqual(next('2026-02-28'));
    expect(nextOn(stored, '2026-02-01')).toEqual(next('2026-02-28'));
    // Paid on the day on which the bill was issued.
    expect(nextOn(paid(bill, 25_000, '2026-01-01', true), '2026-01-01')).toEqual(next('2026-02-28'));
    expect(nextOn(stored, '2026-01-20', toCents(7_000))).toEqual(next('2026-02-28', 7_000));
  });

  it('is that of the due date to which a payment advanced', () => {
    const advanced = paid(bill, 25_000, '2026-01-20');
    expect(shown(advanced, '2026-01-20')).toMatchObject({ paymentDueDate: '2026-03-31' });
    expect(nextOn(advanced, '2026-01-20')).toEqual(next('2026-03-31'));
    expect(nextOn(advanced, '2026-03-01')).toEqual(next('2026-03-31'));
  });

  it('is after a pause, has the amount of its date, and is zero if bills are zero', () => {
    const stored = paid(bill, 25_000, '2026-01-20', true);
    const pause = { start: day('2026-02-10'), end: day('2026-04-01'), grantedOn: day('2026-01-20') };
    const paused = { ...stored, pauses: [{ ...pause, kind: null, isClosed: false }] };
    expect(nextOn(paused, '2026-01-25')).toEqual(next('2026-04-30'));
    const paymentSteps = [{ from: day('2026-02-01'), payment: toCents(12_000) }];
    expect(nextOn({ ...stored, paymentSteps }, '2026-01-25')).toEqual(next('2026-02-28', 12_000));
    expect(nextOn(firstBill(toCents(0)), '2026-01-20')).toEqual(next('2026-01-31', 0));
  });

  it('is null if nothing is owed', () => {
    const ended = computePaid(bill, day('2026-01-20'), { amount: MUCH, stillOwed: ZERO, keepsDueDate: false });
    expect(nextInstallment(ended, ZERO, day('2026-01-20'))).toBeNull();
  });
});

describe('a bill', () => {
  it('is issued the day after the one before it fell due', () => {
    expect(shown(bill, '2025-12-31')).toMatchObject({ amountDue: 0, pastDue: 0 });
    expect(shown(bill, '2026-01-01')).toMatchObject({ amountDue: 10_000, paymentDueDate: '2026-01-31' });
  });

  it('is past due from the day after its due date', () => {
    expect(shown(bill, '2026-01-31')).toMatchObject({ amountDue: 10_000, pastDue: 0 });
    expect(shown(bill, '2026-02-01')).toMatchObject({
      amountDue: 10_000,
      pastDue: 10_000,
      paymentDueDate: '2026-02-28',
      pastDueSince: '2026-01-31',
    });
    expect(shown(bill, '2026-04-15')).toMatchObject({
      amountDue: 10_000,
      pastDue: 30_000,
      paymentDueDate: '2026-04-30',
      pastDueSince: '2026-01-31',
    });
  });

  it('that is paid moves the due date by a month, and asks for nothing until the next one is issued', () => {
    const after = paid(bill, 10_000, '2026-01-20');
    expect(shown(after, '2026-01-20')).toMatchObject({
      amountDue: 0,
      paymentDueDate: '2026-02-28',
      lastBumpDate: '2026-01-20',
    });
    expect(shown(after, '2026-01-31').amountDue).toBe(0);
    expect(shown(after, '2026-02-01').amountDue).toBe(10_000);
  });

  it('that is paid with the due date kept is not paid again by the payment that moves it', () => {
    const stored = paid(bill, 10_000, '2026-01-20', true);
    expect(shown(stored, '2026-01-20')).toMatchObject({ amountDue: 0, paymentDueDate: '2026-01-31' });
    // Less than an installment does not move the due date; each whole one pays a month after the paid bill.
    expect(shown(paid(stored, 9_999, '2026-01-21'), '2026-01-21')).toMatchObject({
      paymentDueDate: '2026-01-31',
      lastBumpDate: null,
    });
    const after = paid(stored, 10_000, '2026-01-21');
    expect(shown(after, '2026-01-21')).toMatchObject({
      amountDue: 0,
      paymentDueDate: '2026-03-31',
      lastBumpDate: '2026-01-21',
    });
    expect(shown(after, '2026-02-28').amountDue).toBe(0);
    expect(shown(after, '2026-03-01').amountDue).toBe(10_000);
    expect(shown(paid(stored, 20_000, '2026-01-21'), '2026-01-21')).toMatchObject({ paymentDueDate: '2026-04-30' });
    // The result is the same as that of one payment of both amounts.
    expect(shown(paid(bill, 20_000, '2026-01-20'), '2026-01-20').paymentDueDate).toBe('2026-03-31');
  });

  it('that is paid in part stays due for the rest', () => {
    expect(shown(paid(bill, 4_000, '2026-01-20'), '2026-01-20')).toMatchObject({
      amountDue: 6_000,
      paymentDueDate: '2026-01-31',
      lastBumpDate: null,
    });
  });

  it('is paid from its oldest installment', () => {
    expect(shown(paid(bill, 15_000, '2026-03-10'), '2026-03-10')).toMatchObject({
      pastDue: 5_000,
      amountDue: 10_000,
      paymentDueDate: '2026-03-31',
      pastDueSince: '2026-02-28',
    });
  });

  it('moves by the whole months that are paid ahead', () => {
    const after = paid(bill, 39_999, '2026-01-20');
    expect(shown(after, '2026-01-20')).toMatchObject({ amountDue: 0, paymentDueDate: '2026-04-30' });
    expect(shown(after, '2026-03-31').amountDue).toBe(0);
    expect(shown(after, '2026-04-01').amountDue).toBe(10_000);
  });

  it('does not move when the payer asked to leave the due date alone (ruling 26)', () => {
    const after = paid(bill, 40_000, '2026-01-20', true);
    expect(shown(after, '2026-01-20')).toMatchObject({
      amountDue: 0,
      paymentDueDate: '2026-01-31',
      lastBumpDate: null,
    });
    expect(shown(after, '2026-02-01')).toMatchObject({
      amountDue: 10_000,
      pastDue: 0,
      paymentDueDate: '2026-02-28',
    });
  });

  it('ends with the loan', () => {
    const after = computePaid(bill, day('2026-01-20'), { amount: MUCH, stillOwed: ZERO, keepsDueDate: false });
    expect(shown(after, '2026-01-20')).toMatchObject({ amountDue: 0, pastDue: 0, paymentDueDate: null });
    expect(shown(after, '2027-01-20')).toMatchObject({ amountDue: 0, pastDue: 0 });
  });

  it('never asks for more than is owed', () => {
    expect(computeDue(issueTo(bill, day('2026-03-10')), toCents(25_000), day('2026-03-10'))).toEqual({
      pastDue: 20_000,
      amountDue: 5_000,
      totalDue: 25_000,
      next: 5_000,
      afterNext: 0,
    });
    expect(computeDue(issueTo(bill, day('2025-12-01')), MUCH, day('2025-12-01'))).toMatchObject({
      totalDue: 0,
      next: 10_000,
      afterNext: 10_000,
    });
  });

  it('never exceeds the balance on its due date beyond older bills (ruling 87)', () => {
    // 1 % of $250.00 in the 31 days through 31 January is $0.21, and in 59 and 90 days $0.40 and $0.62.
    const loans = bill.loans.map((loan) => ({
      ...loan,
      rate: 1_000,
      principal: toCents(25_000),
      interestThrough: day('2025-12-31'),
    }));
    const { bills } = issueTo({ ...bill, loans }, day('2026-05-01'));
    expect(bills.map(({ dueDate, issuedOn, amount }) => [dueDate, issuedOn, amount])).toEqual([
      ['2026-01-31', '2026-01-01', 10_000],
      ['2026-02-28', '2026-02-01', 10_000],
      ['2026-03-31', '2026-03-01', 5_062],
      // The interest of 30 and 31 more days.
      ['2026-04-30', '2026-04-01', 20],
      ['2026-05-31', '2026-05-01', 21],
    ]);
  });

  it('is the same whether it is computed every day or only at the end', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (days) => {
        let date = day('2025-11-01');
        let looked = bill;
        for (const more of days) {
          date = addDays(date, more);
          looked = issueTo(looked, date);
        }
        expect(looked).toEqual(issueTo(bill, date));
      }),
    );
  });
});
