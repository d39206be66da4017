/** Which payments the history lists and how a search text is read (Y §4.7); the CSV file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formatUsDate, toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, formatUsd, toCents as cents } from '#domain/money.ts';
import { FIRST_VIEW, isPaid, toHistoryQuery, readSearch, recentFrom } from '#domain/payments/history.ts';
import { PAYMENT_TYPES, typeForBorrower, typeForPayer } from '#domain/payments/payment-types.ts';
import { csvField, historyCsv } from '#domain/payments/history-csv.ts';
import { HistoryQuery } from '#domain/payments/history-shapes.ts';
import { paths } from '#server/paths.ts';

describe('the last 12 months', () => {
  it.each([
    ['2026-11-25', '2025-11-25'],
    ['2026-01-01', '2025-01-01'],
    ['2026-12-31', '2025-12-31'],
    // A day that the month a year ago does not have is its last day (ruling 33).
    ['2028-02-29', '2027-02-28'],
    ['2029-02-28', '2028-02-28'],
  ])('on %s begin on %s, which counts', (today, from) => {
    expect(recentFrom(day(today))).toBe(from);
  });
});

describe('a search text', () => {
  const range = (from: string, to: string) => ({ from: day(from), to: day(to) });
  it.each([
    ['11/05/2026', range('2026-11-05', '2026-11-05')],
    ['1/5/2026', range('2026-01-05', '2026-01-05')],
    [' 11/2026 ', range('2026-11-01', '2026-11-30')],
    ['2/2028', range('2028-02-01', '2028-02-29')],
    ['12/2026', range('2026-12-01', '2026-12-31')],
    ['2026', range('2026-01-01', '2026-12-31')],
    ['02/30/2026', null],
    ['13/2026', null],
    ['3026', null],
    ['online', null],
  ])('"%s" names the dates %o', (text, dates) => {
    expect(readSearch(text).dates).toEqual(dates);
  });

  it.each([
    ['11/05', { month: 11, day: 5 }],
    ['11/', { month: 11, day: null }],
    ['11/5/', { month: 11, day: 5 }],
    ['13/05', null],
    ['00/05', null],
    ['11/32', null],
    ['11', null],
    ['11/05/2026', null],
  ])('"%s" names the day %o in any year', (text, monthAndDay) => {
    expect(readSearch(text).monthAndDay).toEqual(monthAndDay);
  });

  it.each([
    ['206.25', 20_625, 20_625],
    ['$206.25', 20_625, 20_625],
    ['206.2', 20_620, 20_629],
    ['206.', 20_600, 20_699],
    ['206', 20_600, 20_699],
    ['1,206', 120_600, 120_699],
    ['1206', 120_600, 120_699],
    ['0', 0, 99],
  ])('"%s" finds amounts from %i to %i cents', (text, from, to) => {
    expect(readSearch(text).amounts).toEqual({ from, to });
  });

  it.each(['12,06', '206.255', '-5', '$', '.25', 'E104', '1234567890'])('"%s" is no amount', (text) => {
    expect(readSearch(text).amounts).toBeNull();
  });

  it('finds any date and amount as the list shows them', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 99_999_999 }), (instant, amount) => {
        const date = day(instant.toISOString().slice(0, 10));
        expect(readSearch(formatUsDate(date)).dates).toEqual({ from: date, to: date });
        expect(readSearch(formatUsd(cents(amount))).amounts).toEqual({ from: amount, to: amount });
      }),
    );
  });
});

describe('the query for a view', () => {
  it.each([60, 61, 500])('is one that the API accepts, with %i characters in the filter', (length) => {
    const query = toHistoryQuery({ ...FIRST_VIEW, search: ` ${'x'.repeat(length)} ` });
    expect(v.parse(HistoryQuery, query).search).toBe('x'.repeat(60));
  });
});

describe('payments that count as paid', () => {
  it.each([
    ['Online Payment', true],
    ['Auto Debit', true],
    ['Cancelled', false],
    ['Returned', false],
  ])('%s: %s', (description, expected) => {
    expect(isPaid(description)).toBe(expected);
  });

  it('reads as Electronic or Cancelled to a payer (Y §6)', () => {
    expect(['Online Payment', 'Auto Debit', 'Returned', 'Cancelled'].map(typeForPayer)).toEqual([
      'Electronic',
      'Electronic',
      'Electronic',
      'Cancelled',
    ]);
  });
});

describe('the name of a payment type', () => {
  const readContent = (name: string) => readFileSync(join(paths.content, 'payments', `${name}.html`), 'utf8').trim();

  it('is the same for a borrower in managed content as in files, documents and the search (Y §4.2)', () => {
    expect(PAYMENT_TYPES.map(typeForBorrower)).toEqual([
      'Online Payment',
      readContent('auto-debit-name'),
      readContent('pay-by-phone-name'),
    ]);
  });
});

describe('the CSV file', () => {
  const payment = {
    effectiveDate: day('2026-11-05'),
    accountNumber: 'E100200301',
    description: 'Online Payment',
    amount: cents(120_625),
    principal: cents(100_000),
    interest: cents(20_000),
    fees: cents(25),
    refunded: cents(600),
    refundedOn: day('2026-11-12'),
  };

  it('has a header and one line for each payment, ended by CRLF', () => {
    expect(historyCsv([payment], 'borrower')).toBe(
      '\uFEFFDate,Account,Type,Amount,Principal,Interest,Fees,Refunded,Refunded on\r\n' +
        '11/05/2026,E100200301,Online Payment,1206.25,1000.00,200.00,0.25,6.00,11/12/2026\r\n',
    );
  });

  it('has no day without a refund, or where it was not recorded', () => {
    expect(historyCsv([{ ...payment, refundedOn: null }], 'borrower')).toMatch(/,6\.00,\r\n$/);
  });

  it('has no types for a payer', () => {
    const file = historyCsv([payment, { ...payment, description: 'Cancelled', principal: ZERO }], 'payer');
    expect(file).toContain(',Electronic,');
    expect(file).toContain(',Cancelled,');
    expect(file).not.toContain('Online');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('writes %j as %j', (text, field) => {
    expect(csvField(text)).toBe(field);
  });

  it('gives every text back to a reader of RFC 4180, and begins no field with the sign of a formula', () => {
    const read = (field: string) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = read(csvField(text));
        expect(value).not.toMatch(/^[=+\-@\t\r]/);
        expect([text, `'${text}`]).toContain(value);
      }),
    );
  });
});
