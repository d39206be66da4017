/** Plain dates, banking days and the business day in New York. */
import { allForYear } from '@18f/us-federal-holidays';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isBankHoliday, isBankingDay, nextBankingDay, previousBankingDay } from '#domain/banking-days.ts';
import {
  CUTOFF_HOUR,
  type PlainDate,
  PlainDateFromWire,
  addDays,
  addMonths,
  businessDate,
  dayOfMonth,
  daysBetween,
  dueDateAfter,
  toEffectiveDate,
  formatUsDate,
  formatUsInstant,
  isBeforeCutoff,
  isWeekend,
  toMonth,
  parseIsoDate,
  parseUsDate,
  toPlainDate,
  plainDateOfEffective,
} from '#domain/calendar.ts';
import { EffectiveDate } from '#domain/payments/shapes.ts';

const day = toPlainDate;
const FIRST = day('2026-01-01');
const someDay = fc.integer({ min: -36_500, max: 36_500 }).map((days) => addDays(FIRST, days));
/** Days for which the Federal Reserve has published its holidays. */
const publishedDay = fc.integer({ min: 0, max: 1_095 }).map((days) => addDays(FIRST, days));

/** The holidays of the Federal Reserve Banks, K.8 (reference 3.3). */
const CLOSURES = [
  ...['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25'].map(
    (at) => `2026-${at}`,
  ),
  ...['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'].map((at) => `2027-${at}`),
  ...['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'].map((at) => `2028-${at}`),
];
const listDays = (first: string, last: string): PlainDate[] =>
  Array.from({ length: daysBetween(day(first), day(last)) + 1 }, (_, days) => addDays(day(first), days));

describe('the holidays of the Federal Reserve Banks, 2026 to 2028', () => {
  it('are exactly the weekdays on which no payment settles', () => {
    const closed = listDays('2026-01-01', '2028-12-31').filter((each) => !isWeekend(each) && !isBankingDay(each));
    expect(closed).toEqual(CLOSURES);
  });

  it.each(CLOSURES)('include %s', (closed) => {
    expect(isBankHoliday(day(closed))).toBe(true);
    expect(isBankingDay(day(closed))).toBe(false);
  });

  it.each([
    ['2026-07-03', '4 July is a Saturday'],
    ['2027-06-18', '19 June is a Saturday'],
    ['2027-12-24', 'Christmas Day is a Saturday'],
    ['2027-12-31', 'New Year’s Day is a Saturday'],
    ['2028-11-10', 'Veterans Day is a Saturday'],
  ])('exclude %s, on which federal offices close: %s', (open) => {
    expect(isBankHoliday(day(open))).toBe(false);
    expect(isBankingDay(day(open))).toBe(true);
  });

  it.each([
    ['2027-07-04', '2027-07-05'],
    ['2023-01-01', '2023-01-02'],
    ['2022-06-19', '2022-06-20'],
  ])('move from Sunday %s to Monday %s', (sunday, monday) => {
    expect(isBankingDay(day(sunday))).toBe(false);
    expect(isBankingDay(day(monday))).toBe(false);
    expect(isBankingDay(addDays(day(monday), 1))).toBe(true);
  });
});

/** Years before and after Juneteenth, with holidays on each day of the week. */
const YEARS = Array.from({ length: 111 }, (_, index) => 1990 + index);

it.each(YEARS)(
  "the holidays of %i match the list of federal holidays with the Federal Reserve's rule for Sundays",
  (year) => {
    const expected = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: true });
    const closed = listDays(`${year}-01-01`, `${year}-12-31`).filter(isBankHoliday);
    expect(closed).toEqual(expected.map(({ dateString }) => dateString).toSorted((a, b) => (a < b ? -1 : 1)));
  },
);

describe('banking days', () => {
  it('exclude weekends', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((each) => isWeekend(day(each)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    fc.assert(fc.property(someDay, (date) => !(isWeekend(date) && isBankingDay(date))));
  });

  it('exclude exactly two weekend days in any seven days', () => {
    fc.assert(
      fc.property(someDay, (date) => {
        const week = Array.from({ length: 7 }, (_, days) => addDays(date, days));
        expect(week.filter(isWeekend)).toHaveLength(2);
        expect(week.some(isBankingDay)).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-11-20', '2026-11-23', 'over a weekend'],
    ['2026-11-25', '2026-11-27', 'over Thanksgiving'],
    ['2026-12-24', '2026-12-28', 'over Christmas and a weekend'],
    ['2027-07-02', '2027-07-06', 'over a weekend and a holiday on Monday'],
    ['2026-07-02', '2026-07-03', 'a Saturday holiday closes no Friday'],
    ['2028-12-29', '2029-01-02', 'over the end of a year'],
  ])('the next one after %s is %s: %s', (date, next) => {
    expect(nextBankingDay(day(date))).toBe(next);
  });

  it('are all found by nextBankingDay', () => {
    fc.assert(
      fc.property(publishedDay, (date) => {
        const next = nextBankingDay(date);
        expect(next > date).toBe(true);
        expect(isBankingDay(next)).toBe(true);
        expect(daysBetween(date, next)).toBeLessThanOrEqual(4);
        expect(previousBankingDay(next)).toBe(isBankingDay(date) ? date : previousBankingDay(date));
        for (let between = addDays(date, 1); between < next; between = addDays(between, 1)) {
          expect(isBankingDay(between)).toBe(false);
        }
      }),
    );
  });
});

describe('parseUsDate accepts only MM/DD/YYYY (rulings 38 and 43)', () => {
  it.each([
    ['11/20/2026', '2026-11-20'],
    ['01/02/2026', '2026-01-02'],
    ['02/29/2028', '2028-02-29'],
    ['12/31/9999', '9999-12-31'],
    [' 11/20/2026 ', '2026-11-20'],
  ])('"%s" is %s', (typed, date) => {
    expect(parseUsDate(typed)).toBe(date);
  });

  it.each([
    '',
    ' ',
    '1/2/2026',
    '01/2/2026',
    '1/02/2026',
    '01/02/26',
    '01/02/02026',
    '101/02/2026',
    'x12/01/2026',
    '12/01/20261',
    '12/01/2026x',
    '2026-01-02',
    '01-02-2026',
    '01.02.2026',
    '01022026',
    '01/02/2026 ET',
    '01/ 2/2026',
    'January 2, 2026',
    '20/11/2026',
    '13/01/2026',
    '00/10/2026',
    '01/00/2026',
    '01/32/2026',
    '02/30/2026',
    '02/29/2026',
    '02/29/2100',
    '04/31/2026',
    '١١/٢٠/٢٠٢٦',
  ])('"%s" is invalid', (typed) => {
    expect(parseUsDate(typed)).toBeUndefined();
  });

  it('and parses the output of formatUsDate for every day', () => {
    fc.assert(
      fc.property(someDay, (date) => {
        expect(parseUsDate(formatUsDate(date))).toBe(date);
      }),
    );
  });
});

describe('a plain date', () => {
  it.each(['2026-02-29', '2100-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-06-31', '2026-01-00'])(
    'cannot be %s, which does not exist',
    (text) => {
      expect(parseIsoDate(text)).toBeUndefined();
      expect(() => toPlainDate(text)).toThrow(RangeError);
      expect(v.safeParse(PlainDateFromWire, text).success).toBe(false);
    },
  );

  it.each([
    '',
    '2026-1-2',
    '2026-01-02T00:00:00Z',
    '20260102',
    '01/02/2026',
    '+02026-01-02',
    '+002026-01-02',
    '2026-01-02 ',
    'today',
  ])('cannot be written "%s"', (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
    expect(v.safeParse(PlainDateFromWire, text).success).toBe(false);
  });

  it('is parsed to the same text', () => {
    fc.assert(
      fc.property(someDay, (date) => {
        expect(parseIsoDate(date)).toBe(date);
        expect(v.parse(PlainDateFromWire, date)).toBe(date);
      }),
    );
  });

  it('has a day of the month, a month and a display format', () => {
    expect(dayOfMonth(day('2026-11-05'))).toBe(5);
    expect(toMonth(day('2026-11-05'))).toBe('2026-11');
    expect(formatUsDate(day('2026-11-05'))).toBe('11/05/2026');
  });

  it('has a distance in days to another date that matches their order as text', () => {
    fc.assert(
      fc.property(someDay, someDay, (from, to) => {
        const days = daysBetween(from, to);
        expect(addDays(from, days)).toBe(to);
        expect(Math.sign(days)).toBe(from === to ? 0 : from < to ? 1 : -1);
        expect(daysBetween(to, from) + days).toBe(0);
      }),
    );
  });

  it('plus days crosses the ends of months and years and clock changes', () => {
    expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29');
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31');
    expect(addDays(day('2026-03-07'), 2)).toBe('2026-03-09');
    expect(daysBetween(day('2026-10-31'), day('2026-11-02'))).toBe(2);
  });
});

describe('addMonths', () => {
  it('throws after the year 9999', () => {
    expect(() => addMonths(day('9999-12-15'), 1)).toThrow(RangeError);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-05-31', 1, '2026-06-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-11-20', 0, '2026-11-20'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to);
  });

  it('keeps the day or uses the last day of the month', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -240, max: 240 }), (from, months) => {
        const to = addMonths(from, months);
        const [year, month] = toMonth(from).split('-').map(Number);
        const count = (year ?? 0) * 12 + (month ?? 0) - 1 + months;
        const expected = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
        expect(toMonth(to)).toBe(expected);
        const isLastOfMonth = toMonth(addDays(to, 1)) !== toMonth(to);
        expect(dayOfMonth(to) === dayOfMonth(from) || (isLastOfMonth && dayOfMonth(to) < dayOfMonth(from))).toBe(true);
      }),
    );
  });
});

describe('dueDateAfter', () => {
  it('returns the due day of the month, or its last day', () => {
    const months = fc.integer({ min: -240, max: 600 });
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 31 }), months, (from, dueDay, later) => {
        const due = dueDateAfter(from, dueDay, later);
        expect(toMonth(due)).toBe(toMonth(addMonths(from, later)));
        const isLastOfMonth = toMonth(addDays(due, 1)) !== toMonth(due);
        expect(dayOfMonth(due) === dueDay || (isLastOfMonth && dayOfMonth(due) < dueDay)).toBe(true);
      }),
    );
  });
});

describe('the business day in New York (ruling 5)', () => {
  it.each([
    ['2026-11-20T04:59:59.999Z', '2026-11-19', 'a moment before midnight'],
    ['2026-11-20T05:00:00.000Z', '2026-11-20', 'midnight'],
    ['2026-07-04T03:59:59.999Z', '2026-07-03', 'a moment before midnight in summer'],
    ['2026-07-04T04:00:00.000Z', '2026-07-04', 'midnight in summer'],
    ['2026-03-08T04:59:59.999Z', '2026-03-07', 'a moment before the day on which summer time starts'],
    ['2026-03-08T05:00:00.000Z', '2026-03-08', 'midnight of the day on which summer time starts'],
    ['2026-03-09T03:59:59.999Z', '2026-03-08', 'the end of that day, an hour early'],
    ['2026-03-09T04:00:00.000Z', '2026-03-09', 'midnight after it'],
    ['2026-11-01T04:00:00.000Z', '2026-11-01', 'midnight of the day on which summer time ends'],
    ['2026-11-02T04:59:59.999Z', '2026-11-01', 'the end of that day, an hour late'],
    ['2026-11-02T05:00:00.000Z', '2026-11-02', 'midnight after it'],
    ['2027-01-01T04:59:59.999Z', '2026-12-31', 'New Year’s Eve'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', 'a leap day'],
  ])('of %s is %s: %s', (instant, date) => {
    expect(businessDate(new Date(instant))).toBe(date);
  });

  it.each([
    ['2026-11-20T21:59:59.999Z', true, '16:59:59 in winter'],
    ['2026-11-20T22:00:00.000Z', false, '17:00 in winter'],
    ['2026-07-02T20:59:59.999Z', true, '16:59:59 in summer'],
    ['2026-07-02T21:00:00.000Z', false, '17:00 in summer'],
    ['2026-03-08T20:59:59.999Z', true, '16:59:59 on the day on which summer time starts'],
    ['2026-03-08T21:00:00.000Z', false, '17:00 on the day on which summer time starts'],
    ['2026-11-01T21:59:59.999Z', true, '16:59:59 on the day on which summer time ends'],
    ['2026-11-01T22:00:00.000Z', false, '17:00 on the day on which summer time ends'],
    ['2026-11-20T05:00:00.000Z', true, 'midnight'],
    ['2026-11-20T04:59:59.999Z', false, 'a moment before midnight'],
  ])('accepts payments at %s: %s (%s)', (instant, isOpen) => {
    expect(isBeforeCutoff(new Date(instant))).toBe(isOpen);
  });

  /** Computes New York time with the second Sunday of March and the first of November, unlike the product. */
  function toNewYorkTime(instant: Date): Date {
    const year = instant.getUTCFullYear();
    const sunday = (month: number, nth: number, hour: number) => {
      const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
      return Date.UTC(year, month, 1 + ((7 - first) % 7) + 7 * (nth - 1), hour);
    };
    const isSummer = instant.getTime() >= sunday(2, 2, 7) && instant.getTime() < sunday(10, 1, 6);
    return new Date(instant.getTime() - (isSummer ? 4 : 5) * 3_600_000);
  }

  it('is correct at any moment of twenty years', () => {
    const moment = fc.date({ min: new Date('2020-01-02'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (instant) => {
        const local = toNewYorkTime(instant);
        expect(businessDate(instant)).toBe(local.toISOString().slice(0, 10));
        expect(isBeforeCutoff(instant)).toBe(local.getUTCHours() < CUTOFF_HOUR);
      }),
      { numRuns: 2_000 },
    );
  });

  it('ends for payments at 17:00', () => {
    expect(CUTOFF_HOUR).toBe(17);
  });
});

describe('an effective date (Y §3, §9)', () => {
  it('is an ISO date at midnight UTC', () => {
    expect(toEffectiveDate(day('2026-11-20'))).toBe('2026-11-20T00:00:00.000Z');
    expect(plainDateOfEffective('2026-11-20T00:00:00.000Z')).toBe('2026-11-20');
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T00:00:00Z',
    '2026-11-20T00:00:00.000',
    '2026-11-20T05:00:00.000Z',
    '2026-11-20T00:00:00.001Z',
    '2026-11-20T00:00:00.000+00:00',
    '2026-02-30T00:00:00.000Z',
    '11/20/2026T00:00:00.000Z',
    '2026-11-20T05:00:00.000ZT00:00:00.000Z',
    '2026-11-20 or laterT00:00:00.000Z',
  ])('is not "%s"', (text) => {
    expect(plainDateOfEffective(text)).toBeUndefined();
    expect(v.safeParse(EffectiveDate, text).success).toBe(false);
  });

  it('is parsed to the same day, for every day', () => {
    fc.assert(
      fc.property(someDay, (date) => {
        expect(plainDateOfEffective(toEffectiveDate(date))).toBe(date);
        expect(v.parse(EffectiveDate, toEffectiveDate(date))).toBe(date);
      }),
    );
  });
});

it('formatUsInstant formats an instant in New York time', () => {
  expect(formatUsInstant(new Date('2026-11-20T15:00:00Z'))).toBe('11/20/2026, 10:00 AM Eastern Time');
  expect(formatUsInstant(new Date('2026-07-01T03:05:00Z'))).toBe('06/30/2026, 11:05 PM Eastern Time');
});

describe('in an engine with other locale formats', () => {
  afterEach(() => vi.restoreAllMocks());

  it("the business day and hour are read from the format's parts", () => {
    // ICU 72 formats en-CA as M/D/Y and inserts U+202F before AM.
    const prototype: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
    vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/20/2026, 10:00\u202Fa.m.');
    const instant = new Date('2026-11-20T15:00:00Z');
    expect(businessDate(instant)).toBe('2026-11-20');
    expect(isBeforeCutoff(instant)).toBe(true);
    expect(formatUsInstant(instant)).toBe('11/20/2026, 10:00 AM Eastern Time');
  });
});
