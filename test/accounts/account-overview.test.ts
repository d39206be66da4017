/** The dashboard's summary of all accounts, and the order of its lists. */
import { describe, expect, it } from 'vitest';
import { coverageMessage, coverageNote, nextPaymentMessage, pastDueMessage } from '#domain/accounts/messages.ts';
import { toUpcomingPayments } from '#domain/payments/upcoming.ts';
import {
  toDueOverview,
  filterAccounts,
  getLatestPayments,
  nextPaymentOfAll,
  nextPaymentOn,
  sortAccounts,
} from '#domain/accounts/overview.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { accountCoverage, totalCoverage } from '#domain/payments/coverage.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';

interface Input {
  readonly due?: number;
  readonly pastDue?: number;
  readonly since?: string;
  readonly date?: string;
  readonly balance?: number;
  readonly paid?: string;
}

const account = (
  accountNumber: string,
  { due = 0, pastDue = 0, since, date, balance = 0, paid }: Input,
): LoanAccount => ({
  accountId: accountNumber,
  accountNumber,
  currentBalance: cents(balance),
  statusDesc: 'In repayment',
  latestPayment: paid === undefined ? null : { latestPaymentAmount: cents(100), latestPaymentDate: day(paid) },
  pastDueAmt: cents(pastDue),
  ...(since !== undefined && { pastDueSince: day(since) }),
  paymentAmountIncludingPastDue: cents(due),
  paymentDueDate: date === undefined ? null : day(date),
  nextPaymentAmountDue: cents(0),
  isEnrolledInAutoDebit: false,
  showNoPaymentDueBanner: due === 0,
});

const accounts = [
  account('E000000004', { balance: 900, date: '2026-11-01', paid: '2026-09-01' }),
  account('E000000003', { due: 200, date: '2026-12-05', balance: 500, paid: '2026-11-02' }),
  account('J000000002', { due: 300, pastDue: 100, since: '2026-10-25', date: '2026-11-25', balance: 400 }),
  account('E000000001', {
    due: 250,
    pastDue: 150,
    since: '2026-09-20',
    date: '2026-12-20',
    balance: 800,
    paid: '2026-10-01',
  }),
  account('E000000005', { due: 100, date: '2026-11-28', balance: 100 }),
];
const NOTHING_DUE = { totalDue: 0, pastDue: 0, pastDueSince: null, nextDueDate: null };
const numbers = (list: readonly LoanAccount[]) => list.map(({ accountNumber }) => accountNumber.slice(-1)).join('');

describe('the amount due on all accounts', () => {
  it('is summed, with its past-due part', () => {
    expect(toDueOverview(accounts)).toEqual({
      totalDue: 850,
      pastDue: 250,
      pastDueSince: '2026-09-20',
      nextDueDate: '2026-11-25',
    });
  });

  it('is past due since a day only where each account that is past due says since when', () => {
    const silent = account('E000000006', { due: 100, pastDue: 100, date: '2026-12-01' });
    expect(toDueOverview([...accounts, silent])).toMatchObject({ pastDue: 350, pastDueSince: null });
    // A server may still return a date for an account that is no longer past due.
    const paid = account('E000000007', { due: 100, since: '2026-01-01', date: '2026-12-01' });
    expect(toDueOverview([...accounts, paid])).toMatchObject({ pastDueSince: '2026-09-20' });
  });

  it('says on each account since when it is past due, where that is known', () => {
    const [, , known] = accounts;
    expect(known && pastDueMessage(known, null)).toBe(
      '$1.00 is past due - please pay today. Past due since 10/25/2026.',
    );
    expect(pastDueMessage({ pastDueAmt: cents(100) }, null)).toBe('$1.00 is past due - please pay today.');
    expect(pastDueMessage({ pastDueAmt: cents(100), pastDueSince: null }, null)).toBe(
      '$1.00 is past due - please pay today.',
    );
  });

  it('has no due date where nothing is due, whatever date the account names', () => {
    expect(toDueOverview(accounts.slice(0, 1))).toEqual(NOTHING_DUE);
    expect(toDueOverview([])).toEqual(NOTHING_DUE);
  });

  it('names the latest payments, the newest first', () => {
    expect(getLatestPayments(accounts, 2).map(({ date }) => date)).toEqual(['2026-11-02', '2026-10-01']);
    expect(getLatestPayments(accounts, 9)).toHaveLength(3);
  });
});

const scheduled = (paymentId: string, date: string, amount: number, more: Partial<ScheduledPayment> = {}) => ({
  paymentId,
  paymentDetailId: `${paymentId}-${amount}`,
  effectiveDate: day(date),
  sumOfPaymentAmount: cents(amount),
  paymentMethod: 'Test Bank *****6789',
  paymentType: 'Online Payment',
  accountNumber: 'E000000001',
  groupId: null,
  description: 'Scheduled' as const,
  ...more,
});

describe('coverage of the amounts due by scheduled payments', () => {
  const late = account('E000000001', { due: 250, pastDue: 150, date: '2026-12-20' });
  const due = account('J000000002', { due: 300, date: '2026-12-01' });
  const notDue = account('E000000003', { date: '2026-12-01' });

  it('is unknown without the scheduled payments, and null if none of them applies', () => {
    expect(accountCoverage(late, null)).toBeNull();
    expect(totalCoverage([late], null)).toBeNull();
    expect(accountCoverage(late, [])).toBeNull();
    expect(accountCoverage(late, [scheduled('a', '2026-12-21', 250)])).toBeNull();
    expect(totalCoverage([late, due], [scheduled('a', '2026-12-21', 250)])).toBeNull();
  });

  it('ignores accounts on which nothing is due', () => {
    const extra = [scheduled('a', '2026-11-25', 100, { accountNumber: 'E000000003' })];
    expect(accountCoverage(notDue, extra)).toBeNull();
    expect(totalCoverage([late, notDue], extra)).toBeNull();
  });

  it('counts a payment for one group only toward that group', () => {
    const grouped = {
      ...late,
      groupsDue: [
        { groupId: 'A', totalDue: cents(200), pastDueAmt: cents(150), paymentDueDate: day('2026-12-20') },
        { groupId: 'B', totalDue: cents(50), pastDueAmt: cents(0), paymentDueDate: day('2026-12-20') },
      ],
    };
    const forB = [scheduled('a', '2026-11-25', 250, { groupId: 'B' })];
    expect(accountCoverage(grouped, forB)).toMatchObject({ left: 200, pastDueLeft: 150, coversPastDue: false });
    expect(accountCoverage(late, forB)).toMatchObject({ left: 0, coversPastDue: true });
  });

  it('is summed up over all accounts', () => {
    const payments = [
      scheduled('a', '2026-11-25', 150),
      scheduled('b', '2026-11-25', 300, { accountNumber: 'J000000002' }),
    ];
    const total = totalCoverage([late, due, notDue], payments);
    expect(total).toMatchObject({ scheduled: 450, left: 100, coversPastDue: true, coversTotalDue: false });
    expect(total && coverageMessage(total)).toBe('Your scheduled payments cover the past-due amount.');
    expect(total && coverageNote(total)).toBe('$4.50 scheduled, $1.00 left to pay');
  });

  it.each([
    [
      149,
      '$1.50 is past due - please pay today. After your scheduled payments, $0.01 of it is left to pay.',
      undefined,
    ],
    [
      150,
      '$1.50 is past due. Your scheduled payments cover this amount.',
      'Your scheduled payments cover the past-due amount.',
    ],
    [
      250,
      '$1.50 is past due. Your scheduled payments cover this amount.',
      'Your scheduled payments cover the total due.',
    ],
  ])('by %d cents is described', (amount, warning, sentence) => {
    const coverage = accountCoverage(late, [scheduled('a', '2026-11-25', amount)]);
    expect(pastDueMessage(late, coverage)).toBe(warning);
    expect(coverage && coverageMessage(coverage)).toBe(sentence);
  });
});

describe('the payments under way', () => {
  it('are summed up by payment, the next one first, without those that were canceled', () => {
    const first = scheduled('a', '2026-11-25', 200, { groupId: 'AA', description: 'Processing' });
    const second = scheduled('a', '2026-11-25', 300, { groupId: 'AB', description: 'Processing' });
    const later = scheduled('b', '2026-12-01', 100);
    const elsewhere = scheduled('b', '2026-12-01', 50, { accountNumber: 'J000000002' });
    const canceled = scheduled('c', '2026-11-24', 900, { description: 'Cancelled' });
    expect(toUpcomingPayments([later, first, second, canceled, elsewhere])).toEqual([
      {
        paymentId: 'a',
        date: '2026-11-25',
        amount: 500,
        status: 'Processing',
        type: 'Online Payment',
        accountNumbers: ['E000000001'],
        parts: [first, second],
      },
      {
        paymentId: 'b',
        date: '2026-12-01',
        amount: 150,
        status: 'Scheduled',
        type: 'Online Payment',
        accountNumbers: ['E000000001', 'J000000002'],
        parts: [later, elsewhere],
      },
    ]);
    expect(toUpcomingPayments([])).toEqual([]);
  });
});

describe('the list of accounts', () => {
  it('puts past-due accounts first, then the earliest due date, then those with nothing due', () => {
    expect(numbers(sortAccounts(accounts, 'urgency'))).toBe('12534');
  });

  it('sorts by the amount due, the balance and the number', () => {
    expect(numbers(sortAccounts(accounts, 'amount'))).toBe('21354');
    expect(numbers(sortAccounts(accounts, 'balance'))).toBe('41325');
    expect(numbers(sortAccounts(accounts, 'number'))).toBe('13452');
  });

  it('is filtered by amount due and by a part of the number', () => {
    expect(numbers(filterAccounts(accounts, 'pastDue'))).toBe('21');
    expect(numbers(filterAccounts(accounts, 'due'))).toBe('3215');
    expect(numbers(filterAccounts(accounts, 'notDue'))).toBe('4');
    expect(numbers(filterAccounts(accounts, 'all', ' j00'))).toBe('2');
    expect(numbers(filterAccounts(accounts, 'due', '0000 0000 5'))).toBe('5');
    expect(numbers(filterAccounts(accounts, 'due', 'e000-000 005'))).toBe('5');
  });
});

describe('the next payment when nothing is due', () => {
  const later = (number: string, date: string | undefined, amount: number, isFirstPayment?: boolean) => ({
    ...account(number, date === undefined ? {} : { date }),
    nextPaymentAmountDue: cents(amount),
    ...(isFirstPayment !== undefined && { isFirstPayment }),
  });
  const first = later('E000000001', '2027-04-13', 13963, true);
  const second = later('E000000002', '2027-04-13', 5000);

  it('is unknown for an account on which something is due, without a due date, or without an amount', () => {
    expect(nextPaymentOn({ ...first, paymentAmountIncludingPastDue: cents(1) })).toBeNull();
    expect(nextPaymentOn(later('E000000003', undefined, 100))).toBeNull();
    expect(nextPaymentOn(later('E000000003', '2027-04-13', 0))).toBeNull();
  });

  it('is later than the due date if the bill of that date is paid', () => {
    const nextPayment = { date: day('2027-05-13'), amount: cents(5000), isFirst: false };
    expect(nextPaymentOn({ ...second, nextPayment })).toEqual(nextPayment);
    expect(nextPaymentOn({ ...second, nextPayment: null })).toBeNull();
    expect(nextPaymentOfAll([{ ...second, nextPayment }])).toEqual(nextPayment);
  });

  it('is described as the first payment or the next payment', () => {
    const messageFor = (each: LoanAccount) => {
      const next = nextPaymentOn(each);
      return next && nextPaymentMessage(next);
    };
    expect(messageFor(first)).toBe('First payment: $139.63 on 04/13/2027.');
    expect(messageFor(second)).toBe('Next payment: $50.00 on 04/13/2027.');
  });

  it('sums the amounts due on the earliest date', () => {
    const last = later('E000000003', '2027-05-01', 900, true);
    const all = { date: '2027-04-13', amount: 18963, isFirst: false };
    expect(nextPaymentOfAll([last, first, second])).toEqual(all);
    expect(nextPaymentOfAll([last, first])).toEqual({ ...all, amount: 13963, isFirst: true });
  });

  it('is null if something is due on any account, or no account has a next payment', () => {
    expect(nextPaymentOfAll([first, account('E000000009', { due: 1, date: '2026-12-01' })])).toBeNull();
    expect(nextPaymentOfAll([account('E000000009', {})])).toBeNull();
    expect(nextPaymentOfAll([])).toBeNull();
  });
});
