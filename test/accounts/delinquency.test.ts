/** The consequences of past-due accounts by date. */
import { describe, expect, it } from 'vitest';
import { isBeforeDefault, groupPastDue } from '#domain/accounts/delinquency.ts';
import {
  consequenceMessage,
  pastDueDaysMessage,
  pastDueHeading,
  pastDueLeftMessage,
} from '#domain/accounts/messages.ts';
import { sampleAccounts } from '#domain/accounts/samples.ts';
import { totalCoverage } from '#domain/payments/coverage.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { sampleUpcoming, upcomingForPastDue } from '#domain/payments/samples.ts';

const accountWith = (accountNumber: string, since: string | null | undefined, pastDueAmt = 100) =>
  sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    accountId: accountNumber,
    accountNumber,
    loanType: accountNumber.startsWith('E') ? 'Direct' : accountNumber.startsWith('D') ? 'FFELP' : 'Private',
    pastDueAmt: toCents(pastDueAmt),
    pastDueSince: typeof since === 'string' ? day(since) : since,
  }));

describe('past-due accounts', () => {
  it('are grouped by program and day, the longest past due first', () => {
    const groups = groupPastDue({
      federalAccounts: [
        ...accountWith('E100000001', '2026-10-03'),
        ...accountWith('D100000001', '2026-10-03'),
        ...accountWith('E100000002', '2026-07-01'),
        ...accountWith('E100000003', '2026-10-03'),
      ],
      commercialAccounts: accountWith('J100000001', '2026-10-03'),
    });
    expect(groups.map((group) => [group.since, pastDueHeading(group)])).toEqual([
      ['2026-07-01', 'Direct Loans · E100000002'],
      ['2026-10-03', 'Direct Loans · 2 accounts'],
      ['2026-10-03', 'FFELP Loans · D100000001'],
      ['2026-10-03', 'Private Loans · J100000001'],
    ]);
  });

  it('are omitted if nothing is past due now, or the day is unknown', () => {
    expect(
      groupPastDue({
        federalAccounts: [...accountWith('E100000001', '2026-10-03', 0), ...accountWith('E100000002', null)],
        commercialAccounts: accountWith('J100000001', undefined),
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'E100000001',
      [
        'At 90 days past due, we report your late payments to the consumer reporting agencies: 2026-09-29',
        'At 270 days past due, your loans go into default: 2027-03-28',
      ],
    ],
    [
      'D100000001',
      [
        'At 60 days past due, we can report your late payments to the consumer reporting agencies: 2026-08-30',
        'At 270 days past due, your loans go into default: 2027-03-28',
      ],
    ],
    ['J100000001', []],
  ])('on %s have these consequences', (accountNumber, expected) => {
    const account = accountWith(accountNumber, '2026-07-01');
    const isPrivate = accountNumber.startsWith('J');
    const [group] = groupPastDue({
      federalAccounts: isPrivate ? [] : account,
      commercialAccounts: isPrivate ? account : [],
    });
    expect(group?.consequences.map((each) => `${consequenceMessage(group.program, each)}: ${each.date}`)).toEqual(
      expected,
    );
  });

  it('are past due from the day after the due date', () => {
    expect(pastDueDaysMessage(day('2026-11-19'), day('2026-11-20'), 1)).toBe('Past due since 11/19/2026: 1 day.');
    expect(pastDueDaysMessage(day('2026-07-01'), day('2026-11-20'), 142)).toBe('Past due since 07/01/2026: 142 days.');
  });

  it('do not count the days of granted pauses, which move the consequences (ruling 97)', () => {
    // Past due since 07/01/2026, paused from 11/28/2026 through 11/27/2027: 150 days count.
    const paused = accountWith('E100000001', '2026-07-01').map((account) => ({
      ...account,
      balanceDate: day('2027-04-05'),
      daysPastDue: 150,
      pauses: [{ status: 'inForbearance' as const, lastDay: day('2027-11-27'), firstPayment: null }],
    }));
    const [group] = groupPastDue({ federalAccounts: paused, commercialAccounts: [] });
    expect(group?.consequences.map(({ days, date }) => [days, date])).toEqual([
      [90, '2027-02-04'],
      [270, '2028-03-27'],
    ]);
    expect(pastDueDaysMessage(day('2026-07-01'), day('2027-04-05'), 150)).toBe(
      'Past due since 07/01/2026: 150 days, without the days when your payments were paused.',
    );
  });

  it('may get help only with loans that are not in default (ruling 97)', () => {
    const isHelpOpen = (...statuses: readonly string[]) =>
      accountWith('E100000001', '2026-02-05').map((account) =>
        isBeforeDefault({ ...account, borrowerGroupPayments: statuses.map((status) => ({ status, loans: [] })) }),
      );
    expect(isHelpOpen('pastDue', 'inRepayment')).toEqual([true]);
    expect(isHelpOpen('inDefault', 'inRepayment')).toEqual([false]);
    expect(isHelpOpen('inDefault', 'pastDue')).toEqual([true]);
    // A server that does not send the groups.
    expect(accountWith('E100000001', '2026-02-05').map(isBeforeDefault)).toEqual([true]);
    expect(accountWith('E100000001', null, 0).map(isBeforeDefault)).toEqual([false]);
  });

  it('say how much is left after the scheduled payments', () => {
    const leftWith = (upcoming: typeof sampleUpcoming) => {
      const coverage = totalCoverage(sampleAccounts.federalAccounts, upcoming);
      return coverage && pastDueLeftMessage(coverage);
    };
    expect(leftWith(sampleUpcoming)).toBe('After your scheduled payments, $156.25 of it is left to pay.');
    expect(leftWith(upcomingForPastDue)).toBe('Your scheduled payments cover the past-due amount.');
  });
});
