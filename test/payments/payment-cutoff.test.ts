/** The balances after today's cutoff (Y §4.2, rulings 38 and 47): dates, accounts and amounts that they apply to. */
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { type Cutoff, DEFAULT_ACCRUAL_END, accountsOn, parseAccrualEnd } from '#domain/payments/cutoff.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { AfterCutoffDue } from '#domain/payments/shapes.ts';
import type { ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { findProblems } from '#domain/issue.ts';
import { TODAY, accountWith, factsWith, groupWith, toSentence } from './payment-samples.ts';

const LATER = day('2026-12-01');

/** An account of a lender with two groups, one of the Department of Education, and a commercial one. */
const lender = accountWith({
  accountId: 'lender',
  accountNumber: 'D000000001',
  currentPayoff: 500_00,
  groups: [groupWith('A'), groupWith('B')],
});
const education = accountWith({
  accountId: 'education',
  accountNumber: 'E000000002',
  currentPayoff: 500_00,
  groups: [groupWith('A')],
});
const commercial = accountWith({ accountId: 'commercial', accountNumber: 'J000000003', currentPayoff: 500_00 });
const accounts = [lender, education, commercial];

const item = (accountNumber: string, balance: number, interest: Record<string, number> = {}): AfterCutoffDue => ({
  accountNumber,
  outstandingBalance: toCents(balance),
  groupPayments: Object.entries(interest).map(([groupId, accrued]) => ({
    groupId,
    accruedInterest: toCents(accrued),
    outstandingBalance: toCents(balance),
  })),
});
const items = [
  item('J000000001', 500_40, { A: 12_10, B: 3_05 }),
  item('E000000002', 700_00, { A: 99_00 }),
  item('J000000003', 499_00),
];

const NEXT_DAY = day('2026-11-23');

const facts = (cutoff: Partial<Cutoff> | null = {}, today = TODAY): schedule.ScheduleInput => ({
  ...factsWith(...accounts),
  today,
  cutoff: cutoff && { items, accrualEnd: DEFAULT_ACCRUAL_END, ...cutoff },
});
const payoffs = (given: schedule.ScheduleInput, date: string | undefined) =>
  accountsOn(given, date === undefined ? undefined : day(date)).map(({ currentPayoff }) => currentPayoff);
const NOW = [500_00, 500_00, 500_00];
const THEN = [500_40, 500_00, 499_00];

it('gives each account the day of its balance', () => {
  const dated = { ...factsWith(...accounts.map((account) => ({ ...account, balanceDate: TODAY }))), today: TODAY };
  const cutoff = {
    items: items.map((each) => ({ ...each, balanceDate: NEXT_DAY })),
    accrualEnd: DEFAULT_ACCRUAL_END,
  };
  const daysFor = (given: Cutoff | null) =>
    accountsOn({ ...dated, cutoff: given }, LATER).map(({ balanceDate }) => balanceDate);
  expect(daysFor(null)).toEqual([TODAY, TODAY, TODAY]);
  expect(daysFor(cutoff)).toEqual([NEXT_DAY, TODAY, NEXT_DAY]);
  // A date that the server does not send stays unknown.
  expect(daysFor({ ...cutoff, items })).toEqual([undefined, TODAY, undefined]);
});

describe('the balances after the cutoff', () => {
  it.each<[string, string | undefined, number[]]>([
    ['today', '2026-11-20', NOW],
    ['the day before', '2026-11-19', NOW],
    ['a day that cannot be read', undefined, NOW],
    ['tomorrow', '2026-11-21', THEN],
    ['a later day', '2026-12-01', THEN],
  ])('apply to %s as specified', (_, date, expected) => {
    expect(payoffs(facts(), date)).toEqual(expected);
  });

  it.each<[string, string, number[]]>([
    ['long ago', '1900-01-01', THEN],
    ['yesterday', '2026-11-19', THEN],
    ['today', '2026-11-20', THEN],
    ['tomorrow', '2026-11-21', NOW],
    ['the chosen day: today counts, not the payment date (ruling 38)', '2026-12-01', NOW],
    ['at no time', '9999-12-31', NOW],
  ])('apply with an end of accrual %s as specified', (_, accrualEnd, expected) => {
    expect(payoffs(facts({ accrualEnd: day(accrualEnd) }), '2026-12-01')).toEqual(expected);
  });

  it('do not apply while they are unknown or if the account has none', () => {
    expect(payoffs(facts(null), '2026-12-01')).toEqual(NOW);
    expect(payoffs(facts({ items: [] }), '2026-12-01')).toEqual(NOW);
    expect(payoffs(facts({ items: items.slice(2) }), '2026-12-01')).toEqual([500_00, 500_00, 499_00]);
  });

  it('are matched by the last nine digits, ignoring the prefix (ruling 47)', () => {
    for (const prefix of ['D', 'E', 'J']) {
      expect(payoffs(facts({ items: [item(`${prefix}000000001`, 1)] }), '2026-12-01')).toEqual([1, 500_00, 500_00]);
    }
    expect(payoffs(facts({ items: [item('D000000011', 1)] }), '2026-12-01')).toEqual(NOW);
  });

  it('never replace the balances of the Department of Education, even if the item has another prefix', () => {
    for (const prefix of ['D', 'E', 'J']) {
      const given = facts({ items: [item(`${prefix}000000002`, 1, { A: 1 })] });
      expect(accountsOn(given, LATER)[1]).toEqual(education);
    }
  });

  it('replace only balance, payoff and interest, for each group separately', () => {
    const [a, b] = lender.borrowerGroupPayments;
    expect(accountsOn(facts(), LATER)).toEqual([
      {
        ...lender,
        currentBalance: 500_40,
        currentPayoff: 500_40,
        accruedInterest: 15_15,
        borrowerGroupPayments: [
          { ...a, outstandingBalance: 12_10 },
          { ...b, outstandingBalance: 3_05 },
        ],
      },
      education,
      { ...commercial, currentBalance: 499_00, currentPayoff: 499_00, accruedInterest: 0 },
    ]);
  });

  it('do not change a group that they do not contain', () => {
    const [a, b] = lender.borrowerGroupPayments;
    const [account] = accountsOn(facts({ items: [item('D000000001', 500_40, { B: 7 })] }), LATER);
    expect(account?.borrowerGroupPayments).toEqual([a, { ...b, outstandingBalance: 7 }]);
    expect(account?.accruedInterest).toBe(7);
  });

  it('do not mutate the facts', () => {
    const given = facts();
    const copy = structuredClone(given);
    accountsOn(given, LATER);
    expect(given).toEqual(copy);
  });
});

describe('an amount for a later day', () => {
  const typing = (id: string, typed: string, paymentDate: string): ScheduleValues => ({
    ...schedule.startingSchedule(facts()),
    paymentDate,
    [`option.${id}`]: 'OtherAmount',
    [`otherAmount.${id}`]: typed,
  });
  const saying = (id: string, typed: string, paymentDate: string) => {
    const values = typing(id, typed, paymentDate);
    return findProblems(scheduleForm.scheduleSchema(facts(), values), values).map(({ issue }) => toSentence(issue));
  };
  const above = (payoff: string) => [`Payment cannot exceed your account payoff amount of ${payoff}.`];

  it.each<[string, string, string, string[]]>([
    ['lender', '500', '11/20/2026', []],
    ['lender', '500.01', '11/20/2026', above('$500.00')],
    ['lender', '500.40', '12/01/2026', []],
    ['lender', '500.41', '12/01/2026', above('$500.40')],
    ['education', '500', '12/01/2026', []],
    ['education', '500.01', '12/01/2026', above('$500.00')],
    ['commercial', '499', '12/01/2026', []],
    ['commercial', '499.01', '12/01/2026', above('$499.00')],
    ['commercial', '500', '11/20/2026', []],
    // On a day that is not allowed, the current balance applies: a Saturday, after the window.
    ['commercial', '500', '11/28/2026', ['Payment date must not be on a weekend or holiday.']],
    ['commercial', '500', '02/19/2027', ['Payment must be in the next 90 days.']],
  ])('of %s is validated against the balance of that day: %s on %s reports %j', (id, typed, date, expected) => {
    expect(saying(id, typed, date)).toEqual(expected);
  });

  it.each<[string, boolean]>([
    ['475.39', false],
    ['475.40', true],
    ['500.39', true],
    ['500.40', false],
  ])('causes a warning near the payoff of that day: %s (%s)', (typed, isNear) => {
    const values = typing('lender', typed, '12/01/2026');
    const [account = commercial] = schedule.accountsFor(facts(), values);
    const warning = schedule.warningForAmount(values, rules.accountPayable(account), facts());
    expect(warning).toEqual(isNear ? { code: 'amount.nearPayoff', payoff: 500_40 } : undefined);
  });
});

describe('the end of accrual in the managed text (Y §4.2)', () => {
  it.each([
    ['2026-12-01', '2026-12-01'],
    [' 2026-12-01\n', '2026-12-01'],
    ['<p>2026-12-01</p>', '2026-12-01'],
    ['<div class="end">\n  <p>2026-<b>12</b>-01</p>\n</div>', '2026-12-01'],
    ['9999-12-31', '9999-12-31'],
    [null, '1900-01-01'],
    ['', '1900-01-01'],
    ['<p></p>', '1900-01-01'],
    ['12/01/2026', '1900-01-01'],
    ['2026-02-30', '1900-01-01'],
    ['2026-12-1', '1900-01-01'],
    ['From 2026-12-01', '1900-01-01'],
    ['soon', '1900-01-01'],
  ])('written as %j is %s', (text, expected) => {
    expect(parseAccrualEnd(text)).toBe(expected);
  });
});

describe('the balances after the cutoff are loaded', () => {
  it.each<[string, boolean]>([
    ['11/23/2026', true],
    ['12/01/2026', true],
    ['02/18/2027', true],
    // Days without payments: a Saturday, Thanksgiving Day, after the window.
    ['11/21/2026', false],
    ['11/26/2026', false],
    ['02/19/2027', false],
    ['02/19/2030', false],
    ['11/20/2026', false],
    ['11/19/2026', false],
    ['2026-12-01', false],
    ['02/30/2027', false],
    ['', false],
  ])('for "%s": %s', (paymentDate, isSelected) => {
    expect(schedule.isLaterDayChosen({ paymentDate }, facts())).toBe(isSelected);
  });
});
