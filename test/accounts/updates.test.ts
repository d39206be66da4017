/** The next dates, the interest since a visit, and the calendar file of the dashboard. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlainDate, plainDateOf } from '#domain/calendar.ts';
import { centsOfMicros, interestFor } from '#domain/interest.ts';
import { toCents } from '#domain/money.ts';
import { calendarFile, escapedText, folded } from '#domain/accounts/updates/calendar-file.ts';
import { type DatedGroup, interestSince, nextDatesOf } from '#domain/accounts/updates/rules.ts';

const day = plainDateOf;
const TODAY = day('2026-11-20');
const group = (given: Partial<DatedGroup> = {}): DatedGroup => ({
  accountId: 'a',
  accountName: 'Account A',
  paymentDueDate: null,
  draftOn: null,
  recertifyBy: null,
  postponedThrough: null,
  postponedBy: null,
  ...given,
});
const found = (groups: readonly DatedGroup[]) => nextDatesOf(groups, TODAY).map(({ kind, date }) => [kind, date]);

describe('the next dates', () => {
  it('are the three earliest of all kinds, today included', () => {
    const groups = [
      group({ paymentDueDate: day('2026-12-05'), recertifyBy: day('2027-02-01') }),
      group({ accountId: 'b', postponedThrough: TODAY, postponedBy: 'hardship' }),
      group({ accountId: 'c', recertifyBy: day('2026-12-31') }),
    ];
    expect(found(groups)).toEqual([
      ['forbearanceEnds', TODAY],
      ['bill', '2026-12-05'],
      ['recertification', '2026-12-31'],
    ]);
  });

  it('leave out dates that have passed, and bills within a postponement', () => {
    expect(found([group({ recertifyBy: day('2026-11-19'), postponedThrough: day('2026-11-19') })])).toEqual([]);
    const paused = { postponedThrough: day('2026-12-31'), postponedBy: 'unemployment' } as const;
    expect(found([group({ paymentDueDate: day('2026-12-05'), ...paused })])).toEqual([['defermentEnds', '2026-12-31']]);
  });

  it('call a bill that auto debit pays a draft', () => {
    expect(found([group({ paymentDueDate: day('2026-12-05'), draftOn: day('2026-12-07') })])).toEqual([
      ['draft', '2026-12-07'],
    ]);
  });

  it('list each account of a shared day once', () => {
    const due = { paymentDueDate: day('2026-12-05') };
    const [first, ...others] = nextDatesOf(
      [group(due), group(due), group({ ...due, accountId: 'b', accountName: 'Account B' })],
      TODAY,
    );
    expect(first).toMatchObject({ accountIds: ['a', 'b'], accountNames: ['Account A', 'Account B'] });
    expect(others).toEqual([]);
  });
});

describe('the interest since a visit', () => {
  const loan = { principal: toCents(1_000_000), rate: 6800, disbursedOn: day('2020-01-01') };
  const span = { since: day('2026-11-01'), today: TODAY };

  it('is the daily interest of the days since', () => {
    expect(interestSince([loan], [], span)).toBe(centsOfMicros(interestFor(loan.principal, loan.rate, 19)));
  });

  it('counts the principal that a payment has repaid until the day of the payment', () => {
    const repaid = [{ date: day('2026-11-11'), principal: toCents(100_000) }];
    const before = interestFor(toCents(1_100_000), loan.rate, 10);
    const after = interestFor(loan.principal, loan.rate, 9);
    expect(interestSince([loan], repaid, span)).toBe(centsOfMicros(before + after));
  });

  it('begins with the disbursement', () => {
    const late = { ...loan, disbursedOn: day('2026-11-15') };
    expect(interestSince([late], [], span)).toBe(centsOfMicros(interestFor(loan.principal, loan.rate, 5)));
  });
});

/** Reads a calendar file as RFC 5545 defines it: unfolds the lines and returns name, parameters and value. */
const linesOf = (file: string) => {
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return file.replaceAll('\r\n ', '').trimEnd().split('\r\n');
};
const unescaped = (value: string) =>
  value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

describe('a calendar file', () => {
  const event = (title: string, date: PlainDate = TODAY) => ({
    uid: 'f00d',
    date,
    title,
    description: 'Log in, please; thanks',
  });
  const created = new Date('2026-11-20T15:30:00.123Z');

  it('has an all-day event for each date', () => {
    expect(linesOf(calendarFile([event('Payment due', day('2026-12-05'))], created, 'Larkfield'))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Larkfield//Portal//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:f00d',
      'DTSTAMP:20261120T153000Z',
      'DTSTART;VALUE=DATE:20261205',
      'SUMMARY:Payment due',
      String.raw`DESCRIPTION:Log in\, please\; thanks`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('reads back any title, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const file = calendarFile([event(title)], created, 'Larkfield');
        for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        const summary = linesOf(file).find((line) => line.startsWith('SUMMARY:'));
        const plain = title.replaceAll(/\r\n|\r|\n/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ');
        expect(unescaped(summary?.slice('SUMMARY:'.length) ?? '')).toBe(plain);
      }),
    );
  });

  it('escapes separators, and folds before a character that does not fit', () => {
    expect(escapedText('a,b;c\\d\r\ne\tf')).toBe(String.raw`a\,b\;c\\d\ne f`);
    expect(folded(`${'a'.repeat(74)}é!`)).toBe(`${'a'.repeat(74)}\r\n é!`);
  });
});
