/**
 * The payment options of accounts and groups, the monthly amount, and the threshold that advances a due date (Y §4.1).
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import { samplePayment } from '#domain/payments/samples.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import type { DisclosedAmount } from '#domain/payments/shapes.ts';
import type { PaymentOption } from '#domain/payments/submission-shapes.ts';
import { TODAY, accountWith, groupWith } from './payment-samples.ts';

const N = 'NoPayment';
const M = 'MonthlyPayment';
const P = 'PastPayment';
const O = 'OtherAmount';

const createGroup = (
  figures: Parameters<typeof groupWith>[1],
  accountFigures: Parameters<typeof accountWith>[0] = {},
) => {
  const [group] = rules.groupPayables(accountWith({ ...accountFigures, groups: [groupWith('A', figures)] }));
  if (group === undefined) throw new Error('The account has no group');
  return group;
};

describe('a payable', () => {
  const account = accountWith({ groups: [groupWith('A'), groupWith('B', { totalDue: 9_00 })] });

  it('is the account as a whole, with its opaque id', () => {
    expect(rules.accountPayable(account)).toEqual({ id: 'one', account, group: null, due: account });
  });

  it('is each group of the account, with the ids of both', () => {
    const [a, b] = account.borrowerGroupPayments;
    expect(rules.groupPayables(account)).toEqual([
      { id: 'one.A', account, group: a, due: a },
      { id: 'one.B', account, group: b, due: b },
    ]);
  });

  it('has field names without the account number (ruling 46)', () => {
    for (const payable of [rules.accountPayable(account), ...rules.groupPayables(account)]) {
      expect(schedule.optionField(payable)).toBe(`option.${payable.id}`);
      expect(schedule.otherAmountField(payable)).toBe(`otherAmount.${payable.id}`);
      expect(schedule.dueDateChoiceField(payable)).toBe(`keepDueDate.${payable.id}`);
      expect(payable.id).not.toContain(account.accountNumber);
    }
    expect(schedule.levelField(account)).toBe('level.one');
  });
});

describe('the options of an account (Y §4.1, rulings 32 and 53)', () => {
  it.each<[number, number, PaymentOption[], PaymentOption]>([
    [0, 0, [N, O], N],
    [120_00, 0, [M, O], M],
    [120_00, 50_00, [M, P, O], M],
    [0, 50_00, [P, O], P],
    [1, 0, [M, O], M],
    [0, 1, [P, O], P],
    [-1, 0, [N, O], N],
    [-5_00, 0, [N, O], N],
    [0, -5_00, [N, O], N],
    [-5_00, -5_00, [N, O], N],
    [-5_00, 50_00, [P, O], P],
    [120_00, -5_00, [M, O], M],
  ])('with %i due and %i past due are %j, with the default %s', (totalDue, pastDueAmt, offered, start) => {
    const account = accountWith({ totalDue, pastDueAmt });
    expect(rules.offeredOptions(account)).toEqual(offered);
    expect(rules.defaultOption(rules.accountPayable(account))).toBe(start);
  });

  it('default to the amount due even if nothing is due this month', () => {
    const account = accountWith({ totalDue: 50_00, pastDueAmt: 0, amountDue: 0 });
    expect(rules.defaultOption(rules.accountPayable(account))).toBe(M);
  });
});

describe('the options of a group (Y §4.1, rulings 32 and 53)', () => {
  it.each<[string, number, number, number, PaymentOption[], PaymentOption]>([
    ['nothing due', 0, 0, 0, [N, O], N],
    ['something due', 70_00, 0, 70_00, [M, O], M],
    ['something due and past due', 100_00, 30_00, 70_00, [M, P, O], M],
    ['only a past due amount', 30_00, 30_00, 0, [M, P, O], M],
    ['a past due amount missing from the total', 0, 30_00, 0, [P, O], P],
    ['a past due amount and a credit', 0, 30_00, -30_00, [P, O], P],
    ['a total without an amount this month', 70_00, 0, 0, [M, O], M],
    ['an amount without a total', 0, 0, 70_00, [N, O], N],
    ['a credit', -5_00, 0, -5_00, [N, O], N],
    ['a total credit with an amount due', -5_00, 0, 70_00, [N, O], N],
    ['a negative amount with a total due', 25_00, 30_00, -5_00, [M, P, O], M],
    ['one cent due', 1, 0, 1, [M, O], M],
    ['one cent past due', 1, 1, 0, [M, P, O], M],
  ])('with %s: %i due, %i past due, %i this month', (_, totalDue, pastDueAmt, amountDue, offered, start) => {
    const group = createGroup({ totalDue, pastDueAmt, amountDue });
    expect(rules.offeredOptions(group.due)).toEqual(offered);
    expect(rules.defaultOption(group)).toBe(start);
  });

  it('default to the past due amount if nothing else is due (ruling 32)', () => {
    const { due } = createGroup({ totalDue: 30_00, pastDueAmt: 30_00, amountDue: 0 });
    expect(rules.getOptionAmount(M, due, '')).toBe(30_00);
    const { due: left } = createGroup({ totalDue: 0, pastDueAmt: 30_00, amountDue: 0 });
    expect(rules.getOptionAmount(P, left, '')).toBe(30_00);
  });

  it('always include Other amount and the default, and never default to no payment while something is due', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), fc.boolean(), (total, past, amountDue, isGroup) => {
        const figures = { totalDue: total, pastDueAmt: past, amountDue };
        const payable = isGroup ? createGroup(figures) : rules.accountPayable(accountWith(figures));
        const offered = rules.offeredOptions(payable.due);
        expect(offered).toContain(O);
        expect(offered).toContain(rules.defaultOption(payable));
        expect(rules.defaultOption(payable)).not.toBe(O);
        expect(offered.includes(N)).toBe(total <= 0 && past <= 0);
        expect(offered.includes(M)).toBe(total > 0);
        expect(offered.includes(P)).toBe(past > 0);
      }),
    );
  });
});

describe('the amount of an option', () => {
  const due = { totalDue: toCents(120_00), pastDueAmt: toCents(50_00) };
  const credit = { totalDue: toCents(-5_00), pastDueAmt: toCents(-5_00) };

  it.each<[PaymentOption, number]>([
    [N, 0],
    [M, 120_00],
    [P, 50_00],
    [O, 75_50],
  ])('%s is %i cents', (option, amount) => {
    expect(rules.getOptionAmount(option, due, '75.5')).toBe(amount);
  });

  it('is zero for a credit or an invalid text', () => {
    for (const option of [N, M, P] as const) expect(rules.getOptionAmount(option, credit, '7')).toBe(0);
    for (const typed of ['', '-5', '10,50', 'ten', '1.234']) expect(rules.getOptionAmount(O, due, typed)).toBe(0);
  });
});

describe('the regular monthly amount (Y §4.1)', () => {
  const disclosed: DisclosedAmount[] = [
    { disclosureDate: day('2025-12-05'), amount: toCents(90_00) },
    { disclosureDate: day('2026-11-05'), amount: toCents(100_00) },
    { disclosureDate: day('2026-12-05'), amount: toCents(110_00) },
    { disclosureDate: day('2027-01-31'), amount: toCents(120_00) },
    { disclosureDate: day('2027-02-28'), amount: toCents(130_00) },
  ];
  const amount = (today: string, dueDates: readonly (string | null)[], disclosedPaymentAmounts = disclosed) => {
    const groups = dueDates.map((paymentDueDate, index) => groupWith(String(index), { paymentDueDate }));
    const account = accountWith({ disclosedPaymentAmounts, groups, monthlyPaymentAmount: 70_00 });
    return rules.getMonthlyAmount(rules.accountPayable(account), day(today));
  };

  it.each<[string, string, (string | null)[], number]>([
    ['the due day is still to come', '2026-11-20', ['2026-11-21'], 100_00],
    ['the due day is today', '2026-11-20', ['2026-11-20'], 110_00],
    ['the due day has passed', '2026-11-20', ['2026-12-19'], 110_00],
    ['the due day is to come, in whatever month the due date lies', '2026-11-20', ['2027-03-21'], 100_00],
    ['one of several groups has its due day to come', '2026-11-20', ['2026-12-05', null, '2026-12-25'], 100_00],
    ['no group has', '2026-11-20', ['2026-12-05', '2026-12-20', null], 110_00],
    ['no group is due', '2026-11-20', [null], 110_00],
    ['there is no group', '2026-11-20', [], 110_00],
    ['it is December, the due day to come: not the December before', '2026-12-20', ['2026-12-25'], 110_00],
    ['it is December, the due day past: January', '2026-12-20', ['2027-01-05'], 120_00],
    ['it is the last of December', '2026-12-31', ['2026-12-31'], 120_00],
    ['it is the last of January: February, though shorter', '2027-01-31', ['2027-02-05'], 130_00],
    ['nothing was disclosed for this month', '2026-10-20', ['2026-10-21'], 70_00],
    ['nothing was disclosed for the next month', '2027-02-20', ['2027-03-05'], 70_00],
  ])('if %s', (_, today, dueDates, expected) => {
    expect(amount(today, dueDates)).toBe(expected);
  });

  it('is the amount on record if no amounts were disclosed', () => {
    expect(amount(TODAY, ['2026-11-25'], [])).toBe(70_00);
  });

  const late = groupWith('A', { paymentDueDate: '2026-12-25', monthlyPaymentAmount: 33_00 });
  const early = groupWith('B', {
    paymentDueDate: '2026-12-05',
    disclosedPaymentAmounts: [
      { disclosureDate: day('2026-11-05'), amount: toCents(61_00) },
      { disclosureDate: day('2026-12-05'), amount: toCents(62_00) },
    ],
  });

  it('of an account depends on the due days of all its groups', () => {
    const both = accountWith({ disclosedPaymentAmounts: disclosed, groups: [early, late] });
    expect(rules.getMonthlyAmount(rules.accountPayable(both), TODAY)).toBe(100_00);
    const one = accountWith({ disclosedPaymentAmounts: disclosed, groups: [early], paymentDueDate: '2026-12-25' });
    expect(rules.getMonthlyAmount(rules.accountPayable(one), TODAY)).toBe(110_00);
    const none = accountWith({ groups: [early, late], monthlyPaymentAmount: 131_00 });
    expect(rules.getMonthlyAmount(rules.accountPayable(none), TODAY)).toBe(131_00);
  });

  it('of a group depends on its own due day', () => {
    const account = accountWith({ disclosedPaymentAmounts: disclosed, groups: [early, late] });
    expect(rules.groupPayables(account).map((group) => rules.getMonthlyAmount(group, TODAY))).toEqual([62_00, 33_00]);
  });
});

describe('the threshold that advances a due date (Y §4.1)', () => {
  const due = (amountDue: number, pastDueAmt = 0, next = 95_50, scheduled = 40_25) =>
    accountWith({ amountDue, pastDueAmt, nextPaymentAmountDue: next, nextPaymentScheduleAmount: scheduled });

  it.each<[string, number, number, number]>([
    ['nothing is due: the next amount due', 0, 0, 95_50],
    ['nothing is due this month, regardless of the past due amount', 0, 30_00, 95_50],
    ['a credit counts as nothing (ruling 53)', -5_00, 0, 95_50],
    ['one cent is due', 1, 0, 40_26],
    ['something is due: plus the amount scheduled next', 120_00, 0, 160_25],
    ['something is due and past due: all three', 120_00, 30_10, 190_35],
    ['a past-due credit counts as nothing (ruling 53)', 120_00, -5_00, 160_25],
  ])('if %s', (_, amountDue, pastDueAmt, expected) => {
    expect(rules.advancingFrom(due(amountDue, pastDueAmt))).toBe(expected);
  });

  it.each<[number, number, boolean]>([
    [160_24, 120_00, false],
    [160_25, 120_00, true],
    [160_26, 120_00, true],
    [95_49, 0, false],
    [95_50, 0, true],
    [95_51, 0, true],
    [0, 0, false],
    [0, 120_00, false],
  ])('with %i cents and %i due is reached: %s', (amount, amountDue, moves) => {
    expect(rules.wouldAdvance(toCents(amount), due(amountDue))).toBe(moves);
  });

  it('may be zero, so that any payment above zero advances the due date', () => {
    expect(rules.advancingFrom(due(0, 0, 0))).toBe(0);
    expect(rules.wouldAdvance(toCents(1), due(0, 0, 0))).toBe(true);
    expect(rules.wouldAdvance(toCents(0), due(0, 0, 0))).toBe(false);
  });
});

it('an account or group that is paid in full cannot be paid', () => {
  const [account] = samplePayment.borrowerAccountPayments;
  if (account === undefined) throw new Error('The sample has no account');
  const [group, ...others] = account.borrowerGroupPayments;
  if (group === undefined) throw new Error('The sample has no group');
  const isPaid = { paymentDueDate: null, totalDue: ZERO, outstandingBalance: ZERO };
  const paid = { ...account, accountId: 'paid', currentPayoff: ZERO };
  // Income-driven: a payment of 0.00, and the government pays the interest.
  const unpaid = { ...group, ...isPaid, groupId: 'Z', paymentDueDate: day('2027-05-05') };
  const sent = { ...account, borrowerGroupPayments: [{ ...group, ...isPaid }, unpaid, ...others] };
  expect(
    rules.withoutPaid({ ...samplePayment, borrowerAccountPayments: [paid, sent] }).borrowerAccountPayments,
  ).toEqual([{ ...account, borrowerGroupPayments: [unpaid, ...others] }]);
});
