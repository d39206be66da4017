/** How far a payment has come on which day (ruling 20). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBankingDay, computePostingDay } from '#domain/banking-days.ts';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { isCancelable, postedBefore, statusOn } from '#domain/payments/progress.ts';

const day = toPlainDate;
const someDay = fc.integer({ min: -2_000, max: 2_000 }).map((days) => addDays(day('2026-11-20'), days));

describe('a payment', () => {
  it.each([
    ['on a Monday', '2026-11-16', '2026-11-18'],
    ['on a Thursday', '2026-11-19', '2026-11-23'],
    ['on a Friday', '2026-11-20', '2026-11-24'],
    ['on the day before Thanksgiving', '2026-11-25', '2026-11-30'],
    ['before a holiday on a Monday', '2027-01-15', '2027-01-20'],
    ['before a holiday on a Saturday', '2026-07-02', '2026-07-06'],
  ])('%s, %s, is posted on %s', (_, effective, posted) => {
    expect(computePostingDay(day(effective))).toBe(posted);
  });

  it.each([
    ['2026-11-19', 'Scheduled'],
    ['2026-11-20', 'Processing'],
    ['2026-11-21', 'Processing'],
    ['2026-11-22', 'Processing'],
    ['2026-11-23', 'Pending'],
  ])('for Friday, 2026-11-20, is on %s %s', (today, status) => {
    expect(statusOn(day(today), day('2026-11-20'))).toBe(status);
  });

  it('can be canceled through the day before its date, in Eastern Time, and not when it is dated the day it is submitted', () => {
    const submitted = (effective: string) => isCancelable(day(effective), new Date('2026-11-20T03:30:00Z'));
    expect(['2026-11-19', '2026-11-20', '2026-11-23'].map(submitted)).toEqual([false, true, true]);
  });

  it('is found among those before the bound exactly when its posting day has come', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -12, max: 12 }), (today, days) => {
        const effective = addDays(today, days);
        expect(effective < postedBefore(today)).toBe(computePostingDay(effective) <= today);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is posted on a banking day, two to six days later', () => {
    fc.assert(
      fc.property(someDay, (effective) => {
        const posted = computePostingDay(effective);
        expect(isBankingDay(posted)).toBe(true);
        expect(posted >= addDays(effective, 2) && posted <= addDays(effective, 6)).toBe(true);
      }),
    );
  });
});
