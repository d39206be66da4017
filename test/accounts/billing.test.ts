/** Bills: due dates, and the effect of payments on them. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bill,
  billOn,
  dueOf,
  firstBill,
  nextInstallment,
  pastDueSince,
  settleBill,
} from '#domain/accounts/billing.ts';
import { addDays, plainDateOf, dueDateAfter } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';

const day = plainDateOf;
const MUCH = toCents(1_000_000);
const bill = firstBill(toCents(10_000), day('2026-01-31'));
const paid = (from: Bill, amount: number, on: string, keepsDueDate = false) =>
  settleBill(billOn(from, day(on)), toCents(amount), MUCH, day(on), keepsDueDate);

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
  const nextOn = (from: Bill, on: string, payoff = MUCH) => nextInstallment(billOn(from, day(on)), payoff);
  const next = (date: string, amount = 10_000) => ({ date, amount });

  it('is that of the due date before and after the bill is issued, and what is left of it', () => {
    expect(nextOn(bill, '2025-12-31')).toEqual(next('2026-01-31'));
    expect(nextOn(bill, '2026-01-01')).toEqual(next('2026-01-31'));
    expect(nextOn(paid(bill, 4_000, '2026-01-20', true), '2026-01-20')).toEqual(next('2026-01-31', 6_000));
  });

  it('is the one after a bill that is paid with the due date kept (ruling 77)', () => {
    const kept = paid(bill, 25_000, '2026-01-20', true);
    expect(kept).toMatchObject({ paymentDueDate: '2026-01-31', amountDue: 0 });
    expect(nextOn(kept, '2026-01-20')).toEqual(next('2026-02-28'));
    expect(nextOn(kept, '2026-01-31')).toEqual(next('2026-02-28'));
    expect(nextOn(kept, '2026-02-01')).toEqual(next('2026-02-28'));
    // Paid on the day on which the bill was issued.
    expect(nextOn(paid(bill, 25_000, '2026-01-01', true), '2026-01-01')).toEqual(next('2026-02-28'));
    expect(nextOn(kept, '2026-01-20', toCents(7_000))).toEqual(next('2026-02-28', 7_000));
  });

  it('is that of the due date to which a payment advanced', () => {
    const advanced = paid(bill, 25_000, '2026-01-20');
    expect(advanced).toMatchObject({ paymentDueDate: '2026-03-31' });
    expect(nextOn(advanced, '2026-01-20')).toEqual(next('2026-03-31'));
    expect(nextOn(advanced, '2026-03-01')).toEqual(next('2026-03-31'));
  });

  it('is after a pause, has the amount of its date, and is zero if bills are zero', () => {
    const kept = paid(bill, 25_000, '2026-01-20', true);
    const pause = { postponedFrom: day('2026-02-10'), postponedThrough: day('2026-03-31') };
    expect(nextOn({ ...kept, ...pause }, '2026-01-25')).toEqual(next('2026-04-30'));
    const paymentSteps = [{ from: day('2026-02-01'), payment: toCents(12_000) }];
    expect(nextOn({ ...kept, paymentSteps }, '2026-01-25')).toEqual(next('2026-02-28', 12_000));
    const zero = firstBill(toCents(0), day('2026-01-31'));
    expect(nextOn(zero, '2026-01-20')).toEqual(next('2026-01-31', 0));
  });

  it('is null if nothing is owed', () => {
    expect(nextInstallment(settleBill(bill, MUCH, toCents(0), day('2026-01-20'), false), toCents(0))).toBeNull();
  });
});

describe('a bill', () => {
  it('is issued the day after the one before it fell due', () => {
    expect(billOn(bill, day('2025-12-31'))).toMatchObject({ amountDue: 0, pastDue: 0 });
    expect(billOn(bill, day('2026-01-01'))).toMatchObject({ amountDue: 10_000, paymentDueDate: '2026-01-31' });
  });

  it('is past due from the day after its due date', () => {
    expect(billOn(bill, day('2026-01-31'))).toMatchObject({ amountDue: 10_000, pastDue: 0 });
    const late = billOn(bill, day('2026-02-01'));
    expect(late).toMatchObject({ amountDue: 10_000, pastDue: 10_000, paymentDueDate: '2026-02-28' });
    expect(pastDueSince(late)).toBe('2026-01-31');
    const later = billOn(bill, day('2026-04-15'));
    expect(later).toMatchObject({ amountDue: 10_000, pastDue: 30_000, paymentDueDate: '2026-04-30' });
    expect(pastDueSince(later)).toBe('2026-01-31');
  });

  it('that is paid moves the due date by a month, and asks for nothing until the next one is issued', () => {
    const after = paid(bill, 10_000, '2026-01-20');
    expect(after).toMatchObject({ amountDue: 0, paymentDueDate: '2026-02-28', lastBumpDate: '2026-01-20' });
    expect(billOn(after, day('2026-01-31')).amountDue).toBe(0);
    expect(billOn(after, day('2026-02-01')).amountDue).toBe(10_000);
  });

  it('that is paid with the due date kept is not paid again by the payment that moves it', () => {
    const kept = paid(bill, 10_000, '2026-01-20', true);
    expect(kept).toMatchObject({ amountDue: 0, paymentDueDate: '2026-01-31' });
    // Less than an installment does not move the due date; each whole one pays a month after the paid bill.
    expect(paid(kept, 9_999, '2026-01-21')).toMatchObject({ paymentDueDate: '2026-01-31', lastBumpDate: null });
    const after = paid(kept, 10_000, '2026-01-21');
    expect(after).toMatchObject({ amountDue: 0, paymentDueDate: '2026-03-31', lastBumpDate: '2026-01-21' });
    expect(billOn(after, day('2026-02-28')).amountDue).toBe(0);
    expect(billOn(after, day('2026-03-01')).amountDue).toBe(10_000);
    expect(paid(kept, 20_000, '2026-01-21')).toMatchObject({ paymentDueDate: '2026-04-30' });
    // The result is the same as that of one payment of both amounts.
    expect(paid(bill, 20_000, '2026-01-20').paymentDueDate).toBe(after.paymentDueDate);
  });

  it('that is paid in part stays due for the rest', () => {
    expect(paid(bill, 4_000, '2026-01-20')).toMatchObject({
      amountDue: 6_000,
      paymentDueDate: '2026-01-31',
      lastBumpDate: null,
    });
  });

  it('is paid from its oldest instalment', () => {
    const after = paid(bill, 15_000, '2026-03-10');
    expect(after).toMatchObject({ pastDue: 5_000, amountDue: 10_000, paymentDueDate: '2026-03-31' });
    expect(pastDueSince(after)).toBe('2026-02-28');
  });

  it('moves by the whole months that are paid ahead', () => {
    const after = paid(bill, 39_999, '2026-01-20');
    expect(after).toMatchObject({ amountDue: 0, paymentDueDate: '2026-04-30' });
    expect(billOn(after, day('2026-03-31')).amountDue).toBe(0);
    expect(billOn(after, day('2026-04-01')).amountDue).toBe(10_000);
  });

  it('does not move when the payer asked to leave the due date alone (ruling 26)', () => {
    const after = paid(bill, 40_000, '2026-01-20', true);
    expect(after).toMatchObject({ amountDue: 0, paymentDueDate: '2026-01-31', lastBumpDate: null });
    expect(billOn(after, day('2026-02-01'))).toMatchObject({
      amountDue: 10_000,
      pastDue: 0,
      paymentDueDate: '2026-02-28',
    });
  });

  it('ends with the loan', () => {
    const after = settleBill(billOn(bill, day('2026-01-20')), MUCH, toCents(0), day('2026-01-20'), false);
    expect(after).toMatchObject({ amountDue: 0, pastDue: 0, paymentDueDate: null });
    expect(billOn(after, day('2027-01-20'))).toMatchObject({ amountDue: 0, pastDue: 0 });
  });

  it('never asks for more than is owed', () => {
    const late = billOn(bill, day('2026-03-10'));
    expect(dueOf(late, toCents(25_000))).toEqual({
      pastDue: 20_000,
      amountDue: 5_000,
      totalDue: 25_000,
      next: 5_000,
      afterNext: 0,
    });
    expect(dueOf(billOn(bill, day('2025-12-01')), MUCH)).toMatchObject({
      totalDue: 0,
      next: 10_000,
      afterNext: 10_000,
    });
  });

  it('is the same whether it is computed every day or only at the end', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (days) => {
        let date = day('2025-11-01');
        let looked = bill;
        for (const more of days) {
          date = addDays(date, more);
          looked = billOn(looked, date);
        }
        expect(looked).toMatchObject(billOn(bill, date > bill.billedThrough ? date : bill.billedThrough));
      }),
    );
  });
});
