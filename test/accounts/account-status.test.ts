/** The status of loan accounts, and when their next payment is due (P §3). */
import { describe, expect, it } from 'vitest';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { type GroupInput, accountStatuses, findNextPayment } from '#domain/accounts/rules.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';

const TODAY = day('2026-11-20');

const group = (given: Partial<GroupInput> = {}): GroupInput => ({
  payoff: cents(100_00),
  pastDue: cents(0),
  isFederal: true,
  daysPastDue: 0,
  repaymentStarts: day('2020-01-05'),
  postponedFrom: null,
  postponedThrough: null,
  postponedBy: null,
  ...given,
});
const getStatus = (...groups: readonly Partial<GroupInput>[]) =>
  accountStatusText(accountStatuses(groups.map(group), TODAY));

// With a first due date of 01/21/2027 the loans enter repayment on 12/22/2026, and grace began on 06/22/2026.
const GRACE = { repaymentStarts: day('2027-01-21') };
// Grace begins on 11/21/2026, six months before the loans enter repayment on 05/21/2027.
const SCHOOL = { repaymentStarts: day('2027-06-20') };
const PAID = { payoff: cents(0) };

describe('the status of an account', () => {
  it.each<[string, Partial<GroupInput>, string]>([
    ['owes money', {}, 'In repayment'],
    ['does not know when repayment started', { repaymentStarts: null }, 'In repayment'],
    ['is past due', { pastDue: cents(1) }, 'Past due'],
    ['is 269 days past due', { pastDue: cents(1), daysPastDue: 269 }, 'Past due'],
    ['is in default', { pastDue: cents(1), daysPastDue: 270 }, 'In default'],
    [
      'was in default before its deferment',
      { pastDue: cents(1), daysPastDue: 270, postponedThrough: TODAY, postponedBy: 'inSchool' },
      'In default',
    ],
    ['is private and a year past due', { pastDue: cents(1), daysPastDue: 365, isFederal: false }, 'Past due'],
    ['owes nothing after default', { ...PAID, daysPastDue: 270 }, 'Paid in full'],
    ['is past due before repayment', { ...GRACE, pastDue: cents(1) }, 'Past due'],
    ['owes nothing', PAID, 'Paid in full'],
    ['owes nothing, and is deferred', { ...PAID, postponedThrough: TODAY, postponedBy: 'inSchool' }, 'Paid in full'],
    ['has been overpaid', { payoff: cents(-1) }, 'Paid in full'],
    ['is in grace', GRACE, 'In grace'],
    ['is in grace from today', { repaymentStarts: day('2027-06-19') }, 'In grace'],
    ['is in school until today', SCHOOL, 'In school'],
    ['has entered repayment today', { repaymentStarts: day('2026-12-19') }, 'In repayment'],
    ['is private, with terms of its own', { ...GRACE, isFederal: false }, 'In school or grace'],
    [
      'is deferred',
      { postponedThrough: day('2027-07-19'), postponedBy: 'economicHardship' },
      'Deferred through 07/19/2027',
    ],
    ['is deferred through today', { postponedThrough: TODAY, postponedBy: 'military' }, 'Deferred through 11/20/2026'],
    [
      'was deferred through yesterday',
      { postponedThrough: day('2026-11-19'), postponedBy: 'inSchool' },
      'In repayment',
    ],
    [
      'is in forbearance',
      { postponedThrough: day('2027-02-01'), postponedBy: 'hardship' },
      'In forbearance through 02/01/2027',
    ],
    ['is paused for an unknown reason', { postponedThrough: TODAY }, 'Paused through 11/20/2026'],
  ])('of a group that %s', (_, given, status) => {
    expect(getStatus(given)).toBe(status);
  });

  it('leaves out paid groups', () => {
    expect(getStatus(GRACE, PAID)).toBe('In grace');
    expect(getStatus(PAID, PAID)).toBe('Paid in full');
    expect(accountStatusText(accountStatuses([], TODAY))).toBe('Paid in full');
  });

  it('is past due or in default if any group is', () => {
    expect(getStatus(GRACE, { pastDue: cents(1) }, {})).toBe('Past due');
    expect(getStatus({ pastDue: cents(1) }, { pastDue: cents(1), daysPastDue: 270 })).toBe('In default');
  });

  it('names each different status of its groups once', () => {
    expect(getStatus(SCHOOL, {}, SCHOOL)).toBe('In school; some loans are in repayment');
    const deferred = (through: string) => ({ postponedThrough: day(through), postponedBy: 'inSchool' }) as const;
    expect(getStatus(deferred('2027-01-31'), deferred('2027-01-31'))).toBe('Deferred through 01/31/2027');
    expect(getStatus(deferred('2027-01-31'), deferred('2027-02-28'))).toBe(
      'Deferred through 01/31/2027; some loans are deferred through 02/28/2027',
    );
  });
});

describe('the next payment of an account', () => {
  const due = (date: string | null, amount: number, starts: string | null = null) => ({
    paymentDueDate: date === null ? null : day(date),
    amount: cents(amount),
    repaymentStarts: starts === null ? null : day(starts),
  });

  it('is the amount that its groups owe on the earliest date', () => {
    const groups = [due('2028-07-24', 90_00), due('2027-08-03', 40_00), due('2027-08-03', 2_00), due(null, 0)];
    expect(findNextPayment(groups)).toEqual({ paymentDueDate: '2027-08-03', amount: 42_00, isFirst: false });
  });

  it('is the first one if repayment starts on that date for all of them', () => {
    const first = due('2027-08-03', 40_00, '2027-08-03');
    expect(findNextPayment([first, due('2028-01-03', 1_00, '2020-01-03')])).toMatchObject({ isFirst: true });
    expect(findNextPayment([first, due('2027-08-03', 1_00, '2020-01-03')])).toMatchObject({ isFirst: false });
  });

  it('is unknown if no group has a due date', () => {
    expect(findNextPayment([due(null, 0)])).toEqual({ paymentDueDate: null, amount: 0, isFirst: false });
  });
});
