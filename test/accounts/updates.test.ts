/** The interest since a visit, and the calendar file of the dashboard. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestOfDay, postToGroups } from '#domain/accounts/ledger.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { interestFor, type LedgerLoan } from '#domain/interest.ts';
import { toCents } from '#domain/money.ts';
import { calendarFile, escapedText, folded } from '#domain/accounts/updates/calendar-file.ts';
import { type PrincipalChange, interestSince } from '#domain/accounts/updates/rules.ts';

const day = toPlainDate;
const TODAY = day('2026-11-20');
describe('the interest since a visit', () => {
  const past = { principal: toCents(1_000_000), rate: 6800, changes: [], subsidies: [] };
  const span = { since: day('2026-11-01'), today: TODAY };

  it('is the daily interest of the days since', () => {
    expect(interestSince(past, span)).toBe(interestFor(past.principal, past.rate, 19));
    expect(interestSince(past, { since: TODAY, today: TODAY })).toBe(0n);
  });

  it.each([
    ['the principal that a payment has repaid until the day of the payment', -100_000, 1_100_000],
    ['a disbursement from its day on', 1_000_000, 0],
    ['capitalized interest from its day on', 25_000, 975_000],
  ])('counts %s', (_, amount, before) => {
    const changes = [{ date: day('2026-11-11'), amount: toCents(amount) }];
    expect(interestSince({ ...past, changes }, span)).toBe(
      interestFor(toCents(before), past.rate, 10) + interestFor(past.principal, past.rate, 9),
    );
  });

  it('does not count the days on which the government pays it', () => {
    const subsidies = [{ from: day('2026-11-05'), until: day('2026-11-15') }];
    expect(interestSince({ ...past, subsidies }, span)).toBe(interestFor(past.principal, past.rate, 9));
  });

  it("equals the sum of the ledger's daily interest", () => {
    const amounts = fc.array(fc.record({ after: fc.integer({ min: 1, max: 59 }), cents: fc.nat(60_000) }), {
      maxLength: 6,
    });
    const loan = fc.record({ principal: fc.integer({ min: 1, max: 500_000 }).map(toCents), rate: fc.nat(9_000) });
    fc.assert(
      fc.property(
        fc.array(loan, { minLength: 1, maxLength: 3 }),
        amounts,
        fc.nat(40),
        fc.nat(59),
        (facts, payments, paused, reducedFrom) => {
          const start = day('2026-11-01');
          const reducedRates = [{ from: addDays(start, reducedFrom), until: addDays(start, 80), rate: 1_000 }];
          let loans = facts.map(({ principal, rate }, index): LedgerLoan => ({
            loanId: `A${index}`,
            rate,
            reducedRates,
            monthlyPayment: toCents(5_000),
            principal,
            accruedInterest: 0n,
            fees: toCents(0),
            interestThrough: index === 0 ? addDays(start, paused) : start,
          }));
          const changes = loans.map((): PrincipalChange[] => []);
          let added = 0n;
          for (let after = 1; after <= 60; after += 1) {
            const date = addDays(start, after);
            for (const each of loans) added += interestOfDay(each, addDays(date, -1));
            for (const { cents } of payments.filter((payment) => payment.after === after)) {
              const groups = [
                {
                  groupId: 'A',
                  plan: 'STANDARD' as const,
                  monthlyPayment: toCents(20_000),
                  amountDue: toCents(20_000),
                  pastDue: toCents(0),
                  pastDueSince: null,
                  loans,
                },
              ];
              const before = loans;
              loans = [...(postToGroups(toCents(cents), groups, date).posted[0]?.group.loans ?? [])];
              for (const [index, each] of before.entries()) {
                const repaid = each.principal - (loans[index]?.principal ?? each.principal);
                changes[index]?.push({ date, amount: toCents(-repaid) });
              }
            }
          }
          const since = loans.map(({ principal, rate }, index) =>
            interestSince(
              {
                principal,
                rate,
                reducedRates,
                changes: changes[index] ?? [],
                subsidies: index === 0 ? [{ from: start, until: addDays(start, paused) }] : [],
              },
              { since: start, today: addDays(start, 60) },
            ),
          );
          const difference = since.reduce((sum, micros) => sum + micros, 0n) - added;
          // Each step from one change to the next is rounded to a millionth of a cent.
          expect(difference < 60n && difference > -60n).toBe(true);
        },
      ),
    );
  });
});

/** Reads a calendar file as RFC 5545 defines it: unfolds the lines and returns name, parameters and value. */
const listLines = (file: string) => {
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
    expect(listLines(calendarFile([event('Payment due', day('2026-12-05'))], created, 'Larkfield'))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Larkfield//Portal//EN',
      'CALSCALE:GREGORIAN',
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
        const summary = listLines(file).find((line) => line.startsWith('SUMMARY:'));
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
