/** The part of the amount due that payments in progress cover (rulings 69, 83). */
import { describe, expect, it } from 'vitest';
import { type PlainDate, toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { type AccountDue, computePaymentCoverage, coverageOfAll, paysAmountsDue } from '#domain/payments/coverage.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';

const ACCOUNT = 'E100000001';
const DUE_DATE = toPlainDate('2026-12-05');
const DAY_AFTER = toPlainDate('2026-12-06');

const account = (given: Partial<AccountDue> = {}): AccountDue => ({
  accountNumber: ACCOUNT,
  totalDue: toCents(300_00),
  pastDueAmt: toCents(100_00),
  paymentDueDate: DUE_DATE,
  ...given,
});

const group = (groupId: string, totalDue: number, pastDueAmt = 0, paymentDueDate: PlainDate | null = DUE_DATE) => ({
  groupId,
  totalDue: toCents(totalDue),
  pastDueAmt: toCents(pastDueAmt),
  paymentDueDate,
});

const underWay = (amount: number, given: Partial<ScheduledPayment> = {}): ScheduledPayment => ({
  paymentId: 'payment-1',
  paymentDetailId: 'detail-1',
  effectiveDate: DUE_DATE,
  sumOfPaymentAmount: toCents(amount),
  paymentMethod: 'JPMorgan Chase *****6789',
  paymentType: 'Online Payment',
  accountNumber: ACCOUNT,
  groupId: null,
  description: 'Scheduled',
  ...given,
});

const figures = ({
  scheduled,
  left,
  pastDueLeft,
  coversPastDue,
  coversTotalDue,
}: ReturnType<typeof computePaymentCoverage>) => ({
  scheduled,
  left,
  pastDueLeft,
  coversPastDue,
  coversTotalDue,
});

describe('coverage of an account', () => {
  it.each([
    { paid: 99_99, left: 200_01, pastDueLeft: 1, coversPastDue: false, coversTotalDue: false },
    { paid: 100_00, left: 200_00, pastDueLeft: 0, coversPastDue: true, coversTotalDue: false },
    { paid: 299_99, left: 1, pastDueLeft: 0, coversPastDue: true, coversTotalDue: false },
    { paid: 300_00, left: 0, pastDueLeft: 0, coversPastDue: true, coversTotalDue: true },
    { paid: 500_00, left: 0, pastDueLeft: 0, coversPastDue: true, coversTotalDue: true },
  ])('counts $paid cents against $300.00 due, $100.00 of it past due', ({ paid, ...expected }) => {
    expect(figures(computePaymentCoverage(account(), [underWay(paid)]))).toEqual({ scheduled: paid, ...expected });
  });

  it.each(['Scheduled', 'Processing', 'Pending'] as const)('counts a payment that is %s', (description) => {
    expect(computePaymentCoverage(account(), [underWay(300_00, { description })]).coversTotalDue).toBe(true);
  });

  it('ignores canceled payments and those on other accounts', () => {
    const others = [underWay(300_00, { description: 'Cancelled' }), underWay(300_00, { accountNumber: 'E100000002' })];
    expect(computePaymentCoverage(account(), others)).toMatchObject({ payments: [], scheduled: 0, left: 300_00 });
  });

  it('counts only the rest of a payment after past bills that are being paid (ruling 88)', () => {
    const draft = underWay(155_00, { paysPastBills: toCents(155_00) });
    expect(computePaymentCoverage(account(), [draft])).toMatchObject({ payments: [], scheduled: 0, left: 300_00 });
    expect(paysAmountsDue([draft])).toBe(false);
    const more = underWay(200_00, { paysPastBills: toCents(155_00) });
    expect(computePaymentCoverage(account(), [more])).toMatchObject({
      payments: [more],
      scheduled: 45_00,
      left: 255_00,
    });
    expect(paysAmountsDue([draft, more])).toBe(true);
  });

  it('counts a payment dated the due date, and a later one only if any date counts', () => {
    const later = [underWay(300_00, { effectiveDate: DAY_AFTER })];
    expect(computePaymentCoverage(account(), later)).toMatchObject({
      payments: [],
      scheduled: 0,
      coversTotalDue: false,
    });
    expect(computePaymentCoverage(account(), later, 'anyDate')).toMatchObject({
      scheduled: 300_00,
      coversTotalDue: true,
    });
    expect(computePaymentCoverage(account({ paymentDueDate: null }), later).coversTotalDue).toBe(true);
  });

  it('covers nothing if nothing is due', () => {
    const nothing = account({ totalDue: toCents(-5_00), pastDueAmt: toCents(0) });
    expect(figures(computePaymentCoverage(nothing, [underWay(50_00)]))).toEqual({
      scheduled: 50_00,
      left: 0,
      pastDueLeft: 0,
      coversPastDue: false,
      coversTotalDue: false,
    });
  });
});

describe('coverage of an account whose groups are known', () => {
  const grouped = account({ borrowerGroupPayments: [group('A', 200_00, 100_00), group('B', 100_00)] });

  it('counts a payment for one group only up to the amount due on that group', () => {
    const onOneGroup = [underWay(300_00, { groupId: 'B' })];
    expect(figures(computePaymentCoverage(grouped, onOneGroup))).toEqual({
      scheduled: 300_00,
      left: 200_00,
      pastDueLeft: 100_00,
      coversPastDue: false,
      coversTotalDue: false,
    });
    const onBoth = [underWay(200_00, { groupId: 'A' }), underWay(100_00, { groupId: 'B' })];
    expect(computePaymentCoverage(grouped, onBoth)).toMatchObject({
      left: 0,
      coversPastDue: true,
      coversTotalDue: true,
    });
  });

  it('counts a payment for the whole account toward every group', () => {
    expect(computePaymentCoverage(grouped, [underWay(300_00)])).toMatchObject({
      coversPastDue: true,
      coversTotalDue: true,
    });
    const both = [underWay(100_00), underWay(150_00, { groupId: 'A' })];
    expect(computePaymentCoverage(grouped, both)).toMatchObject({
      scheduled: 250_00,
      left: 50_00,
      coversPastDue: true,
    });
  });

  it('counts a payment for one group up to the due date of that group', () => {
    const laterGroup = account({ borrowerGroupPayments: [group('A', 200_00), group('B', 100_00, 0, DAY_AFTER)] });
    const payments = [underWay(200_00, { groupId: 'A' }), underWay(100_00, { groupId: 'B', effectiveDate: DAY_AFTER })];
    expect(computePaymentCoverage(laterGroup, payments).coversTotalDue).toBe(true);
  });
});

describe('coverage of several accounts', () => {
  const second = account({ accountNumber: 'J100000002', totalDue: toCents(50_00), pastDueAmt: toCents(50_00) });

  it('does not count a payment on one account toward another', () => {
    expect(figures(coverageOfAll([account(), second], [underWay(400_00)]))).toEqual({
      scheduled: 400_00,
      left: 50_00,
      pastDueLeft: 50_00,
      coversPastDue: false,
      coversTotalDue: false,
    });
  });

  it('covers the total only if every account is covered', () => {
    const payments = [underWay(300_00), underWay(50_00, { accountNumber: 'J100000002' })];
    expect(coverageOfAll([account(), second], payments)).toMatchObject({ coversPastDue: true, coversTotalDue: true });
    expect(coverageOfAll([], payments)).toMatchObject({ scheduled: 0, coversPastDue: false, coversTotalDue: false });
  });
});
