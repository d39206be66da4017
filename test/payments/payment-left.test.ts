/** The amounts that remain to pay and past due after a payment (rulings 69, 83). */
import { describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { leftToPay, pastDueAfter, pastDueWarnings } from '#domain/payments/under-way.ts';
import { TODAY, accountWith, groupWith, scheduledOn } from './payment-samples.ts';

const line = (accountNumber: string, amount: number, groupId: string | null = null) => ({
  accountNumber,
  groupId,
  amount: toCents(amount),
});
const [FIRST, SECOND, THIRD] = ['E000000001', 'D000000002', 'J000000003'];
const first = accountWith({ totalDue: 300_00, pastDueAmt: 202_60 });
const second = accountWith({ accountId: 'two', accountNumber: SECOND, totalDue: 80_00 });
const third = accountWith({ accountId: 'three', accountNumber: THIRD, totalDue: 50_00, pastDueAmt: 50_00 });
const accounts = [first, second, third];
const nothingScheduled = { today: TODAY, upcoming: [] };

describe('the remaining past due amount of an account', () => {
  it.each([
    [0, 202_60],
    [50_00, 152_60],
    [202_59, 1],
    [202_60, 0],
    [900_00, 0],
  ])('after %i cents is %i cents', (paid, left) => {
    expect(pastDueAfter(first, [line(FIRST, paid)], nothingScheduled)).toBe(left);
  });

  it('is reduced by payments scheduled up to the due date, but not by a payment to another account', () => {
    const upcoming = [
      scheduledOn(first, 100_00),
      scheduledOn(first, 50_00, { effectiveDate: toPlainDate('2026-12-16') }),
    ];
    expect(pastDueAfter(first, [line(FIRST, 50_00), line(SECOND, 999_00)], { today: TODAY, upcoming })).toBe(52_60);
  });

  it('is the missing amount of the past due group if the payment goes to another group', () => {
    const groups = [groupWith('A', { totalDue: 100_00, pastDueAmt: 30_00 }), groupWith('B')];
    const account = accountWith({ totalDue: 170_00, pastDueAmt: 30_00, groups });
    const after = (...lines: ReturnType<typeof line>[]) => pastDueAfter(account, lines, nothingScheduled);
    expect(after(line(FIRST, 70_00, 'B'))).toBe(30_00);
    expect(after(line(FIRST, 10_00, 'A'), line(FIRST, 70_00, 'B'))).toBe(20_00);
  });

  it('does not depend on a due date', () => {
    const undated = { ...first, paymentDueDate: null };
    expect(pastDueAfter(undated, [line(FIRST, 200_00)], nothingScheduled)).toBe(2_60);
  });
});

describe('the warnings about a remaining past due amount', () => {
  const listWarnings = (...lines: ReturnType<typeof line>[]) => {
    const { onPaid, elsewhere } = pastDueWarnings(accounts, { lines, isScheduled: false }, nothingScheduled);
    return { onPaid: [...onPaid.values()], elsewhere };
  };
  const leavesOnThird = { code: 'pastDue.left', left: 50_00, account: `Direct Loans · ${THIRD}` };

  it('name the paid account and another past due account', () => {
    expect(listWarnings(line(FIRST, 50_00))).toEqual({
      onPaid: [{ code: 'pastDue.left', left: 152_60, account: `Direct Loans · ${FIRST}` }],
      elsewhere: leavesOnThird,
    });
  });

  it('add up several other accounts', () => {
    expect(listWarnings(line(SECOND, 80_00))).toEqual({
      onPaid: [],
      elsewhere: { code: 'pastDue.leftElsewhere', left: 252_60 },
    });
  });

  it('do not count the payment twice if the scheduled payments include it', () => {
    const paid = { lines: [line(FIRST, 50_00)], isScheduled: true };
    const upcoming = [scheduledOn(first, 50_00)];
    expect(pastDueWarnings([first], paid, { today: TODAY, upcoming }).onPaid.get(FIRST)).toEqual({
      code: 'pastDue.left',
      left: 152_60,
      account: `Direct Loans · ${FIRST}`,
    });
    expect(leftToPay([first], { ...paid, day: TODAY }, upcoming).total).toBe(250_00);
  });

  it('do not appear if nothing remains past due', () => {
    expect(listWarnings(line(FIRST, 202_60), line(THIRD, 50_00))).toEqual({ onPaid: [], elsewhere: undefined });
  });
});

describe('the remaining amount to pay', () => {
  const left = (lines: ReturnType<typeof line>[], day = TODAY, upcoming = [scheduledOn(second, 30_00)]) => {
    const paid = { lines, day: toPlainDate(day), isScheduled: false };
    const { total, isTooLate, ...after } = leftToPay([first, second], paid, upcoming);
    return { accounts: after.accounts.map((each) => [each.account.accountNumber, each.left]), total, isTooLate };
  };

  it('is the part of each account that the payment and the scheduled payments do not cover', () => {
    expect(left([line(FIRST, 100_00)])).toEqual({
      accounts: [
        [FIRST, 200_00],
        [SECOND, 50_00],
      ],
      total: 250_00,
      isTooLate: false,
    });
  });

  it('is zero if they cover everything', () => {
    const paid = [line(FIRST, 300_00), line(SECOND, 50_00)];
    expect(left(paid)).toEqual({ accounts: [], total: 0, isTooLate: false });
  });

  it('is not reduced by a payment after the due date', () => {
    const paid = [line(FIRST, 300_00)];
    expect(left(paid, toPlainDate('2026-12-15')).isTooLate).toBe(false);
    expect(left(paid, toPlainDate('2026-12-16'))).toEqual({
      accounts: [
        [FIRST, 300_00],
        [SECOND, 50_00],
      ],
      total: 350_00,
      isTooLate: true,
    });
    // A scheduled payment covers the account.
    const covered = [scheduledOn(first, 300_00)];
    expect(left(paid, toPlainDate('2026-12-16'), covered).isTooLate).toBe(false);
  });
});
