/** The payment date (Y §5.1, rulings 5, 38, 42, 43): validation, its order and messages. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBankingDay } from '#domain/banking-days.ts';
import { addDays, formatUsDate, toPlainDate as day } from '#domain/calendar.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { AvailableDates } from '#domain/payments/shapes.ts';
import { TODAY, accountWith, datesFrom, factsWith, toSentence } from './payment-samples.ts';

const dates = datesFrom(TODAY);
const NOT_BANKING = 'Payment date must not be on a weekend or holiday.';
const OUTSIDE = 'Payment must be in the next 90 days.';
const EARLY = 'Payment date must be on or after 11/20/2026.';
const FORMAT = 'Incorrect format. Please use MM/DD/YYYY.';

/** A window that offers every day, so that only weekends and holidays are rejected. */
const listAll = (first: string, given: Partial<AvailableDates> = {}): AvailableDates =>
  datesFrom(day(first), {
    availablePaymentDates: Array.from({ length: 91 }, (_, days) => addDays(day(first), days)),
    ...given,
  });

describe('the payment date', () => {
  it.each(['2026-11-20', '2027-02-18', '2026-11-23', '2026-12-24'])('may be %s', (date) => {
    expect(rules.validateDay(day(date), dates)).toBeUndefined();
  });

  it.each([
    ['2026-11-19', EARLY, 'the day before the first'],
    ['2020-01-01', EARLY, 'years ago, and a holiday'],
    ['2026-11-15', EARLY, 'before the first, and a Sunday'],
    ['2027-02-19', OUTSIDE, 'the day after the last'],
    ['2027-12-25', OUTSIDE, 'next year, and a weekend'],
    ['2026-11-21', NOT_BANKING, 'a Saturday'],
    ['2026-11-22', NOT_BANKING, 'a Sunday'],
    ['2026-11-26', NOT_BANKING, 'Thanksgiving'],
    ['2026-12-25', NOT_BANKING, 'Christmas Day'],
    ['2027-01-18', NOT_BANKING, 'Martin Luther King Jr. Day'],
  ])('may not be %s: "%s" (%s)', (date, message) => {
    expect(toSentence(rules.validateDay(day(date), dates))).toBe(message);
  });

  it('must be one of the offered days', () => {
    const without = dates.availablePaymentDates.filter((each) => each !== '2026-12-01');
    const notOffered = datesFrom(TODAY, { availablePaymentDates: without });
    expect(toSentence(rules.validateDay(day('2026-12-01'), notOffered))).toBe(OUTSIDE);
    expect(rules.validateDay(day('2026-12-01'), dates)).toBeUndefined();
    // A weekend has its own message, even if it is not offered.
    expect(toSentence(rules.validateDay(day('2026-12-05'), notOffered))).toBe(NOT_BANKING);
  });

  it("is rejected with the window's length and first day from the server", () => {
    const other = datesFrom(day('2027-03-01'), { paymentRange: 30 });
    expect(toSentence(rules.validateDay(day('2028-01-03'), other))).toBe('Payment must be in the next 30 days.');
    expect(toSentence(rules.validateDay(day('2027-02-26'), other))).toBe(
      'Payment date must be on or after 03/01/2027.',
    );
  });

  it('may be the only day of a window', () => {
    const only = datesFrom(TODAY, { latestPaymentDate: TODAY, availablePaymentDates: [TODAY] });
    expect(rules.validateDay(TODAY, only)).toBeUndefined();
    expect(toSentence(rules.validateDay(day('2026-11-23'), only))).toBe(OUTSIDE);
  });

  it('may be on a weekend if weekends are not excluded, but not on a holiday', () => {
    const weekends = listAll('2026-11-20', { excludeWeekends: false });
    expect(rules.validateDay(day('2026-11-21'), weekends)).toBeUndefined();
    expect(rules.validateDay(day('2026-11-22'), weekends)).toBeUndefined();
    expect(toSentence(rules.validateDay(day('2026-11-26'), weekends))).toBe(NOT_BANKING);
    // Independence Day on a Saturday is still a holiday.
    const summer = listAll('2026-07-01', { excludeWeekends: false });
    expect(toSentence(rules.validateDay(day('2026-07-04'), summer))).toBe(NOT_BANKING);
    expect(rules.validateDay(day('2026-07-11'), summer)).toBeUndefined();
  });

  it('is accepted exactly on the banking days of the window', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 400 }), (days) => {
        const date = addDays(TODAY, days);
        const isFine = days >= 0 && days <= 90 && isBankingDay(date);
        expect(rules.validateDay(date, dates) === undefined).toBe(isFine);
      }),
    );
  });
});

describe('the holidays of the Federal Reserve Banks (ruling 5, K.8)', () => {
  const CLOSED =
    '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25 ' +
    '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 ' +
    '2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25';
  it.each(CLOSED.split(' '))('%s is rejected', (date) => {
    expect(toSentence(rules.validateDay(day(date), listAll(date)))).toBe(NOT_BANKING);
    expect(rules.validateDay(day(date), listAll(date, { excludeWeekends: false }))).toEqual({
      code: 'date.notBankingDay',
    });
  });

  // The Fridays before holidays on a Saturday: federal offices close, the banks do not.
  it.each(['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'])('%s is accepted', (date) => {
    expect(rules.validateDay(day(date), listAll(date))).toBeUndefined();
    expect(rules.validateDay(day(date), datesFrom(day(date)))).toBeUndefined();
  });
});

describe('the payment date as typed (rulings 38 and 43)', () => {
  it.each([
    ['', 'Payment date is required.'],
    ['   ', 'Payment date is required.'],
    ['11/20/26', FORMAT],
    ['1/5/2027', FORMAT],
    ['11-20-2026', FORMAT],
    ['2026-11-20', FORMAT],
    ['11/20/2026x', FORMAT],
    ['tomorrow', FORMAT],
    ['02/30/2027', FORMAT],
    ['02/29/2027', FORMAT],
    ['13/01/2026', FORMAT],
    ['00/10/2026', FORMAT],
    ['11/19/2026', EARLY],
    ['02/19/2027', OUTSIDE],
    ['11/21/2026', NOT_BANKING],
  ])('"%s" is rejected with "%s"', (typed, message) => {
    expect(toSentence(rules.validateTypedDate(typed, dates))).toBe(message);
  });

  it.each(['11/20/2026', '02/18/2027', ' 11/23/2026 '])('may be "%s"', (typed) => {
    expect(rules.validateTypedDate(typed, dates)).toBeUndefined();
  });

  it('is validated like the parsed date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 400 }), (days) => {
        const date = addDays(TODAY, days);
        expect(rules.validateTypedDate(formatUsDate(date), dates)).toEqual(rules.validateDay(date, dates));
      }),
    );
  });
});

describe('the warning about a late payment (Y §5.1)', () => {
  const LATE = 'You have scheduled your payment for after your next due date. This will result in a late payment.';
  const warning = (chosen: string, ...accounts: readonly (readonly [due: string | null, pastDueAmt: number])[]) => {
    const given = accounts.map(([paymentDueDate, pastDueAmt]) => accountWith({ paymentDueDate, pastDueAmt }));
    return toSentence(rules.warningForDay(day(chosen), factsWith(...given).payment));
  };

  it('appears from the day after the due date', () => {
    expect(warning('2026-12-07', ['2026-12-04', 0])).toBe(LATE);
    expect(warning('2026-12-05', ['2026-12-04', 0])).toBe(LATE);
    expect(warning('2026-12-04', ['2026-12-04', 0])).toBeUndefined();
    expect(warning('2026-12-03', ['2026-12-04', 0])).toBeUndefined();
  });

  it('depends on the earliest of several due dates', () => {
    expect(warning('2026-12-07', ['2026-12-15', 0], ['2026-12-04', 0])).toBe(LATE);
    expect(warning('2026-12-04', ['2026-12-15', 0], ['2026-12-04', 0])).toBeUndefined();
    expect(warning('2026-12-07', [null, 0], ['2026-12-04', 0])).toBe(LATE);
  });

  it('does not appear if an account is past due or nothing is due', () => {
    expect(warning('2026-12-07', ['2026-12-04', 1])).toBeUndefined();
    expect(warning('2026-12-07', ['2026-12-04', 0], [null, 1])).toBeUndefined();
    expect(warning('2026-12-07', ['2026-12-04', -1])).toBe(LATE);
    expect(warning('2027-02-18', [null, 0])).toBeUndefined();
    expect(warning('2027-02-18')).toBeUndefined();
  });

  it('is not an error: the day may be chosen', () => {
    const facts = factsWith(accountWith({ paymentDueDate: '2026-12-04' }));
    const values = { ...schedule.startingSchedule(facts), paymentDate: '12/07/2026' };
    expect(scheduleForm.isScheduleComplete(facts, values)).toBe(true);
  });
});

it('the test dates have the assumed properties', () => {
  expect(isBankingDay(TODAY)).toBe(true);
  expect(dates.latestPaymentDate).toBe('2027-02-18');
  expect(isBankingDay(day('2027-02-18'))).toBe(true);
});
